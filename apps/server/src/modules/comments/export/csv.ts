import { cellsOf, type Exported, titles } from '#server/modules/comments/export/present'

/** Spreadsheets would calculate a text that begins like this. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/

function field(cell: string | number | null): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = formula.test(cell) ? `'${cell}` : cell
  return /[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const line = (cells: readonly (string | number | null)[]) => `${cells.map(field).join(',')}\r\n`

/** RFC 4180 in UTF-8; the mark at its beginning tells Excel so. */
export async function* asCsv(rows: AsyncIterable<Exported>): AsyncGenerator<string> {
  yield `\uFEFF${line(titles)}`
  for await (const row of rows) yield line(cellsOf(row))
}
