/** Spreadsheets would calculate a text that begins like this. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/

type Cell = string | number | null

function field(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = formula.test(cell) ? `'${cell}` : cell
  return /[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** One line by RFC 4180. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(field).join(',')}\r\n`

/** Stands before the first line: tells Excel that it is UTF-8. */
export const csvMark = '\uFEFF'

export const csvOf = (rows: readonly (readonly Cell[])[]): string => csvMark + rows.map(csvLine).join('')
