import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Marker } from '@wingmark/contract/comments'
import { launchChromium } from '../../../scripts/launch-chromium.ts'
import { type Box, type Drawn, drawVersion, type Place } from './draw-pair.ts'
import { type EditKind, edits, kindsOf } from './edits.ts'
import { makePage } from './pages.ts'
import { makeBuilder, type Part, type Random, randomOf, type Version, walk } from './tree.ts'

export type Outcome = 'UNCHANGED' | 'MOVED' | 'CHANGED' | 'NOT_FOUND'
/** What is true of a pin; `at` is where it is now, in pixels; `fair`: the outcomes that are right. */
export type Truth = {
  marker: Marker
  fair: Outcome[]
  at?: { x: number; y: number }
  box?: Box
  isOwnSpotEdited: boolean
}
export type Pair = { kinds: EditKind[]; older: Size; newer: Size; truth: Truth[] }
type Size = { file: string; width: number; height: number }

const pinsPerPair = 10
/** Parts of the width. */
const still = 0.007
/** Grows when the same seed makes other pairs. */
const edition = 1

/** Pairs of versions with the truth of their pins, made once for each seed. */
export async function makePairs(seed: number, count: number, only?: EditKind): Promise<Pair[]> {
  const folder = join(tmpdir(), 'wingmark-carry-pairs', `${edition}-${seed}-${only ?? 'all'}`)
  mkdirSync(folder, { recursive: true })
  const pairs: Pair[] = []
  const list = (index: number) => join(folder, `${index}.json`)
  const missing = Array.from({ length: count }, (_, index) => index).filter(
    (index) => !existsSync(list(index)),
  )
  if (missing.length > 0) {
    const browser = await launchChromium()
    for (const index of missing) {
      const pair = await makePair(browser, { seed, index, folder, only })
      writeFileSync(list(index), JSON.stringify(pair))
    }
    await browser.close()
  }
  for (let index = 0; index < count; index++)
    pairs.push(JSON.parse(readFileSync(list(index), 'utf8')) as Pair)
  return pairs
}

type Wanted = { seed: number; index: number; folder: string; only: EditKind | undefined }

async function makePair(
  browser: Awaited<ReturnType<typeof launchChromium>>,
  { seed, index, folder, only }: Wanted,
): Promise<Pair> {
  const b = makeBuilder(randomOf(seed * 100_003 + index))
  const older = makePage(b)
  const newer = structuredClone(older)
  const kinds = only ? [only] : kindsOf(b, index)
  const touched = new Set(kinds.flatMap((kind) => edits[kind](b, newer)))
  const was = await drawVersion(browser, older, { folder, name: `${index}-older` })
  const letters = Object.entries(was.places).flatMap(([id, { letter }]) => (letter ? [[id, letter.at]] : []))
  const is = await drawVersion(
    browser,
    newer,
    { folder, name: `${index}-newer` },
    Object.fromEntries(letters),
  )
  const sides = { was, is, older, newer, touched }
  const truth = choosePins(b.random, sides).map((pin) => truthOf(pin, sides))
  const sizeOf = ({ file, width, height }: Drawn): Size => ({ file, width, height })
  const isInside = ({ marker: { x, y } }: Truth) => x > 0 && x < 1 && y > 0 && y < 1
  return { kinds, older: sizeOf(was), newer: sizeOf(is), truth: truth.filter(isInside) }
}

type Sides = { was: Drawn; is: Drawn; older: Version; newer: Version; touched: ReadonlySet<string> }
type Pin = { id: string; kind: 'point' | 'region' | 'blank'; x: number; y: number }
type Known = { part: Part; parents: readonly Part[] }

function partsOf({ root }: Version): Map<string, Known> {
  const known = new Map<string, Known>()
  walk(root, (part, parents) => known.set(part.id, { part, parents }))
  return known
}

/** Half near what was edited, the rest anywhere; one in five a region, some on a blank spot. */
function choosePins(random: Random, { older, was, touched }: Sides): Pin[] {
  const seen = [...partsOf(older).values()].filter(({ part }) => {
    const place = was.places[part.id]
    return place?.isSeen && place.width > 6 && place.height > 6
  })
  const leaves = seen.filter(({ part }) => part.leaf)
  const near = leaves.filter(({ part, parents }) => [part, ...parents].some(({ id }) => touched.has(id)))
  const boxes = seen.filter(({ part }) => part.kids.length > 0 && /card|stack|row|tint/.test(part.cls))
  const picked = new Set(
    [...random.some(near, 5), ...random.some(leaves, pinsPerPair)].slice(0, pinsPerPair - 1),
  )
  const pins: Pin[] = [...picked].map(({ part }) => ({
    id: part.id,
    kind: random.chance(0.2) ? 'region' : 'point',
    x: random.real(0.15, 0.85),
    y: random.real(0.2, 0.8),
  }))
  for (const { part } of random.some(boxes, pinsPerPair - pins.length))
    pins.push({ id: part.id, kind: random.chance(0.5) ? 'region' : 'blank', x: 0, y: 0 })
  return pins
}

function spotOf({ kind, x, y }: Pin, place: Place, isLetter: boolean) {
  if (kind === 'blank') return { x: place.x + 8, y: place.y + Math.min(8, place.height / 2) }
  if (kind === 'region') return { x: place.x + place.width / 2, y: place.y + place.height / 2 }
  if (isLetter && place.letter) return { x: place.letter.x, y: place.letter.y }
  return { x: place.x + place.width * x, y: place.y + place.height * y }
}

function markerOf({ kind }: Pin, at: { x: number; y: number }, place: Box, { width, height }: Drawn): Marker {
  if (kind !== 'region') return { page: 1, shape: 'POINT', x: at.x / width, y: at.y / height }
  const [x, y] = [Math.max(0, place.x / width), Math.max(0, place.y / height)]
  const size = { width: Math.min(1 - x, place.width / width), height: Math.min(1 - y, place.height / height) }
  return { page: 1, shape: 'RECTANGLE', x, y, ...size }
}

function truthOf(pin: Pin, sides: Sides): Truth {
  const [before, after] = [sides.was.places[pin.id] as Place, sides.is.places[pin.id]]
  const [one, two] = [partsOf(sides.older).get(pin.id) as Known, partsOf(sides.newer).get(pin.id)]
  const isLetter = one.part.leaf === 'text' && pin.kind === 'point'
  const from = spotOf(pin, before, isLetter)
  const marker = markerOf(pin, from, before, sides.was)
  const isOwnSpotEdited = sides.touched.has(pin.id) || one.parents.some(({ id }) => sides.touched.has(id))
  const gone: Truth = { marker, fair: ['NOT_FOUND'], isOwnSpotEdited }
  if (!two || !after?.isSeen || [two.part, ...two.parents].some(({ isHidden }) => isHidden)) return gone
  const at = spotOf(pin, after, isLetter && two.part.text === one.part.text)
  const { width, height } = sides.is
  if (at.x < 2 || at.y < 2 || at.x > width - 2 || at.y > height - 2) return gone
  const apart = Math.hypot(at.x / width - from.x / sides.was.width, at.y / width - from.y / sides.was.width)
  const box = { x: after.x, y: after.y, width: after.width, height: after.height }
  return { marker, fair: fairOutcomes(pin, sides, { one, two, apart }), at, box, isOwnSpotEdited }
}

const idsOf = (part: Part): string[] => [part.id, ...part.kids.flatMap(idsOf)]
const lookOf = ({ cls, css, text, photo, retouch, glyph, chart }: Part) =>
  JSON.stringify([
    ...[cls, text, photo, retouch, glyph, chart],
    css.replaceAll(/;(position:relative;left:[^;]*;top|padding-top):[^;]*/g, ''),
  ])

/** More than one is fair where a box stays and something inside it moves, or at the border of moved. */
function fairOutcomes(
  pin: Pin,
  { older, newer, touched }: Sides,
  { one, two, apart }: { one: Known; two: Known; apart: number },
): Outcome[] {
  const place: Outcome = apart > still ? 'MOVED' : 'UNCHANGED'
  const inside = [one.part, two.part].flatMap(idsOf)
  const isInner = inside.some((id) => touched.has(id)) || idsOf(one.part).join() !== idsOf(two.part).join()
  if (lookOf(one.part) !== lookOf(two.part)) {
    const isLonger = (two.part.text ?? '').startsWith(one.part.text ?? '–') && pin.kind === 'point'
    return isLonger ? ['CHANGED', place] : ['CHANGED']
  }
  if (older.font !== newer.font)
    return one.part.leaf === 'text' ? ['CHANGED'] : ['UNCHANGED', 'MOVED', 'CHANGED']
  if (older.theme !== newer.theme) return one.part.leaf === 'photo' ? [place] : ['CHANGED']
  if (older.width !== newer.width) return [place, 'MOVED', 'CHANGED']
  const border: Outcome[] = Math.abs(apart - still) < 0.004 ? ['UNCHANGED', 'MOVED'] : [place]
  const isGroundEdited = two.parents.some(({ isEdited }) => isEdited)
  return isGroundEdited || (isInner && one.part.kids.length > 0) ? [...border, 'CHANGED'] : border
}
