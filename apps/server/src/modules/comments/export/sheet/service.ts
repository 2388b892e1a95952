import { Readable } from 'node:stream'
import { beginningOf } from '@wingmark/contract/shorten'
import { type Cell, cellsOf, type Exported, titles, widths } from '#server/modules/comments/export/present'
import { escapeHtml } from '#server/platform/escape-html'
import { inPieces } from '#server/platform/in-pieces'
import { streamZip, type ZipEntry } from '#server/platform/zip/stream'

/** Of the format. */
const rowsMax = 1_048_576
const charactersMax = 32_767

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const open = 'http://schemas.openxmlformats.org'
const parts: Record<string, string> = {
  '[Content_Types].xml': `<Types xmlns="${open}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${open}/package/2006/relationships"><Relationship Id="rId1" Type="${open}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${open}/spreadsheetml/2006/main" xmlns:r="${open}/officeDocument/2006/relationships"><sheets><sheet name="Comments" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${open}/package/2006/relationships"><Relationship Id="rId1" Type="${open}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${open}/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
  // The second style of a cell is a day with its time.
  'xl/styles.xml': `<styleSheet xmlns="${open}/spreadsheetml/2006/main"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd hh:mm:ss"/></numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`,
}

// Characters that XML cannot hold or would change; the format writes them as `_x0007_`. Literal text like that is escaped.
const unwritable = /[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu
const looksEscaped = /_(?=x[\da-f]{4}_)/gi
const escapeOf = (letter: string) => `_x${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
const asCellText = (text: string) =>
  text.toWellFormed().replaceAll('\r\n', '\n').replace(looksEscaped, '_x005F_').replace(unwritable, escapeOf)

/** Text stays text: a cell of this kind is never calculated. */
function cell(value: Cell): string {
  if (value === null || value === '') return '<c/>'
  if (value instanceof Object) return `<c s="1"><v>${serialOf(value.shown)}</v></c>`
  if (typeof value === 'number') return `<c><v>${value}</v></c>`
  const text = escapeHtml(asCellText(beginningOf(value, charactersMax)))
  return `<c t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
}

/** Spreadsheet days count from 1899-12-30, because their calendar has a 29 February 1900. */
const serialOf = (time: Date) => time.getTime() / 86_400_000 + 25_569

const cols = widths
  .map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`)
  .join('')

const line = (cells: readonly Cell[]) => `<row>${cells.map(cell).join('')}</row>`

async function* sheet(rows: AsyncIterable<Exported>): AsyncGenerator<string> {
  yield `${head}<worksheet xmlns="${open}/spreadsheetml/2006/main"><cols>${cols}</cols><sheetData>${line(titles)}`
  let count = 1
  for await (const row of rows) {
    if (++count === rowsMax) {
      yield line(['More than a sheet can hold. Export as CSV to get everything.'])
      break
    }
    yield line(cellsOf(row))
  }
  yield '</sheetData></worksheet>'
}

async function* entries(
  rows: AsyncIterable<Exported>,
  left: (letters: number) => void,
): AsyncGenerator<ZipEntry> {
  const of = (path: string, stream: () => Readable) => ({
    path,
    modifiedAt: new Date(),
    isPacked: false,
    open: async () => stream(),
  })
  for (const [path, xml] of Object.entries(parts))
    yield of(path, () => Readable.from([Buffer.from(head + xml)]))
  yield of('xl/worksheets/sheet1.xml', () =>
    Readable.from(inPieces(sheet(rows), left), { objectMode: false }),
  )
}

/** An Office Open XML workbook of one sheet, streamed; `left` gets the number of characters written. */
export const asWorkbook = (rows: AsyncIterable<Exported>, left: (letters: number) => void): Readable =>
  streamZip(entries(rows, left), () => {})
