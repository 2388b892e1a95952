import type { Marker } from '@wingmark/contract/comments'
import { randomFrom } from '../src/platform/media/carry/find-features.ts'
import type { Raster } from '../src/platform/media/compare-pixels.ts'

/** A design of parts that keep their ids, drawn without a browser or a font: the same everywhere. */
export type Part = {
  id: string
  kind: 'words' | 'photo' | 'button'
  /** The same look for the same number. */
  look: number
  box: Box
}
export type Section = { id: string; height: number; parts: Part[] }
export type Design = { width: number; ground: Color; ink: Color; sections: Section[] }

type Box = { x: number; y: number; width: number; height: number }
type Color = readonly [number, number, number]

const white: Color = [255, 255, 255]
const black: Color = [24, 28, 34]
export const dark: Pick<Design, 'ground' | 'ink'> = { ground: [20, 22, 27], ink: [236, 238, 241] }

/** `cards` stand in a row beneath a heading, or a photo beside words. */
export function makeSection(id: string, seed: number): Section {
  const next = randomFrom(seed)
  const look = () => Math.floor(next() * 1e9)
  const part = (name: string, kind: Part['kind'], [x, y, width, height]: readonly number[]): Part => ({
    id: `${id}-${name}`,
    kind,
    look: look(),
    box: { x: x ?? 0, y: y ?? 0, width: width ?? 0, height: height ?? 0 },
  })
  const heading = part('heading', 'words', [40, 20, 240 + Math.floor(next() * 200), 26])
  if (next() < 0.5) {
    const parts = [
      part('photo', 'photo', [40, 64, 280, 170]),
      part('text', 'words', [350, 70, 320, 100]),
      part('button', 'button', [350, 190, 130, 34]),
    ]
    return { id, height: 260, parts: [heading, ...parts] }
  }
  const cards = [0, 1, 2].flatMap((at) => [
    part(`photo${at}`, 'photo', [40 + at * 215, 64, 200, 90]),
    part(`text${at}`, 'words', [40 + at * 215, 164, 190, 50]),
  ])
  return { id, height: 240, parts: [heading, ...cards] }
}

export function makeDesign(seed: number, sections = 4): Design {
  const all = Array.from({ length: sections }, (_, at) => makeSection(`s${at}`, seed * 101 + at))
  return { width: 720, ground: white, ink: black, sections: all }
}

export type Placed = Part & { on: Box }

/** Each part and where it is on the page. */
export function placesOf({ sections }: Design): Placed[] {
  let top = 0
  return sections.flatMap(({ height, parts }) => {
    const from = top
    top += height
    return parts.map((part) => ({ ...part, on: { ...part.box, y: part.box.y + from } }))
  })
}

export const heightOf = ({ sections }: Design) => sections.reduce((sum, { height }) => sum + height, 0)

export function draw(design: Design): Raster {
  const [width, height] = [design.width, heightOf(design)]
  const raster = { data: new Uint8Array(width * height * 4).fill(255), width, height }
  fill(raster, { x: 0, y: 0, width, height }, design.ground)
  for (const { kind, look, on } of placesOf(design)) {
    if (kind === 'words') drawWords(raster, on, look, design.ink)
    else if (kind === 'photo') drawPhoto(raster, on, look)
    else {
      fill(raster, on, [52, 87, 213])
      const inside = { x: on.x + 20, y: on.y + 10, width: on.width - 40, height: on.height - 18 }
      drawWords(raster, inside, look, white)
    }
  }
  return raster
}

function fill({ data, width, height }: Raster, box: Box, color: Color): void {
  const [right, bottom] = [Math.min(width, box.x + box.width), Math.min(height, box.y + box.height)]
  for (let y = Math.max(0, box.y); y < bottom; y++)
    for (let x = Math.max(0, box.x); x < right; x++) data.set(color, (y * width + x) * 4)
}

/** Lines of strokes that look like letters. */
function drawWords(raster: Raster, box: Box, look: number, ink: Color): void {
  const next = randomFrom(look)
  const size = Math.min(18, box.height)
  for (let y = box.y; y + size <= box.y + box.height; y += size + 14)
    for (let x = box.x; x + 12 < box.x + box.width; x += 18) {
      if (next() < 0.16) continue
      const tall = next() < 0.4 ? size : size - 5
      fill(raster, { x, y: y + size - tall, width: 3, height: tall }, ink)
      fill(raster, { x, y: y + size - Math.ceil(next() * tall), width: 12, height: 3 }, ink)
      if (next() < 0.6) fill(raster, { x: x + 9, y: y + size - tall, width: 3, height: tall }, ink)
      if (next() < 0.5) fill(raster, { x, y: y + size - 2, width: 12, height: 3 }, ink)
    }
}

function drawPhoto(raster: Raster, box: Box, look: number): void {
  const next = randomFrom(look)
  const color = (): Color => [next() * 255, next() * 255, next() * 255].map(Math.round) as never
  fill(raster, box, color())
  for (let at = 0; at < 22; at++) {
    const [width, height] = [14 + Math.floor(next() * 60), 12 + Math.floor(next() * 40)]
    const x = box.x + Math.floor(next() * (box.width - width))
    const y = box.y + Math.floor(next() * (box.height - height))
    fill(raster, { x, y, width, height }, color())
  }
}

/** A pin in the middle of a part, or a region around it. */
export function pinOn({ on }: Placed, design: Design, shape: 'POINT' | 'RECTANGLE' = 'POINT'): Marker {
  const [width, height] = [design.width, heightOf(design)]
  if (shape === 'POINT')
    return { page: 1, shape, x: (on.x + on.width / 2) / width, y: (on.y + on.height / 2) / height }
  const size = { width: on.width / width, height: on.height / height }
  return { page: 1, shape, x: on.x / width, y: on.y / height, ...size }
}
