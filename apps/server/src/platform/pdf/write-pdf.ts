import { deflateSync } from 'node:zlib'
import { type Font, textFont } from '#server/platform/pdf/font'

/** An A4 sheet, in points. */
export const sheetSize = { width: 595, height: 842 }

/** PDF operators with `/F1` and, where there is one, the picture `/P1`. */
export type Sheet = { contents: string; picture: Jpeg | null }
export type Jpeg = { bytes: Buffer; width: number; height: number }

const ids = { catalog: 1, pages: 2, info: 3, font: 4, descendant: 5, descriptor: 6, file: 7, unicode: 8 }
const reference = (id: number) => `${id} 0 R`

/** A PDF, written while its sheets are made: it remembers only their offsets. */
export async function* writePdf(sheets: AsyncIterable<Sheet>, title: string): AsyncGenerator<Buffer> {
  const places = new Map<number, number>()
  let written = 0
  let lastId = Object.keys(ids).length
  const count = (bytes: Buffer) => {
    written += bytes.length
    return bytes
  }
  const object = (id: number, entries: string, stream?: Buffer) => {
    places.set(id, written)
    const dictionary = stream ? `<< ${entries} /Length ${stream.length} >>` : entries
    const parts = stream ? [Buffer.from('\nstream\n'), stream, Buffer.from('\nendstream')] : []
    return count(
      Buffer.concat([Buffer.from(`${id} 0 obj\n${dictionary}`), ...parts, Buffer.from('\nendobj\n')]),
    )
  }

  yield count(Buffer.from('%PDF-1.7\n%\xE2\xE3\xCF\xD3\n', 'latin1'))
  const kids: string[] = []
  let last: { picture: Jpeg | null; id: number } = { picture: null, id: 0 }
  for await (const { contents, picture } of sheets) {
    const [page, drawing] = [++lastId, ++lastId]
    // A picture that covers several sheets is written once.
    if (picture && picture !== last.picture) {
      last = { picture, id: ++lastId }
      const size = `/Width ${picture.width} /Height ${picture.height}`
      const kind = `/Type /XObject /Subtype /Image ${size} /ColorSpace /DeviceRGB /BitsPerComponent 8`
      yield object(last.id, `${kind} /Filter /DCTDecode`, picture.bytes)
    }
    const objects = picture ? `/XObject << /P1 ${reference(last.id)} >>` : ''
    yield object(drawing, '/Filter /FlateDecode', deflateSync(contents))
    const resources = `/Resources << /Font << /F1 ${reference(ids.font)} >> ${objects} >>`
    const place = `/Parent ${reference(ids.pages)} /MediaBox [0 0 ${sheetSize.width} ${sheetSize.height}]`
    yield object(page, `<< /Type /Page ${place} ${resources} /Contents ${reference(drawing)} >>`)
    kids.push(reference(page))
  }
  for (const part of fontObjects(textFont())) yield object(...part)
  yield object(ids.pages, `<< /Type /Pages /Count ${kids.length} /Kids [${kids.join(' ')}] >>`)
  yield object(ids.catalog, `<< /Type /Catalog /Pages ${reference(ids.pages)} >>`)
  yield object(ids.info, `<< /Title <${utf16(title)}> /Producer (Wingmark) >>`)

  const start = written
  const lines = Array.from(
    { length: lastId },
    (_, i) => `${String(places.get(i + 1)).padStart(10, '0')} 00000 n \n`,
  )
  const size = lastId + 1
  const trailer = `<< /Size ${size} /Root ${reference(ids.catalog)} /Info ${reference(ids.info)} >>`
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${lines.join('')}`
  yield Buffer.from(`${table}trailer\n${trailer}\nstartxref\n${start}\n%%EOF\n`)
}

const utf16 = (text: string) =>
  Buffer.from(`\uFEFF${text.toWellFormed()}`, 'utf16le').swap16().toString('hex')

const hex = (number: number) => number.toString(16).padStart(4, '0')

/** The font as it is, and the characters of its glyphs, so that text can be searched and copied. */
let packed: { font: Buffer; unicode: Buffer } | null = null

function pack(font: Font) {
  const characters = [...font.glyphs].filter(([code, glyph]) => glyph > 0 && code <= 0xffff)
  const blocks = Array.from({ length: Math.ceil(characters.length / 100) }, (_, i) => {
    const some = characters.slice(i * 100, i * 100 + 100)
    const lines = some.map(([code, glyph]) => `<${hex(glyph)}> <${hex(code)}>`)
    return `${some.length} beginbfchar\n${lines.join('\n')}\nendbfchar\n`
  })
  const map = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def /CMapType 2 def
1 begincodespacerange <0000> <ffff> endcodespacerange
${blocks.join('')}endcmap CMapName currentdict /CMap defineresource pop end end`
  return { font: deflateSync(font.bytes), unicode: deflateSync(map) }
}

function* fontObjects(font: Font): Generator<[id: number, entries: string, stream?: Buffer]> {
  packed ??= pack(font)
  const name = '/DejaVuSans'
  const system = '/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>'
  const below = `/DescendantFonts [${reference(ids.descendant)}] /ToUnicode ${reference(ids.unicode)}`
  yield [ids.font, `<< /Type /Font /Subtype /Type0 /BaseFont ${name} /Encoding /Identity-H ${below} >>`]
  const widths = `/CIDToGIDMap /Identity /W [0 [${font.widths.join(' ')}]]`
  const kind = `/Type /Font /Subtype /CIDFontType2 /BaseFont ${name} ${system}`
  yield [ids.descendant, `<< ${kind} /FontDescriptor ${reference(ids.descriptor)} ${widths} >>`]
  const metrics = `/Ascent ${font.ascent} /Descent ${font.descent} /CapHeight ${font.ascent} /ItalicAngle 0 /StemV 80`
  const described = `/Type /FontDescriptor /FontName ${name} /Flags 32 /FontBBox [${font.box.join(' ')}]`
  yield [ids.descriptor, `<< ${described} ${metrics} /FontFile2 ${reference(ids.file)} >>`]
  yield [ids.file, `/Filter /FlateDecode /Length1 ${font.bytes.length}`, packed.font]
  yield [ids.unicode, '/Filter /FlateDecode', packed.unicode]
}
