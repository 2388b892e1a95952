import { csvLine, csvMark } from '@wingmark/contract/csv'
import { cellsOf, type Exported, titles } from '#server/modules/comments/export/present'

export async function* asCsv(rows: AsyncIterable<Exported>): AsyncGenerator<string> {
  yield csvMark + csvLine(titles)
  for await (const row of rows)
    yield csvLine(cellsOf(row).map((cell) => (cell instanceof Object ? cell.text : cell)))
}
