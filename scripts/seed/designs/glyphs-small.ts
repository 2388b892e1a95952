import { barAt, descent, dot, type Frame, type Glyph, ring, stemAt, vee, xHeight } from './glyphs.ts'

const x = xHeight
const bowl = (f: Frame) => ring(f, f.top)
const arch = ({ pen, top }: Frame, from: number, to: number) =>
  pen.rail([
    [from, 0],
    [from, top],
    [to, top],
    [to, 0],
  ])
const low = { height: x }

export const smallCharacters: Record<string, Glyph> = {
  a: {
    width: 0.57,
    sides: 'rs',
    ...low,
    draw: (f) => {
      const { pen, left, right, top, base } = f
      pen.rail(
        [
          [left * 1.15, top * 0.5],
          [left * 1.15, top],
          [right, top],
          [right, 0],
        ],
        { cuts: { start: x * 0.71 } },
      )
      pen.rail(
        [
          [right, x * 0.56],
          [left, x * 0.56],
          [left, base],
          [right, base],
        ],
        { square: [3] },
      )
      stemAt(f, right, 0, 0.1)
    },
  },
  b: {
    width: 0.63,
    sides: 'sr',
    ...low,
    draw: (f) => {
      bowl(f)
      stemAt(f, f.left, 0, 1)
    },
  },
  c: {
    width: 0.57,
    sides: 'rr',
    ...low,
    draw: ({ pen, left, right, top, base }) =>
      pen.rail(
        [
          [right, x / 2],
          [right, top],
          [left, top],
          [left, base],
          [right, base],
          [right, x / 2],
        ],
        {
          cuts: { start: x * 0.67, end: x * 0.33 },
        },
      ),
  },
  d: {
    width: 0.63,
    sides: 'rs',
    ...low,
    draw: (f) => {
      bowl(f)
      stemAt(f, f.right, 0, 1)
    },
  },
  e: {
    width: 0.6,
    sides: 'rr',
    ...low,
    draw: (f) => {
      const { pen, left, right, top, base } = f
      pen.rail(
        [
          [right, x * 0.48],
          [right, top],
          [left, top],
          [left, base],
          [right, base],
          [right, x / 2],
        ],
        {
          cuts: { end: x * 0.29 },
        },
      )
      barAt(f, x * 0.48, left, right + f.stem / 2)
    },
  },
  f: {
    width: 0.4,
    sides: 'dd',
    draw: (f) => {
      const stemX = f.left + f.width * 0.22
      f.pen.rail([
        [stemX, 0],
        [stemX, f.top],
        [f.width, f.top],
      ])
      barAt(f, x - f.bar / 2, 0, f.width * 0.96)
    },
  },
  g: {
    width: 0.63,
    sides: 'rs',
    ...low,
    draw: (f) => {
      bowl(f)
      const foot = descent + f.bar / 2
      f.pen.rail(
        [
          [f.right, x],
          [f.right, foot],
          [f.left, foot],
          [f.left, 0],
        ],
        { cuts: { end: -0.09 } },
      )
    },
  },
  h: {
    width: 0.58,
    sides: 'ss',
    ...low,
    draw: (f) => {
      arch(f, f.left, f.right)
      stemAt(f, f.left, 0, 1)
    },
  },
  i: {
    width: 0,
    sides: 'ss',
    draw: (f) => {
      stemAt(f, f.width / 2, 0, x)
      dot(f, f.width / 2, Math.max(0.84, x + f.stem * 0.55))
    },
  },
  j: {
    width: 0.26,
    sides: 'ds',
    draw: (f) => {
      const foot = descent + f.bar / 2
      f.pen.rail([
        [f.right, x],
        [f.right, foot],
        [0, foot],
      ])
      dot(f, f.right, Math.max(0.84, x + f.stem * 0.55))
    },
  },
  k: {
    width: 0.58,
    sides: 'sd',
    draw: (f) => {
      stemAt(f, f.left, 0, 1)
      const lean = f.lean(f.width - f.stem * 2, x * 0.64)
      f.pen.slant([f.left + lean * 0.25, x * 0.31], [f.width - lean / 2, x], lean)
      f.pen.slant([f.width - lean / 2, 0], [f.width * 0.38 + lean * 0.1, x * 0.6], lean)
    },
  },
  l: { width: 0, sides: 'ss', draw: (f) => stemAt(f, f.width / 2, 0, 1) },
  m: {
    width: 0.94,
    sides: 'ss',
    ...low,
    draw: (f) => {
      const middle = (f.left + f.right) / 2
      arch(f, f.left, middle)
      arch(f, middle, f.right)
      stemAt(f, f.left, 0, x)
    },
  },
  n: {
    width: 0.58,
    sides: 'ss',
    ...low,
    draw: (f) => {
      arch(f, f.left, f.right)
      stemAt(f, f.left, 0, x)
    },
  },
  o: { width: 0.64, sides: 'rr', ...low, draw: bowl },
  p: {
    width: 0.63,
    sides: 'sr',
    ...low,
    draw: (f) => {
      bowl(f)
      stemAt(f, f.left, descent, x)
    },
  },
  q: {
    width: 0.63,
    sides: 'rs',
    ...low,
    draw: (f) => {
      bowl(f)
      stemAt(f, f.right, descent, x)
    },
  },
  r: {
    width: 0.38,
    sides: 'sd',
    ...low,
    draw: (f) => {
      stemAt(f, f.left, 0, x)
      f.pen.rail([
        [f.left, 0.1],
        [f.left, f.top],
        [f.width, f.top],
      ])
    },
  },
  s: {
    width: 0.53,
    sides: 'rr',
    ...low,
    draw: ({ pen, left, right, top, base }) => {
      const waist = (top + base) / 2 + 0.008
      pen.rail(
        [
          [right, waist],
          [right, top],
          [left, top],
          [left, waist],
          [right, waist],
          [right, base],
          [left, base],
          [left, waist],
        ],
        { cuts: { start: x * 0.71, end: x * 0.29 } },
      )
    },
  },
  t: {
    width: 0.4,
    sides: 'dd',
    draw: (f) => {
      const stemX = f.left + f.width * 0.2
      f.pen.rail([
        [stemX, 0.93],
        [stemX, f.base],
        [f.width, f.base],
      ])
      barAt(f, x - f.bar / 2, 0, f.width * 0.97)
    },
  },
  u: {
    width: 0.58,
    sides: 'ss',
    ...low,
    draw: (f) => {
      f.pen.rail([
        [f.left, x],
        [f.left, f.base],
        [f.right, f.base],
        [f.right, x],
      ])
      stemAt(f, f.right, 0, x)
    },
  },
  v: { width: 0.6, sides: 'dd', ...low, draw: (f) => vee(f, 0, x) },
  w: {
    width: 0.9,
    sides: 'dd',
    ...low,
    draw: (f) => {
      const lean = f.lean(f.width / 4 - f.stem * 0.3, x)
      const foot = (f.width - lean) / 4 + lean / 2
      f.pen.slant([lean / 2, x], [foot, 0], lean)
      f.pen.slant([f.width / 2, x], [foot, 0], lean)
      f.pen.slant([f.width / 2, x], [f.width - foot, 0], lean)
      f.pen.slant([f.width - lean / 2, x], [f.width - foot, 0], lean)
    },
  },
  x: {
    width: 0.59,
    sides: 'dd',
    ...low,
    draw: (f) => {
      const lean = f.lean(f.width - f.stem * 1.3, x)
      f.pen.slant([lean / 2, x], [f.width - lean / 2, 0], lean)
      f.pen.slant([f.width - lean / 2, x], [lean / 2, 0], lean)
    },
  },
  y: {
    width: 0.6,
    sides: 'dd',
    ...low,
    draw: (f) => {
      const lean = f.lean(f.width / 2 - f.stem / 2, x)
      const slope = (f.width / 2 - lean / 2) / x
      f.pen.slant([lean / 2, x], [f.width / 2, 0], lean)
      f.pen.slant([f.width - lean / 2, x], [f.width / 2 + descent * slope, descent], lean)
    },
  },
  z: {
    width: 0.54,
    sides: 'dd',
    ...low,
    draw: (f) => {
      for (const y of [f.base, f.top]) barAt(f, y, 0, f.width)
      const lean = f.lean(f.width - f.stem, x)
      f.pen.slant([lean / 2, 0.02], [f.width - lean / 2, x - 0.02], lean)
    },
  },
}
