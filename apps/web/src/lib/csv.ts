type Cell = string | number | null

/** RFC 4180 in UTF-8; the mark at its beginning tells Excel so. */
export const csvOf = (rows: readonly (readonly Cell[])[]) =>
  `\uFEFF${rows.map((cells) => `${cells.map(field).join(',')}\r\n`).join('')}`

/** Spreadsheets would calculate a text that begins like this. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/

function field(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = formula.test(cell) ? `'${cell}` : cell
  return /[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
