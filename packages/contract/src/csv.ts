/** Spreadsheets would run a text that begins like this as a formula. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/

type Cell = string | number | null

function field(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = formula.test(cell) ? `'${cell}` : cell
  return /[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** One line as in RFC 4180. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(field).join(',')}\r\n`

/** A byte order mark before the first line tells Excel that the file is UTF-8. */
export const csvMark = '\uFEFF'

export const csvOf = (rows: readonly (readonly Cell[])[]): string => csvMark + rows.map(csvLine).join('')
