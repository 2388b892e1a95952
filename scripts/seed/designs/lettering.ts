import { capitals, type Glyph } from './glyphs.ts'
import { signs } from './glyphs-signs.ts'
import { smallCharacters } from './glyphs-small.ts'
import { createPen, round } from './outline-pen.ts'

/** A drawn face: no font has to be installed to see it. Measures are in cap heights. */
export type Face = {
  /** Thickness of the stems; 0.08 is thin, 0.14 regular, 0.24 black. */
  weight: number
  /** 1 is normal, 0.6 condensed, 1.3 wide. */
  width?: number
  /** Room added after every letter. */
  tracking?: number
  /** 0.55 draws ellipses, 0.75 squarer curves. */
  squareness?: number
}

export type Placed = { x: number; y: number; height: number; anchor?: 'start' | 'middle' | 'end' }
export type Lettered = { d: string; width: number }

const glyphs: Record<string, Glyph> = { ...capitals, ...smallCharacters, ...signs }
const room = { s: 0.085, r: 0.055, d: 0.022 }
const overshoot = 0.012

/** Outlines of one line of text as a single path; `x` and `y` are on the base line, `height` is that of a capital in px. */
export function letter(text: string, face: Face, { x, y, height, anchor = 'start' }: Placed): Lettered {
  const drawn = [...text].map((character) => drawGlyph(character, face))
  const last = drawn.at(-1)
  const total = drawn.reduce((sum, glyph) => sum + glyph.advance, 0)
  const width = (total - (last ? last.after + (face.tracking ?? 0) : 0) - (drawn[0]?.before ?? 0)) * height
  const start = x - (anchor === 'middle' ? width / 2 : anchor === 'end' ? width : 0)
  let at = start - (drawn[0]?.before ?? 0) * height
  const paths = drawn.map((glyph) => {
    const d = place(glyph.outline, at + glyph.before * height, y, height)
    at += glyph.advance * height
    return d
  })
  return { d: paths.join(''), width }
}

export const letteringWidth = (text: string, face: Face, height: number) =>
  letter(text, face, { x: 0, y: 0, height }).width

type Drawn = { outline: string; before: number; after: number; advance: number }

function drawGlyph(character: string, face: Face): Drawn {
  const tracking = face.tracking ?? 0
  const glyph = glyphs[character]
  if (!glyph) {
    if (character !== ' ') throw new Error(`The drawn face has no “${character}”.`)
    return { outline: '', before: 0, after: 0, advance: 0.26 * (face.width ?? 1) + tracking }
  }
  const stem = face.weight
  const bar = stem * (stem > 0.2 ? 0.78 : 0.88)
  const spread = face.width ?? 1
  const width = glyph.width === 0 ? stem : glyph.width * spread + (stem - 0.14) * 0.62
  const tighten = Math.max(0.45, 1 - (stem - 0.12) * 2.2) * (0.6 + 0.4 * spread)
  const isRound = glyph.sides.includes('r')
  const lift = isRound ? overshoot : 0
  const pen = createPen({ stem, bar, squareness: face.squareness ?? 0.58 })
  glyph.draw({
    pen,
    width,
    left: stem / 2,
    right: width - stem / 2,
    top: (glyph.height ?? 1) + lift - bar / 2,
    base: bar / 2 - lift,
    stem,
    bar,
    lean: (run, rise) => stem * Math.hypot(1, run / rise),
  })
  const side = (which: string | undefined) =>
    (which === 's' ? room.s : which === 'r' ? room.r : room.d) * tighten
  const [before, after] = [side(glyph.sides[0]), side(glyph.sides[1])]
  return { outline: pen.outline(), before, after, advance: before + width + after + tracking }
}

/** From the letter's own measures, y upwards, to the page. */
function place(outline: string, x: number, y: number, height: number): string {
  return outline.replace(
    /(-?[\d.]+(?:e-?\d+)?) (-?[\d.]+(?:e-?\d+)?)/g,
    (_, px: string, py: string) => `${round(x + Number(px) * height)} ${round(y - Number(py) * height)}`,
  )
}
