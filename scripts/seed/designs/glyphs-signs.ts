import { barAt, dot, type Glyph, ring, stemAt } from './glyphs.ts'

export const signs: Record<string, Glyph> = {
  '0': { width: 0.66, sides: 'rr', draw: (f) => ring(f, f.top) },
  '1': {
    width: 0.34,
    sides: 'ds',
    draw: (f) => {
      stemAt(f, f.right, 0, 1)
      const lean = f.lean(f.width - f.stem, 0.22)
      f.pen.slant([lean / 2, 0.72], [f.right, 1], lean)
    },
  },
  '2': {
    width: 0.62,
    sides: 'rd',
    draw: (f) => {
      const { pen, left, right, top } = f
      pen.rail(
        [
          [left, 0.66],
          [left, top],
          [right, top],
          [right, 0.6],
        ],
        { cuts: { start: 0.7 } },
      )
      const lean = f.lean(right - left, 0.6) * 0.96
      pen.slant([right + f.stem / 2 - lean / 2, 0.61], [lean / 2, f.bar * 0.6], lean)
      barAt(f, f.base, 0, f.width)
    },
  },
  '3': {
    width: 0.64,
    sides: 'rr',
    draw: ({ pen, left, right, top, base }) => {
      const waist = (top + base) / 2 + 0.02
      pen.rail(
        [
          [left, waist],
          [left, top],
          [right * 0.96, top],
          [right * 0.96, waist],
          [left * 2.2, waist],
        ],
        {
          cuts: { start: 0.73 },
        },
      )
      pen.rail(
        [
          [left * 2.2, waist],
          [right, waist],
          [right, base],
          [left, base],
          [left, waist],
        ],
        {
          cuts: { end: 0.28 },
        },
      )
    },
  },
  '4': {
    width: 0.68,
    sides: 'dd',
    draw: (f) => {
      const stemX = f.width * 0.72
      stemAt(f, stemX, 0, 1)
      barAt(f, 0.24, 0, f.width)
      const lean = f.lean(stemX - f.stem, 0.76)
      f.pen.slant([lean / 2, 0.24], [stemX + f.stem / 2 - lean / 2, 1], lean)
    },
  },
  '5': {
    width: 0.63,
    sides: 'rr',
    draw: (f) => {
      const { pen, left, right, top, base } = f
      barAt(f, top, left, f.width * 0.94)
      pen.box(left - f.stem / 2 + 0.01, 0.46, f.stem, 0.54)
      pen.rail(
        [
          [left, 0.6],
          [right, 0.6],
          [right, base],
          [left, base],
          [left, 0.4],
        ],
        { cuts: { end: 0.27 } },
      )
    },
  },
  '6': {
    width: 0.65,
    sides: 'rr',
    draw: (f) => {
      ring(f, 0.6)
      const { pen, left, right, top } = f
      pen.rail(
        [
          [left, 0.3],
          [left, top],
          [right, top],
          [right, 0.6],
        ],
        { cuts: { end: 0.76 } },
      )
    },
  },
  '7': {
    width: 0.6,
    sides: 'dd',
    draw: (f) => {
      barAt(f, f.top, 0, f.width)
      const lean = f.lean(f.width * 0.55, 1)
      f.pen.slant([f.width * 0.16 + lean / 2, 0], [f.width - lean / 2, 1], lean)
    },
  },
  '8': {
    width: 0.66,
    sides: 'rr',
    draw: ({ pen, left, right, top, base }) => {
      const waist = (top + base) / 2 + 0.03
      const inset = (right - left) * 0.04
      pen.rail(
        [
          [left + inset, waist],
          [right - inset, waist],
          [right - inset, top],
          [left + inset, top],
        ],
        { closed: true },
      )
      pen.rail(
        [
          [left, base],
          [right, base],
          [right, waist],
          [left, waist],
        ],
        { closed: true },
      )
    },
  },
  '9': {
    width: 0.65,
    sides: 'rr',
    draw: ({ pen, left, right, top, base }) => {
      pen.rail(
        [
          [left, 0.4],
          [right, 0.4],
          [right, top],
          [left, top],
        ],
        { closed: true },
      )
      pen.rail(
        [
          [right, 0.7],
          [right, base],
          [left, base],
          [left, 0.4],
        ],
        { cuts: { end: 0.24 } },
      )
    },
  },
  '.': { width: 0, sides: 'ss', draw: (f) => dot(f, f.width / 2, 0) },
  ',': {
    width: 0,
    sides: 'ss',
    draw: (f) => {
      dot(f, f.width / 2, 0)
      f.pen.slant([f.width / 2 + f.stem * 0.2, 0.02], [f.width / 2 - f.stem * 0.1, -0.15], f.stem * 0.72)
    },
  },
  ':': {
    width: 0,
    sides: 'ss',
    draw: (f) => {
      dot(f, f.width / 2, 0)
      dot(f, f.width / 2, 0.72 - f.stem * 1.12)
    },
  },
  '·': { width: 0, sides: 'ss', draw: (f) => dot(f, f.width / 2, 0.5 - f.stem * 0.56) },
  '-': { width: 0.36, sides: 'dd', draw: (f) => barAt(f, 0.38, 0, f.width) },
  '–': { width: 0.56, sides: 'dd', draw: (f) => barAt(f, 0.38, 0, f.width) },
  '+': {
    width: 0.56,
    sides: 'dd',
    draw: (f) => {
      barAt(f, 0.42, 0, f.width)
      stemAt(f, f.width / 2, 0.42 - f.width / 2, 0.42 + f.width / 2)
    },
  },
  '/': {
    width: 0.46,
    sides: 'dd',
    draw: (f) => {
      const lean = f.lean(f.width - f.stem, 1.1)
      f.pen.slant([lean / 2, -0.06], [f.width - lean / 2, 1.06], lean)
    },
  },
  '&': {
    width: 0.72,
    sides: 'rd',
    draw: (f) => {
      const { pen, left, right, top, base } = f
      const waist = 0.54
      const head = right * 0.72
      pen.rail(
        [
          [left * 1.5, waist],
          [head, waist],
          [head, top],
          [left * 1.5, top],
        ],
        { closed: true },
      )
      pen.rail([
        [head, waist],
        [left, waist],
        [left, base],
        [right * 0.86, base],
        [right * 0.86, 0.36],
      ])
      barAt(f, 0.36, f.width * 0.62, f.width)
    },
  },
  '!': {
    width: 0,
    sides: 'ss',
    draw: (f) => {
      dot(f, f.width / 2, 0)
      stemAt(f, f.width / 2, f.stem * 1.9, 1)
    },
  },
  '’': { width: 0, sides: 'dd', draw: (f) => stemAt(f, f.width / 2, 0.74, 1) },
  '%': {
    width: 0.94,
    sides: 'rr',
    draw: ({ pen, width, left, right, top, base, stem, bar, lean }) => {
      const small = Math.max(stem * 1.35, width * 0.27)
      const eye = (x: number, from: number, to: number) =>
        pen.rail(
          [
            [x, from],
            [x + small, from],
            [x + small, to],
            [x, to],
          ],
          { closed: true },
        )
      eye(left, 0.56 + bar / 2, top)
      eye(right - small, base, 0.44 - bar / 2)
      const slope = lean(width * 0.45, 1) * 0.85
      pen.slant([width * 0.26 + slope / 2, 0], [width * 0.74 - slope / 2, 1], slope)
    },
  },
  '?': {
    width: 0.6,
    sides: 'rr',
    draw: (f) => {
      const { pen, left, right, top, width } = f
      pen.rail(
        [
          [left, 0.6],
          [left, top],
          [right, top],
          [right, 0.48],
          [width / 2, 0.48],
          [width / 2, 0.27],
        ],
        {
          cuts: { start: 0.7 },
        },
      )
      dot(f, width / 2, 0)
    },
  },
}
