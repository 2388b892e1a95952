import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { findNeighbours } from '#server/platform/media/color-neighbours'
import { measureColors, type Pixels } from '#server/platform/media/measure-colors'
import { findMisspelled, type Spelling } from '#server/platform/media/misspelled'
import { type PageFacts, type TextFact, textsMax } from '#server/platform/media/page-facts'
import { type ReadLine, readWords } from '#server/platform/media/read-words'
import { openPicture, pictureError } from '#server/platform/media/render-picture'
import type { RenderResult, Size } from '#server/platform/media/render-protocol'

/** What tesseract reads well is about three times as large as a screen's text. */
const ENLARGED = 3
const WIDE_PX = 4_320
/** Of one piece, enlarged: more would weigh too much. */
const PIECE_PIXELS = 14_000_000
/** Lines that a cut goes through are whole in the next piece. */
const OVERLAP_PX = 96
/** Processor time, after which no further piece is begun. */
const ENOUGH_MS = 12_000
/** Below it, it is mostly texture that looks like letters. */
const LEAST_CERTAINTY = 60
/** Above it, an even colour differs from itself by noise alone. */
const EVEN = 3

type Job = { path: string; svg: boolean; output: string; spelling: Spelling }
type Piece = { left: number; top: number; width: number; height: number }

/** Reads the words of a picture, and measures the colours of each line in its own pixels. */
export async function readPictureFacts({ path, svg, output, spelling }: Job): Promise<RenderResult> {
  try {
    const { image, size } = await openPicture(path, svg)
    const { data, info } = await image
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const pixels: Pixels = { data, width: info.width, height: info.height, channels: 3 }
    const { lines, isWhole } = await readAll(pixels)
    const scale = size.width / info.width
    const texts = lines.slice(0, textsMax).map((line) => factOf(line, pixels, scale))
    const facts: PageFacts = {
      size,
      texts,
      images: [],
      neighbours: findNeighbours(pixels),
      missingFonts: [],
      trim: null,
      isBlank: isEven(pixels),
      isPartlyRead: !isWhole,
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

/** From above, as far as there is time. */
async function readAll(pixels: Pixels): Promise<{ lines: ReadLine[]; isWhole: boolean }> {
  const before = processor()
  const factor = Math.max(1, Math.min(ENLARGED, WIDE_PX / pixels.width))
  const lines: ReadLine[] = []
  for (const piece of piecesOf(pixels, factor)) {
    if (processor() - before > ENOUGH_MS) return { lines, isWhole: false }
    const raw = { width: pixels.width, height: pixels.height, channels: 3 as const }
    const drawn = await sharp(pixels.data, { raw, limitInputPixels: false })
      .extract(piece)
      .greyscale()
      // Local contrast: pale text and text on buttons then stand out as much as any.
      .clahe({ width: clamp(40, piece.width), height: clamp(40, piece.height), maxSlope: 20 })
      .resize({ width: Math.round(piece.width * factor), kernel: 'cubic' })
      .png({ compressionLevel: 1 })
      .toBuffer()
    for (const line of await readWords(drawn)) {
      const box = {
        x: piece.left + line.box.x / factor,
        y: piece.top + line.box.y / factor,
        width: line.box.width / factor,
        height: line.box.height / factor,
      }
      if (line.certainty < LEAST_CERTAINTY || isCut(box, piece, pixels)) continue
      if (!lines.some((known) => overlap(known.box, box)))
        lines.push({ ...line, box, size: line.size / factor })
    }
  }
  return { lines, isWhole: true }
}

const processor = () => (process.cpuUsage().user + process.cpuUsage().system) / 1_000
const clamp = (wanted: number, most: number) => Math.max(1, Math.min(wanted, most))

/** Bands and columns that overlap, each small enough for one reading. */
function piecesOf({ width, height }: Size, factor: number): Piece[] {
  const side = Math.sqrt(PIECE_PIXELS) / factor
  const columns = Math.max(1, Math.ceil(width / Math.max(side, PIECE_PIXELS / factor ** 2 / height)))
  const wide = Math.ceil(width / columns)
  const tall = Math.max(OVERLAP_PX * 2, Math.floor(PIECE_PIXELS / factor ** 2 / wide))
  const rows = Math.max(1, Math.ceil(height / tall))
  const pieces: Piece[] = []
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const left = Math.max(0, column * wide - OVERLAP_PX)
      const top = Math.max(0, Math.floor((row * height) / rows) - OVERLAP_PX)
      const right = Math.min(width, (column + 1) * wide + OVERLAP_PX)
      const bottom = Math.min(height, Math.floor(((row + 1) * height) / rows) + OVERLAP_PX)
      pieces.push({ left, top, width: right - left, height: bottom - top })
    }
  return pieces
}

type Box = ReadLine['box']

/** It goes on where the piece ends, and the picture does not. */
function isCut(box: Box, piece: Piece, { width, height }: Size): boolean {
  const near = 2
  return (
    (piece.top > 0 && box.y <= piece.top + near) ||
    (piece.left > 0 && box.x <= piece.left + near) ||
    (piece.top + piece.height < height && box.y + box.height >= piece.top + piece.height - near) ||
    (piece.left + piece.width < width && box.x + box.width >= piece.left + piece.width - near)
  )
}

function overlap(one: Box, other: Box): boolean {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  const least = Math.min(one.width * one.height, other.width * other.height)
  return width > 0 && height > 0 && width * height > least * 0.5
}

function isEven({ data }: Pixels): boolean {
  for (let at = 3; at < data.length; at++)
    if (Math.abs((data[at] ?? 0) - (data[at % 3] ?? 0)) > EVEN) return false
  return true
}
