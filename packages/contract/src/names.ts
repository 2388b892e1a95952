/** Without direction overrides and characters without width, which make a name look like another; joiners inside emoji stay. */
export function undisguised(name: string): string {
  return name.replace(/[\u00AD\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/g, '')
}

const writtenLeftwards = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/**
 * A foreign name within a line of ours, which it neither turns nor mixes with; for text. On a page, `<bdi>` does it.
 */
export function isolated(name: string): string {
  const plain = undisguised(name)
  return writtenLeftwards.test(plain) ? `\u2068${plain}\u2069` : plain
}

/** A guest's name within words of ours, where no mark stands beside it. */
export const guestWords = (name: string): string => `${isolated(name)} (guest)`
