import { type Face, letter, type Placed } from './lettering.ts'
import { round } from './outline-pen.ts'

type Attributes = Record<string, string | number | undefined>

/** One picture of a review: its name there, its size in design pixels, and its SVG. */
export type Design = { name: string; width: number; height: number; svg: string }

const escape = (value: string) =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

export function node(name: string, attributes: Attributes, ...children: string[]): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escape(String(typeof value === 'number' ? round(value) : value))}"`)
    .join('')
  return children.length > 0 ? `<${name}${written}>${children.join('')}</${name}>` : `<${name}${written}/>`
}

/** A whole SVG; `scale` enlarges the pixels of a design that is drawn in smaller units. */
export function design(name: string, width: number, height: number, parts: string[], scale = 1): Design {
  const svg = node(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width: width * scale,
      height: height * scale,
      viewBox: `0 0 ${width} ${height}`,
    },
    ...parts,
  )
  return { name, width, height, svg: `${svg}\n` }
}

export const rect = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  more: Attributes = {},
) => node('rect', { x, y, width, height, fill, ...more })

export const circle = (cx: number, cy: number, r: number, fill: string, more: Attributes = {}) =>
  node('circle', { cx, cy, r, fill, ...more })

export const path = (d: string, fill: string, more: Attributes = {}) => node('path', { d, fill, ...more })

export const stroke = (d: string, color: string, width: number, more: Attributes = {}) =>
  node('path', { d, fill: 'none', stroke: color, 'stroke-width': width, ...more })

export const line = (
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  color: string,
  width = 1,
  more: Attributes = {},
) => stroke(`M${round(x1)} ${round(y1)}L${round(x2)} ${round(y2)}`, color, width, more)

export const group = (transform: string, ...children: string[]) => node('g', { transform }, ...children)

type TextStyle = {
  size: number
  fill: string
  weight?: number
  anchor?: 'start' | 'middle' | 'end'
  tracking?: number
  opacity?: number
}

/** Small text in whatever sans serif the machine has; everything that must be seen is drawn with `display`. */
export const text = (x: number, y: number, value: string, style: TextStyle) =>
  node(
    'text',
    {
      x,
      y,
      'font-family': 'Inter, Helvetica, Arial, sans-serif',
      'font-size': style.size,
      'font-weight': style.weight ?? 400,
      fill: style.fill,
      'text-anchor': style.anchor,
      'letter-spacing': style.tracking,
      opacity: style.opacity,
    },
    escape(value),
  )

export const paragraph = (x: number, y: number, rows: string[], leading: number, style: TextStyle) =>
  rows.map((row, index) => text(x, y + index * leading, row, style)).join('')

/** A line in the drawn face. */
export const display = (value: string, face: Face, placed: Placed, fill: string, more: Attributes = {}) =>
  path(letter(value, face, placed).d, fill, more)

type Stop = readonly [offset: number, color: string, opacity?: number]

const stops = (list: readonly Stop[]) =>
  list.map(([offset, color, opacity]) =>
    node('stop', { offset, 'stop-color': color, 'stop-opacity': opacity }),
  )

export const linearGradient = (id: string, x2: number, y2: number, ...list: Stop[]) =>
  node('linearGradient', { id, x1: 0, y1: 0, x2, y2 }, ...stops(list))

export const radialGradient = (id: string, cx: number, cy: number, r: number, ...list: Stop[]) =>
  node('radialGradient', { id, cx, cy, r }, ...stops(list))

export const clip = (id: string, ...shapes: string[]) => node('clipPath', { id }, ...shapes)

/** A point on a circle; degrees clockwise from the top. */
export const polar = (cx: number, cy: number, radius: number, degrees: number) => {
  const angle = ((degrees - 90) * Math.PI) / 180
  return [round(cx + radius * Math.cos(angle)), round(cy + radius * Math.sin(angle))] as const
}

/** A part of a circle as an open path; degrees clockwise from the top. */
export const arc = (cx: number, cy: number, radius: number, from: number, to: number) => {
  const [x0, y0] = polar(cx, cy, radius, from)
  const [x1, y1] = polar(cx, cy, radius, to)
  return `M${x0} ${y0}A${radius} ${radius} 0 ${to - from > 180 ? 1 : 0} 1 ${x1} ${y1}`
}

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i))

/** Numbers from 0 to 1 that look random and are the same every time. */
export function createDice(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
