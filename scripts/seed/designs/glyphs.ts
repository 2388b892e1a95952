import type { Pen } from './outline-pen.ts'

/** Measures of one letter, in cap heights: centre lines of its outer strokes, and its full width. */
export type Frame = {
  pen: Pen
  width: number
  left: number
  right: number
  top: number
  base: number
  stem: number
  bar: number
  /** Level width of a stroke that leans by `run` over `rise`. */
  lean: (run: number, rise: number) => number
}

export type Glyph = {
  /** Outer width at normal weight; 0 is one stem. */
  width: number
  height?: number
  /** Room at the left and at the right: straight, round or slanting side. */
  sides: 'ss' | 'sr' | 'rs' | 'rr' | 'dd' | 'sd' | 'ds' | 'rd'
  draw: (frame: Frame) => void
}

export const xHeight = 0.72
export const descent = -0.27

export const stemAt = ({ pen, stem }: Frame, x: number, from: number, to: number) =>
  pen.box(x - stem / 2, from, stem, to - from)
export const barAt = ({ pen, bar }: Frame, y: number, from: number, to: number) =>
  pen.box(from, y - bar / 2, to - from, bar)
export const vee = (frame: Frame, tip: number, high: number) => {
  const { pen, width } = frame
  const lean = frame.lean(width / 2 - frame.stem / 2, high)
  pen.slant([lean / 2, high - tip], [width / 2, tip], lean)
  pen.slant([width - lean / 2, high - tip], [width / 2, tip], lean)
}
export const ring = ({ pen, left, right, base }: Frame, top: number) =>
  pen.rail(
    [
      [left, base],
      [right, base],
      [right, top],
      [left, top],
    ],
    { closed: true },
  )
export const dot = ({ pen, stem }: Frame, x: number, y: number) => {
  const size = stem * 1.12
  pen.box(x - size / 2, y, size, size)
}

export const capitals: Record<string, Glyph> = {
  A: {
    width: 0.86,
    sides: 'dd',
    draw: (f) => {
      vee(f, 1, 1)
      barAt(f, 0.27, f.width * 0.22, f.width * 0.78)
    },
  },
  B: {
    width: 0.7,
    sides: 'sr',
    draw: ({ pen, left, right, top, base }) => {
      const waist = (top + base) / 2 + 0.02
      pen.rail(
        [
          [left, waist],
          [left, top],
          [right * 0.95, top],
          [right * 0.95, waist],
          [left, waist],
        ],
        {
          square: [1],
        },
      )
      pen.rail(
        [
          [left, waist],
          [right, waist],
          [right, base],
          [left, base],
          [left, waist],
        ],
        { square: [3] },
      )
    },
  },
  C: {
    width: 0.78,
    sides: 'rr',
    draw: ({ pen, left, right, top, base }) => {
      pen.rail(
        [
          [right, (top + base) / 2],
          [right, top],
          [left, top],
          [left, base],
          [right, base],
          [right, (top + base) / 2],
        ],
        {
          cuts: { start: 0.69, end: 0.31 },
        },
      )
    },
  },
  D: {
    width: 0.77,
    sides: 'sr',
    draw: ({ pen, left, right, top, base }) =>
      pen.rail(
        [
          [left, base],
          [right, base],
          [right, top],
          [left, top],
        ],
        { closed: true, square: [0, 3] },
      ),
  },
  E: {
    width: 0.6,
    sides: 'sd',
    draw: (f) => {
      stemAt(f, f.left, 0, 1)
      for (const y of [f.base, f.top]) barAt(f, y, f.left, f.width)
      barAt(f, 0.515, f.left, f.width * 0.93)
    },
  },
  F: {
    width: 0.57,
    sides: 'sd',
    draw: (f) => {
      stemAt(f, f.left, 0, 1)
      barAt(f, f.top, f.left, f.width)
      barAt(f, 0.49, f.left, f.width * 0.92)
    },
  },
  G: {
    width: 0.81,
    sides: 'rr',
    draw: (f) => {
      const { pen, left, right, top, base } = f
      pen.rail(
        [
          [right, (top + base) / 2],
          [right, top],
          [left, top],
          [left, base],
          [right, base],
          [right, 0.46],
        ],
        {
          cuts: { start: 0.7 },
        },
      )
      barAt(f, 0.46, f.width * 0.52, right + f.stem / 2)
    },
  },
  H: {
    width: 0.76,
    sides: 'ss',
    draw: (f) => {
      for (const x of [f.left, f.right]) stemAt(f, x, 0, 1)
      barAt(f, 0.515, f.left, f.right)
    },
  },
  I: { width: 0, sides: 'ss', draw: (f) => stemAt(f, f.width / 2, 0, 1) },
  J: {
    width: 0.54,
    sides: 'rs',
    draw: ({ pen, left, right, base }) =>
      pen.rail(
        [
          [right, 1],
          [right, base],
          [left, base],
          [left, 0.5],
        ],
        { cuts: { end: 0.29 } },
      ),
  },
  K: {
    width: 0.74,
    sides: 'sd',
    draw: (f) => {
      stemAt(f, f.left, 0, 1)
      const lean = f.lean(f.width - f.stem * 2, 0.62)
      f.pen.slant([f.left + lean * 0.3, 0.35], [f.width - lean / 2, 1], lean)
      f.pen.slant([f.width - lean / 2, 0], [f.width * 0.36 + lean * 0.1, 0.6], lean)
    },
  },
  L: {
    width: 0.56,
    sides: 'sd',
    draw: (f) => {
      stemAt(f, f.left, 0, 1)
      barAt(f, f.base, f.left, f.width)
    },
  },
  M: {
    width: 0.94,
    sides: 'ss',
    draw: (f) => {
      for (const x of [f.left, f.right]) stemAt(f, x, 0, 1)
      const lean = f.lean(f.width / 2 - f.stem, 0.9) * 0.94
      f.pen.slant([lean / 2, 1], [f.width / 2, 0.12], lean)
      f.pen.slant([f.width - lean / 2, 1], [f.width / 2, 0.12], lean)
    },
  },
  N: {
    width: 0.78,
    sides: 'ss',
    draw: (f) => {
      for (const x of [f.left, f.right]) stemAt(f, x, 0, 1)
      const lean = f.lean(f.width - f.stem * 1.6, 1) * 0.98
      f.pen.slant([lean / 2, 1], [f.width - lean / 2, 0], lean)
    },
  },
  O: { width: 0.86, sides: 'rr', draw: (f) => ring(f, f.top) },
  P: {
    width: 0.68,
    sides: 'sr',
    draw: (f) => {
      stemAt(f, f.left, 0, 1)
      const { pen, left, right, top } = f
      pen.rail(
        [
          [left, 0.42],
          [right, 0.42],
          [right, top],
          [left, top],
        ],
        { closed: true, square: [0, 3] },
      )
    },
  },
  Q: {
    width: 0.86,
    sides: 'rr',
    draw: (f) => {
      ring(f, f.top)
      const lean = f.lean(0.2, 0.26)
      f.pen.slant([f.width * 0.58, 0.24], [f.width - lean / 2, -0.06], lean)
    },
  },
  R: {
    width: 0.71,
    sides: 'sd',
    draw: (f) => {
      stemAt(f, f.left, 0, 1)
      const { pen, left, right, top } = f
      pen.rail(
        [
          [left, 0.44],
          [right * 0.98, 0.44],
          [right * 0.98, top],
          [left, top],
        ],
        {
          closed: true,
          square: [0, 3],
        },
      )
      const lean = f.lean(f.width * 0.4, 0.44)
      pen.slant([f.width * 0.5, 0.46], [f.width - lean * 0.42, 0], lean)
    },
  },
  S: {
    width: 0.68,
    sides: 'rr',
    draw: ({ pen, left, right, top, base }) => {
      const waist = (top + base) / 2 + 0.015
      const inset = left + (right - left) * 0.03
      pen.rail(
        [
          [right - 0.01, waist],
          [right - 0.01, top],
          [inset, top],
          [inset, waist],
          [right, waist],
          [right, base],
          [left, base],
          [left, waist],
        ],
        { cuts: { start: 0.72, end: 0.28 } },
      )
    },
  },
  T: {
    width: 0.7,
    sides: 'dd',
    draw: (f) => {
      barAt(f, f.top, 0, f.width)
      stemAt(f, f.width / 2, 0, 1)
    },
  },
  U: {
    width: 0.74,
    sides: 'ss',
    draw: ({ pen, left, right, base }) =>
      pen.rail([
        [left, 1],
        [left, base],
        [right, base],
        [right, 1],
      ]),
  },
  V: { width: 0.84, sides: 'dd', draw: (f) => vee(f, 0, 1) },
  W: {
    width: 1.22,
    sides: 'dd',
    draw: (f) => {
      const lean = f.lean(f.width / 4 - f.stem * 0.3, 1)
      const foot = (f.width - lean) / 4 + lean / 2
      f.pen.slant([lean / 2, 1], [foot, 0], lean)
      f.pen.slant([f.width / 2, 1], [foot, 0], lean)
      f.pen.slant([f.width / 2, 1], [f.width - foot, 0], lean)
      f.pen.slant([f.width - lean / 2, 1], [f.width - foot, 0], lean)
    },
  },
  X: {
    width: 0.8,
    sides: 'dd',
    draw: (f) => {
      const lean = f.lean(f.width - f.stem * 1.3, 1)
      f.pen.slant([lean / 2, 1], [f.width - lean / 2, 0], lean)
      f.pen.slant([f.width - lean / 2, 1], [lean / 2, 0], lean)
    },
  },
  Y: {
    width: 0.8,
    sides: 'dd',
    draw: (f) => {
      const lean = f.lean(f.width / 2 - f.stem / 2, 0.58)
      f.pen.slant([lean / 2, 1], [f.width / 2, 0.4], lean)
      f.pen.slant([f.width - lean / 2, 1], [f.width / 2, 0.4], lean)
      stemAt(f, f.width / 2, 0, 0.46)
    },
  },
  Z: {
    width: 0.7,
    sides: 'dd',
    draw: (f) => {
      for (const y of [f.base, f.top]) barAt(f, y, 0, f.width)
      const lean = f.lean(f.width - f.stem, 1)
      f.pen.slant([lean / 2, 0.02], [f.width - lean / 2, 0.98], lean)
    },
  },
}
