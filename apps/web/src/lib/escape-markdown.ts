/** What people wrote is words, not marks. */
export const escapeMarkdown = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(/[\\`*_[\]<>#|~]/g, String.raw`\$&`)
