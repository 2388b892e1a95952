import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** What a PDF has to know of a TrueType font; lengths in thousandths of its size. */
export type Font = {
  bytes: Buffer
  box: readonly number[]
  ascent: number
  descent: number
  /** By glyph. */
  widths: readonly number[]
  /** Glyphs by character. */
  glyphs: ReadonlyMap<number, number>
}

let known: Font | null = null

/** Free to embed, with the letters of most of Europe and more. */
export function textFont(): Font {
  known ??= readFont(readFileSync(fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'))))
  return known
}

function readFont(bytes: Buffer): Font {
  const tables = new Map<string, number>()
  for (let i = 0; i < bytes.readUInt16BE(4); i++) {
    const at = 12 + i * 16
    tables.set(bytes.toString('latin1', at, at + 4), bytes.readUInt32BE(at + 8))
  }
  const table = (name: string) => {
    const at = tables.get(name)
    if (at === undefined) throw new Error(`The font has no table ${name}`)
    return at
  }
  const [head, hhea, hmtx] = [table('head'), table('hhea'), table('hmtx')]
  const unitsPerEm = bytes.readUInt16BE(head + 18)
  const scaled = (units: number) => Math.round((units * 1000) / unitsPerEm)
  const glyphCount = bytes.readUInt16BE(table('maxp') + 4)
  const metricCount = bytes.readUInt16BE(hhea + 34)
  const widths = Array.from({ length: glyphCount }, (_, glyph) =>
    scaled(bytes.readUInt16BE(hmtx + Math.min(glyph, metricCount - 1) * 4)),
  )
  return {
    bytes,
    box: [36, 38, 40, 42].map((at) => scaled(bytes.readInt16BE(head + at))),
    ascent: scaled(bytes.readInt16BE(hhea + 4)),
    descent: scaled(bytes.readInt16BE(hhea + 6)),
    widths,
    glyphs: readCharacters(bytes, table('cmap')),
  }
}

/** From the segmented subtable (format 12), which has all of them. */
function readCharacters(bytes: Buffer, cmap: number): Map<number, number> {
  const glyphs = new Map<number, number>()
  for (let i = 0; i < bytes.readUInt16BE(cmap + 2); i++) {
    const at = cmap + bytes.readUInt32BE(cmap + 8 + i * 8)
    if (bytes.readUInt16BE(at) !== 12) continue
    for (let group = 0; group < bytes.readUInt32BE(at + 12); group++) {
      const place = at + 16 + group * 12
      const [from, to] = [bytes.readUInt32BE(place), bytes.readUInt32BE(place + 4)]
      const first = bytes.readUInt32BE(place + 8)
      for (let code = from; code <= to; code++) glyphs.set(code, first + code - from)
    }
  }
  return glyphs
}
