/**
 * Without direction overrides and zero-width characters, which make a name look like another; joiners inside emoji
 * stay.
 */
export function undisguised(name: string): string {
  return name.replace(/[\u00AD\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/g, '')
}

const writtenLeftwards = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** Keeps a foreign name from changing the direction of our text. On a page, `<bdi>` does this. */
export function isolated(name: string): string {
  const plain = undisguised(name)
  return writtenLeftwards.test(plain) ? `\u2068${plain}\u2069` : plain
}

/** A guest's name in our text, where no mark stands beside it. */
export const guestWords = (name: string): string => `${isolated(name)} (guest)`
