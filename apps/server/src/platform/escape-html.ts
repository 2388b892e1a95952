const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for the content of an element or a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

/** JSON for a script element, where only "<" can end the data. */
export const asHtmlText = (json: string): string => json.replaceAll('<', '\\u003c')
export const asHtmlData = (value: unknown): string => asHtmlText(JSON.stringify(value))

/** The size of a value as such JSON. */
export const htmlBytes = (value: unknown): number => Buffer.byteLength(asHtmlData(value))
