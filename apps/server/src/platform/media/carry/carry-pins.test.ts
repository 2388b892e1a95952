import type { Marker } from '@wingmark/contract/comments'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { edits } from '../../../../test/made-edits.ts'
import {
  type Design,
  draw,
  heightOf,
  makeDesign,
  type Placed,
  pinOn,
  placesOf,
} from '../../../../test/made-pages.ts'
import type { Raster } from '../compare-pixels.ts'
import { type CarriedPin, carryPins } from './carry-pins.ts'
import { randomFrom } from './find-features.ts'

/** On a busy machine. */
const slow = { timeout: 300_000 }

type Judged = { isGone: boolean; isPlaced: boolean; isSure: boolean; pin: CarriedPin; part: Placed }

/** Within 1 % of the width of where the part really is. */
function judge(pin: CarriedPin, part: Placed, newer: Design): Judged {
  const truth = placesOf(newer).find(({ id }) => id === part.id)
  const isSure = pin.confidence === 'SURE' && pin.marker !== null
  if (!truth || !pin.marker) return { isGone: !truth, isPlaced: false, isSure, pin, part }
  const right = pinOn(truth, newer)
  const [x, y] = [pin.marker.x - right.x, pin.marker.y - right.y]
  const apart = Math.hypot(x * newer.width, y * heightOf(newer))
  return { isGone: false, isPlaced: apart <= 0.01 * newer.width, isSure, pin, part }
}

async function carry(older: Design, newer: Design): Promise<Judged[]> {
  const parts = placesOf(older)
  const pins = await carryPins(
    draw(older),
    draw(newer),
    parts.map((part) => pinOn(part, older)),
  )
  return pins.map((pin, at) => judge(pin, parts[at] as Placed, newer))
}

/** A page on which one section stands twice. */
function withTwin(design: Design, seed: number): Design {
  const section = design.sections[seed % design.sections.length]
  if (!section) return design
  const parts = section.parts.map((part) => ({ ...part, id: `twin-${part.id}` }))
  return { ...design, sections: [...design.sections, { ...section, id: 'twin', parts }] }
}

test('of 24 pairs of versions no pin is shown in a wrong place without doubt', {
  timeout: 300_000,
}, async () => {
  const judged: Judged[] = []
  for (const [name, edit] of Object.entries(edits))
    for (const seed of [5, 6]) {
      const design = makeDesign(seed, 2)
      const older = name === 'a twin removed' ? withTwin(design, seed) : design
      judged.push(...(await carry(older, edit(older, seed))))
    }
  const there = judged.filter(({ isGone }) => !isGone)
  const share = (of: Judged[], isSo: (one: Judged) => boolean) => of.filter(isSo).length / of.length
  expect(judged.filter(({ isSure, isPlaced }) => isSure && !isPlaced)).toEqual([])
  expect(share(there, ({ isPlaced }) => isPlaced)).toBeGreaterThan(0.85)
  expect(share(there, ({ isSure }) => isSure)).toBeGreaterThan(0.75)
})

const markersOf = (design: Design): Marker[] => {
  const parts = placesOf(design)
  return parts.map((part, at) => pinOn(part, design, at % 2 === 0 ? 'POINT' : 'RECTANGLE'))
}

function shifted({ data, width, height }: Raster, by: number): Raster {
  const moved = new Uint8Array(width * (height + by) * 4).fill(255)
  moved.set(data, width * by * 4)
  return { data: moved, width, height: height + by }
}

test('a page carried onto itself leaves every pin unchanged', slow, async () => {
  const design = makeDesign(3, 2)
  const page = draw(design)
  const pins = markersOf(design)
  for (const [at, { outcome, marker }] of (await carryPins(page, page, pins)).entries()) {
    expect(outcome).toBe('UNCHANGED')
    expect(marker?.x).toBeCloseTo(pins[at]?.x ?? 0, 3)
    expect(marker?.y).toBeCloseTo(pins[at]?.y ?? 0, 3)
  }
})

test('a page moved down by some pixels moves every pin by as many, there and back', slow, async () => {
  const design = makeDesign(4, 2)
  const page = draw(design)
  const pins = markersOf(design)
  for (const by of [34]) {
    const lower = shifted(page, by)
    const there = await carryPins(page, lower, pins)
    for (const [at, { marker }] of there.entries())
      expect((marker?.y ?? 0) * lower.height).toBeCloseTo((pins[at]?.y ?? 0) * page.height + by, -0.4)
    const carried = there.flatMap(({ marker }) => (marker ? [marker] : []))
    expect(carried).toHaveLength(pins.length)
    for (const [at, { marker }] of (await carryPins(lower, page, carried)).entries()) {
      expect(Math.abs((marker?.x ?? 0) - (pins[at]?.x ?? 0))).toBeLessThan(0.01)
      expect(Math.abs((marker?.y ?? 0) - (pins[at]?.y ?? 0))).toBeLessThan(0.01)
    }
  }
})

test('on a page of twice the size nothing moves', slow, async () => {
  const design = makeDesign(7, 2)
  const page = draw(design)
  const raw = { width: page.width, height: page.height, channels: 4 as const }
  const { data, info } = await sharp(page.data, { raw })
    .resize({ width: page.width * 2 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pins = markersOf(design)
  const carried = await carryPins(page, { data, width: info.width, height: info.height }, pins)
  for (const [at, { outcome, marker }] of carried.entries()) {
    expect(['UNCHANGED', 'CHANGED']).toContain(outcome)
    expect(Math.abs((marker?.x ?? 0) - (pins[at]?.x ?? 0))).toBeLessThan(0.01)
    expect(Math.abs((marker?.y ?? 0) - (pins[at]?.y ?? 0))).toBeLessThan(0.01)
  }
})

test('arrows and drawings move as one piece, and regions keep their size', slow, async () => {
  const design = makeDesign(4, 2)
  const page = draw(design)
  const lower = shifted(page, 60)
  const [part] = placesOf(design)
  const region = pinOn(part as Placed, design, 'RECTANGLE')
  const ends: [number, number][] = [
    [region.x, region.y],
    [region.x + 0.2, region.y + 0.02],
  ]
  const arrow: Marker = { page: 1, x: region.x, y: region.y, shape: 'ARROW', points: ends }
  const [first, second] = await carryPins(page, lower, [region, arrow])
  expect(first?.marker?.width).toBeCloseTo(region.width ?? 0, 5)
  expect((first?.marker?.height ?? 0) * lower.height).toBeCloseTo((region.height ?? 0) * page.height, 1)
  const [from = [0, 0], to = [0, 0]] = second?.marker?.points ?? []
  expect(to[0] - from[0]).toBeCloseTo(0.2, 3)
  expect((to[1] - from[1]) * lower.height).toBeCloseTo(0.02 * page.height, 1)
})

function withoutLeft({ data, width, height }: Raster, by: number): Raster {
  const cut = new Uint8Array((width - by) * height * 4)
  for (let y = 0; y < height; y++)
    cut.set(data.subarray((y * width + by) * 4, (y + 1) * width * 4), y * (width - by) * 4)
  return { data: cut, width: width - by, height }
}

test('a region that the new edge of a page cuts asks, and its neighbours are sure', slow, async () => {
  const design = makeDesign(4, 2)
  const page = draw(design)
  const parts = placesOf(design).filter(({ kind }) => kind === 'photo')
  const regions = parts.map((part) => pinOn(part, design, 'RECTANGLE'))
  const carried = await carryPins(page, withoutLeft(page, 60), regions)
  const isCut = (at: number) => (parts[at]?.on.x ?? 0) < 60
  expect(carried.filter((_, at) => isCut(at)).map(({ confidence }) => confidence)).toContain('UNSURE')
  for (const [at, { confidence }] of carried.entries())
    expect([at, confidence]).toEqual([at, isCut(at) ? 'UNSURE' : 'SURE'])
})

const plain = (width: number, height: number, value = 255): Raster => ({
  data: new Uint8Array(width * height * 4).fill(value),
  width,
  height,
})

function painted(width: number, height: number, value: (x: number, y: number) => number): Raster {
  const raster = plain(width, height)
  for (let at = 0; at < width * height; at++)
    raster.data.fill(value(at % width, Math.floor(at / width)), at * 4, at * 4 + 3)
  return raster
}

const noise = (seed: number) => {
  const next = randomFrom(seed)
  return painted(200, 200, () => Math.floor(next() * 256))
}

/** A thousand look-alikes; the row or column at which they begin differs. */
const checkerboard = (from: number) =>
  painted(500, 500, (x, y) => ((Math.floor((x + from) / 25) + Math.floor((y + from) / 25)) % 2) * 255)

const design = makeDesign(9, 2)
const hostile: Record<string, () => readonly [Raster, Raster]> = {
  'one pixel': () => [plain(1, 1, 0), plain(1, 1)],
  'a design and one pixel': () => [draw(design), plain(1, 1)],
  'one pixel and a design': () => [plain(1, 1), draw(design)],
  'all white': () => [plain(600, 900), plain(600, 900)],
  'a design and white': () => [draw(design), plain(720, 800)],
  noise: () => [noise(1), noise(2)],
  'a checkerboard that begins elsewhere': () => [checkerboard(0), checkerboard(25)],
  'other proportions': () => [draw(design), plain(60, 3000)],
  'a very tall page': () => [plain(200, 16_384), painted(200, 16_384, (_, y) => (y % 40 < 3 ? 0 : 255))],
  'two designs that have nothing in common': () => [draw(design), draw(makeDesign(77, 2))],
}

test.each(Object.entries(hostile))('%s: no pin is sure by chance', slow, async (_, make) => {
  const [older, newer] = make()
  const pins: Marker[] = [
    { page: 1, x: 0, y: 0, shape: 'POINT' },
    { page: 1, x: 0.31, y: 0.42, shape: 'POINT' },
    { page: 1, x: 0.2, y: 0.1, width: 0.8, height: 0.9, shape: 'RECTANGLE' },
    { page: 1, x: 1, y: 1, shape: 'POINT' },
  ]
  const carried = await carryPins(older, newer, pins)
  expect(carried).toHaveLength(pins.length)
  for (const { confidence, marker } of carried) {
    expect(confidence).toBe('UNSURE')
    for (const value of marker ? [marker.x, marker.y] : []) expect(value >= 0 && value <= 1).toBe(true)
    if (marker?.width) expect(marker.x + marker.width).toBeLessThanOrEqual(1.000001)
  }
})
