const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as text, in the content of an element or in a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

/** JSON for a script element, where only "<" can end the data. */
export const asHtmlText = (json: string): string => json.replaceAll('<', '\\u003c')
export const asHtmlData = (value: unknown): string => asHtmlText(JSON.stringify(value))

/** Bytes of the same. */
export const htmlBytes = (value: unknown): number => Buffer.byteLength(asHtmlData(value))
