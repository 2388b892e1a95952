/** User text must not become markup. */
export const escapeMarkdown = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(/[\\`*_[\]<>#|~]/g, String.raw`\$&`)
