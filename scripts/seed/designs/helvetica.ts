/** Widths of the printable ASCII characters in thousandths of the size, from the metrics every PDF reader has built in. */
const regular =
  '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584'
const bold =
  '278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333 333 584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 667 944 667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 333 611 556 778 556 556 500 389 280 389 584'

export type Font = 'regular' | 'bold'
const widths: Record<Font, number[]> = {
  regular: regular.split(' ').map(Number),
  bold: bold.split(' ').map(Number),
}

// The few characters outside Latin-1 that the texts use, in WinAnsi.
const special: Record<string, [code: number, width: number]> = {
  '–': [0x96, 556],
  '’': [0x92, 222],
  '…': [0x85, 1000],
}

export const textWidth = (text: string, size: number, font: Font) =>
  ([...text].reduce((sum, character) => {
    const width = special[character]?.[1] ?? widths[font][(character.codePointAt(0) ?? 32) - 32]
    return sum + (width ?? 556)
  }, 0) *
    size) /
  1000

/** The text as the string of a PDF content stream. */
export function pdfString(text: string): string {
  const codes = [...text].map((character) => special[character]?.[0] ?? character.codePointAt(0) ?? 32)
  const written = codes.map((code) => {
    if (code > 255) throw new Error('A PDF text may only hold WinAnsi characters.')
    const isPlain = code >= 32 && code < 127 && code !== 40 && code !== 41 && code !== 92
    return isPlain ? String.fromCharCode(code) : `\\${code.toString(8).padStart(3, '0')}`
  })
  return `(${written.join('')})`
}

/** Words in lines that are no wider than `width`. */
export function wrap(text: string, width: number, size: number, font: Font): string[] {
  const rows: string[] = []
  for (const word of text.split(' ')) {
    const longer = rows.length > 0 ? `${rows.at(-1)} ${word}` : word
    if (rows.length > 0 && textWidth(longer, size, font) <= width) rows[rows.length - 1] = longer
    else rows.push(word)
  }
  return rows
}
