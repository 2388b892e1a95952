import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { liftLetters } from '#server/platform/media/lift-letters'
import { measureColors, type Pixels } from '#server/platform/media/measure-colors'
import { findMisspelled } from '#server/platform/media/misspelled'
import { type PageFacts, type TextFact, textsMax } from '#server/platform/media/page-facts'
import { type ReadLine, readWords } from '#server/platform/media/read-words'
import { openPicture, pictureError } from '#server/platform/media/render-picture'
import type { RenderResult, RenderTask, Size } from '#server/platform/media/render-protocol'
import { findNeighbours } from '#server/platform/media/similar-colors'

/** Tesseract reads text best at about twice the size of screen text. */
const ENLARGED = 2
const WIDE_PX = 2_880
/** Larger letters are read in the same picture made smaller, so that their strokes get thin enough. */
const LARGE_PX = 30
const REDUCED = 4
const SURER_BY = 10
/** For one enlarged part: more would take too much memory. */
const PART_PIXELS = 6_200_000
/** Wider ones are rare, and their parts would be too flat for lines. */
const WIDEST_PX = 14_000
/** A line cut by one part is whole in its neighbour. */
const OVERLAP_PX = 160
/** Processor time after which no further part is begun: another task continues there. */
const ENOUGH_MS = 7_000
/** Below it, it is mostly texture that looks like letters. */
const LEAST_CERTAINTY = 60
/** The same for so few letters, which are found in any picture. */
const LEAST_OF_FEW = { letters: 3, certainty: 85 }
/** The share of the smaller of two boxes that lies in the other. */
const SAME_PART = 0.3
/** Above this, an even colour differs from itself by more than noise. */
const EVEN = 3

type Job = Omit<Extract<RenderTask, { kind: 'picture-facts' }>, 'kind'>

/** Reads a picture's words, starting at one of its parts, and measures each line's colours in the original pixels. */
export async function readPictureFacts(job: Job): Promise<RenderResult> {
  const { path, svg, withoutResvg, part, output, spelling } = job
  const before = processor()
  try {
    const { image, size } = await openPicture(path, svg ? { withoutResvg } : null)
    const { data, info } = await image
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const pixels: Pixels = { data, width: info.width, height: info.height, channels: 3 }
    const factor = enlargementOf(pixels.width)
    const parts = partsOf(pixels, factor)
    const lines: ReadLine[] = []
    let read = Math.min(part, parts.length - 1)
    do {
      const next = parts[read++]
      if (next) lines.push(...(await readPart(pixels, next, factor)))
    } while (read < parts.length && processor() - before < ENOUGH_MS)
    const scale = size.width / info.width
    const texts = lines.slice(0, textsMax).map((line) => factOf(line, pixels, scale))
    const facts: PageFacts = {
      size,
      texts,
      images: [],
      neighbours: part === 0 ? findNeighbours(pixels) : [],
      missingFonts: [],
      trim: null,
      bleed: null,
      isBlank: part === 0 && isEven(pixels),
      parts: { read, of: parts.length },
      spelling: await findMisspelled(texts, spelling),
    }
    await writeFile(output, JSON.stringify(facts))
    return { sizes: [size], animated: false }
  } catch (cause) {
    throw pictureError(cause)
  }
}

function factOf({ words, box, size, certainty }: ReadLine, pixels: Pixels, scale: number): TextFact {
  const place = {
    x: box.x / pixels.width,
    y: box.y / pixels.height,
    width: box.width / pixels.width,
    height: box.height / pixels.height,
  }
  return {
    words,
    box: place,
    size: size * scale,
    isBold: false,
    colors: measureColors(pixels, place, null),
    certainty,
  }
}

/** `core`: the area that belongs to no other part. */
type Part = Box & { core: Box }
type Box = ReadLine['box']

/** Where both find a line, the reading for small letters counts, unless the other is far more certain. */
async function readPart(pixels: Pixels, part: Part, factor: number): Promise<ReadLine[]> {
  const small = await readLines(pixels, part, factor, 1)
  const reduced = await readLines(pixels, part, factor, REDUCED)
  const isBetter = (one: ReadLine, other: ReadLine) => one.certainty > other.certainty + SURER_BY
  const large = reduced.filter(
    (one) =>
      one.size >= LARGE_PX * (ENLARGED / factor) &&
      small.every((other) => !isSame(one.box, other.box) || isBetter(one, other)),
  )
  return [...small.filter((one) => large.every((other) => !isSame(one.box, other.box))), ...large]
}

async function readLines(pixels: Pixels, part: Part, factor: number, reduced: number): Promise<ReadLine[]> {
  const raw = { width: pixels.width, height: pixels.height, channels: 3 as const }
  const size = { width: Math.ceil(part.width / reduced), height: Math.ceil(part.height / reduced) }
  const grey = await sharp(pixels.data, { raw, limitInputPixels: false })
    .extract({ left: part.x, top: part.y, width: part.width, height: part.height })
    .greyscale()
    .resize({ ...size, fit: 'fill' })
    .extractChannel(0)
    .raw()
    .toBuffer()
  const lifted = await liftLetters(grey, size, ENLARGED / factor)
  // Its cost depends on pixels, so letters are lifted before enlarging.
  const { data, info } = await sharp(lifted, { raw: { ...size, channels: 1 }, limitInputPixels: false })
    .resize({ width: Math.round(size.width * factor), kernel: 'cubic' })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const scale = factor / reduced
  return (await readWords(greyMap(data, info))).flatMap((line) => {
    const box = {
      x: part.x + line.box.x / scale,
      y: part.y + line.box.y / scale,
      width: line.box.width / scale,
      height: line.box.height / scale,
    }
    if (!isSure(line) || !isOf(part, box) || isCut(box, part, pixels)) return []
    return [{ ...line, box, size: line.size / scale }]
  })
}

function isSure({ words, certainty }: ReadLine): boolean {
  const letters = words.replace(/[^\p{L}\p{N}]/gu, '').length
  return certainty >= (letters <= LEAST_OF_FEW.letters ? LEAST_OF_FEW.certainty : LEAST_CERTAINTY)
}

function isSame(one: Box, other: Box): boolean {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  const least = Math.min(one.width * one.height, other.width * other.height)
  return width > 0 && height > 0 && width * height > least * SAME_PART
}

/** The plain form of a grey picture, which is cheap to write and to read. */
const greyMap = (data: Uint8Array, { width, height }: Size) =>
  Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), data])

const processor = () => (process.cpuUsage().user + process.cpuUsage().system) / 1_000

/** Wide pictures mostly have large letters. */
const enlargementOf = (width: number): number => Math.max(1, Math.min(ENLARGED, WIDE_PX / width))

/** Overlapping bands, and columns of the widest, each small enough for one reading. */
export function partsOf({ width, height }: Size, factor: number): Part[] {
  const columns = Math.ceil((width * factor) / WIDEST_PX)
  const rows = Math.ceil((width * height * factor ** 2) / columns / PART_PIXELS)
  const across = cuts(width, columns)
  return cuts(height, rows).flatMap((down) =>
    across.map((along) => ({
      x: along.from,
      y: down.from,
      width: along.length,
      height: down.length,
      core: { x: along.core, y: down.core, width: along.coreLength, height: down.coreLength },
    })),
  )
}

function cuts(whole: number, count: number) {
  const at = (n: number) => Math.round((n * whole) / count)
  return Array.from({ length: count }, (_cut, n) => {
    const [from, to] = [Math.max(0, at(n) - OVERLAP_PX), Math.min(whole, at(n + 1) + OVERLAP_PX)]
    return { from, length: to - from, core: at(n), coreLength: at(n + 1) - at(n) }
  })
}

/** By its middle, so that each line belongs to one part alone. */
export function isOf({ core }: Part, box: Box): boolean {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  return x >= core.x && x < core.x + core.width && y >= core.y && y < core.y + core.height
}

/** It reaches the end of the part, but not of the picture. */
function isCut(box: Box, part: Part, { width, height }: Size): boolean {
  const near = 2
  return (
    (part.y > 0 && box.y <= part.y + near) ||
    (part.x > 0 && box.x <= part.x + near) ||
    (part.y + part.height < height && box.y + box.height >= part.y + part.height - near) ||
    (part.x + part.width < width && box.x + box.width >= part.x + part.width - near)
  )
}

function isEven({ data }: Pixels): boolean {
  for (let at = 3; at < data.length; at++)
    if (Math.abs((data[at] ?? 0) - (data[at % 3] ?? 0)) > EVEN) return false
  return true
}
