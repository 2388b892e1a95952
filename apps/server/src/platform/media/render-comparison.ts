import { writeFile } from 'node:fs/promises'
import { maxPicturePixels, previewMaxPx } from '@wingmark/contract/limits'
import type { Sharp } from 'sharp'
import { comparePixels, type Raster } from '#server/platform/media/compare-pixels'
import { openSvg, readSvg, sizeOf } from '#server/platform/media/read-svg'
import { drawWholePage, openPdf } from '#server/platform/media/render-pdf'
import { drawSvg, openPicture, pictureError } from '#server/platform/media/render-picture'
import {
  RenderError,
  type RenderResult,
  type Size,
  type SourcePage,
} from '#server/platform/media/render-protocol'

/** Of one page: both are in memory at the same time. */
const MOST_PIXELS = 16_000_000
/** A page of a document or a drawing has no pixels of its own. */
const PAGE_PX = previewMaxPx

type Job = SourcePage & { older: SourcePage; output: string }

/** Compares two pages at the same width, and writes what differs as JSON. */
export async function renderComparison({ older, output, ...newer }: Job): Promise<RenderResult> {
  try {
    const { was, is, size } = await drawBoth(older, newer)
    await writeFile(output, JSON.stringify(comparePixels(was, is)))
    return { sizes: [size], animated: false }
  } catch (cause) {
    throw pictureError(cause)
  }
}

/** Both pages at the same width, opaque; `size`: that of the newer one. */
export async function drawBoth(older: SourcePage, newer: SourcePage) {
  const [before, after] = [await open(older), await open(newer)]
  const width = widthOf(before, after)
  return { was: await before.draw(width), is: await after.draw(width), size: after.size }
}

/** `isSharp`: it can be drawn at any size. */
type Side = { size: Size; isSharp: boolean; draw: (width: number) => Promise<Raster> }

function open(source: SourcePage): Promise<Side> {
  if (source.page !== undefined) return openDocument(source.path, source.page)
  return source.svg ? openDrawing(source) : openPixels(source.path)
}

async function openDocument(path: string, page: number): Promise<Side> {
  const size = (await openPdf(path)).sizes[page - 1]
  if (!size) throw new RenderError('DAMAGED')
  const draw = (width: number) => drawWholePage({ path, page, longest: longestAt(size, width) })
  return { size, isSharp: true, draw }
}

async function openDrawing({ path, withoutResvg }: SourcePage): Promise<Side> {
  const { source } = await readSvg(path, { longest: () => 1, withoutResvg })
  const size = sizeOf(await openSvg(source).metadata())
  const draw = async (width: number) =>
    rasterOf(await drawSvg(path, { longest: () => longestAt(size, width), withoutResvg }))
  return { size, isSharp: true, draw }
}

async function openPixels(path: string): Promise<Side> {
  const { image, size } = await openPicture(path, null, maxPicturePixels)
  const draw = async (width: number) => {
    const height = Math.max(1, Math.round((size.height * width) / size.width))
    const isWhole = size.width === width && size.height === height
    return rasterOf(isWhole ? image : image.resize({ width, height, fit: 'fill' }))
  }
  return { size, isSharp: false, draw }
}

const longestAt = ({ width, height }: Size, drawn: number) => (Math.max(width, height) * drawn) / width

/** The smaller one’s of two pictures: enlarged pixels look unlike sharp ones. A page follows the picture beside it. */
function widthOf(older: Side, newer: Side): number {
  const widths = [older, newer].filter(({ isSharp }) => !isSharp).map(({ size }) => size.width)
  const natural = widths.length > 0 ? Math.min(...widths) : pageWidth(newer.size)
  const tallest = Math.max(...[older, newer].map(({ size }) => size.height / size.width))
  return Math.max(1, Math.floor(Math.min(natural, Math.sqrt(MOST_PIXELS / tallest))))
}

const pageWidth = ({ width, height }: Size) => Math.round((width * PAGE_PX) / Math.max(width, height))

async function rasterOf(image: Sharp): Promise<Raster> {
  const { data, info } = await image
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}
