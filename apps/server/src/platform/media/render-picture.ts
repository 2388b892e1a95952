import { readFile, stat } from 'node:fs/promises'
import { maxPicturePixels, previewMaxPx, thumbnailMaxPx } from '@wingmark/contract/limits'
import sharp, { type Metadata, type Raw, type Sharp } from 'sharp'
import { isAnimatedPng } from '#server/platform/media/animated-png'
import { withPngColor } from '#server/platform/media/png-color'
import { type LongestPx, openRendered, openSvg, readSvg, sizeOf } from '#server/platform/media/read-svg'
import {
  isWriteError,
  type Outputs,
  RenderError,
  type RenderFailure,
  type RenderResult,
  type Size,
} from '#server/platform/media/render-protocol'

/** More pixels make a large picture. */
const MAX_PIXELS = 100_000_000
const BLANK = '#e9e9ec'
const PREVIEW = { quality: 84, effort: 0 }
/** Keeps the colour of thin lines and small text, at four times the cost. */
const TRUE_PREVIEW = { ...PREVIEW, smartSubsample: true }
const designFormats = new Set(['png', 'gif', 'svg'])
/** The share of a cut picture that has to exist. */
const ALMOST_EMPTY = 0.06
const FILLER_TOLERANCE = 4
/** How a complete picture ends; some that lack this have all their lines. */
const END_MARKS: Partial<Record<string, Buffer>> = { jpeg: Buffer.from('ffd9', 'hex'), gif: Buffer.from(';') }
/** Larger ones are not read again. */
const MAX_MENDED_BYTES = 64 * 1024 * 1024
const THUMBNAIL = { quality: 76, effort: 0 }

sharp.concurrency(1)
sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadWebp',
    'VipsForeignLoadSvg',
    // For AVIF pictures inside of SVGs; never from a path.
    'VipsForeignLoadHeifBuffer',
  ],
})

type Job = {
  path: string
  svg: boolean
  isLarge?: boolean
  maxPx?: number
  withoutResvg?: boolean
  outputs: Outputs
}

/** Renders the first frame, upright and in sRGB, without any metadata of the original. */
export async function renderPicture(job: Job): Promise<RenderResult> {
  const { path, svg, isLarge = false, maxPx = previewMaxPx, outputs } = job
  // An SVG is rendered from memory: from a path it could include neighbouring files.
  try {
    const longest = () => (outputs.preview ? maxPx : Math.min(maxPx, thumbnailMaxPx))
    const read = svg ? await readSvg(path, { longest, withoutResvg: job.withoutResvg }) : null
    const input = read ? read.source : await withPngColor(path)
    const open = (failOn: 'warning' | 'truncated' | 'none', from: string | Buffer = input) =>
      read ? openRendered(read) : sharp(from, { failOn, limitInputPixels: maxPicturePixels }).autoOrient()
    const metadata = await (read ? openSvg(read.source) : open('none')).metadata()
    const size = sizeOf(metadata)
    const pixels = svg ? 0 : size.width * size.height
    if (pixels > MAX_PIXELS && !isLarge) throw new RenderError('LARGE')
    const isDesign = designFormats.has(metadata.format ?? '')
    const whole = () => onBackground(inSrgb(open('truncated'), metadata), read?.background ?? null)
    const whatIsThere = () => inSrgb(open('none'), metadata)
    let unseen = read && maxPx < previewMaxPx ? [...read.unseen, 'DETAIL' as const] : read?.unseen
    await draw(whole, { maxPx, svg: svg ? size : null }, outputs, isDesign).catch(async (error: unknown) => {
      if (svg || isWriteError(error)) throw error
      if (await isAlmostEmpty(whatIsThere(), metadata.format)) throw new RenderError('DAMAGED')
      const there = metadata.format === 'png' ? await shareThere(() => open('truncated'), size) : 1
      await draw(whatIsThere, { maxPx, svg: null }, outputs, isDesign, there)
      const mended = await withEndMark(path, metadata.format)
      if (mended === null || !(await isReadable(open('warning', mended)))) unseen = ['CUT_OFF']
    })
    const animated = isAnimated(metadata) || (metadata.format === 'png' && (await isAnimatedPng(path)))
    return { sizes: [size], animated, unseen }
  } catch (cause) {
    throw pictureError(cause)
  }
}

/** More pixels are not checked one by one. */
const LOOKED_AT_PIXELS = 24_000_000

/** Null for what is not an SVG. */
type SvgToOpen = { withoutResvg?: boolean | undefined } | null

/** The first frame, upright and in sRGB, for reading its pixels; an SVG at the size of a preview. */
export async function openPicture(
  path: string,
  svg: SvgToOpen,
  mostPixels = MAX_PIXELS,
): Promise<{ image: Sharp; size: Size }> {
  if (svg) {
    const read = await readSvg(path, { longest: () => previewMaxPx, withoutResvg: svg.withoutResvg })
    const size = sizeOf(await openSvg(read.source).metadata())
    return { image: fit(openRendered(read), previewMaxPx, size), size }
  }
  const input = await withPngColor(path)
  const open = () => sharp(input, { failOn: 'none', limitInputPixels: mostPixels }).autoOrient()
  const metadata = await open().metadata()
  const size = sizeOf(metadata)
  const image = inSrgb(open(), metadata)
  const scale = Math.sqrt(LOOKED_AT_PIXELS / (size.width * size.height))
  return { image: scale < 1 ? image.resize(Math.max(1, Math.floor(size.width * scale))) : image, size }
}

/** An SVG on its own background. */
export async function drawSvg(
  path: string,
  how: { longest: LongestPx; withoutResvg?: boolean | undefined },
): Promise<Sharp> {
  const read = await readSvg(path, how)
  const size = sizeOf(await openSvg(read.source).metadata())
  return onBackground(fit(openRendered(read), how.longest(size), size), read.background)
}

/** Otherwise sharp would assign 16-bit pictures with a profile the wrong colour space, which makes them pale. */
export function inSrgb(image: Sharp, { space, hasProfile }: Metadata): Sharp {
  return space === 'rgb16' && hasProfile ? image.withIccProfile('srgb', { attach: false }) : image
}

const seenThrough = /^#(?:.{4}|.{8})$|^(?:rgb|hsl)a?\((?:[^,]*,){3}|\//

/** An invalid colour changes nothing. */
function onBackground(image: Sharp, background: string | null): Sharp {
  if (background === null) return image
  try {
    if (!seenThrough.test(background)) return image.flatten({ background })
    const create = { width: 1, height: 1, channels: 4, background } as const
    return image.composite([{ input: { create }, tile: true, blend: 'dest-over' }])
  } catch {
    return image
  }
}

/** The error that the server gets for one of sharp's. */
export function pictureError(cause: unknown): unknown {
  if (cause instanceof RenderError || isWriteError(cause)) return cause
  return new RenderError(failureOf(cause), { cause })
}

/** `there`: the share of its lines that a cut picture has. */
async function draw(
  open: () => Sharp,
  { maxPx, svg }: { maxPx: number; svg: Size | null },
  outputs: Outputs,
  isDesign: boolean,
  there = 1,
) {
  // A JPEG alone for its thumbnail is decoded at an eighth of its size.
  if (!outputs.preview && there === 1) {
    if (outputs.thumbnail) await fit(open(), thumbnailMaxPx, svg).webp(THUMBNAIL).toFile(outputs.thumbnail)
    return
  }
  const rendered = fit(open(), maxPx, svg)
  const seen = there < 1 ? rendered.ensureAlpha() : rendered
  const { data, info } = await seen.raw().toBuffer({ resolveWithObject: true })
  data.fill(0, Math.floor(there * info.height) * info.width * info.channels)
  await writeWebp(
    data,
    { width: info.width, height: info.height, channels: info.channels },
    outputs,
    isDesign,
  )
}

/** The share of a cut PNG's lines that are readable: after them libvips repeats earlier ones. */
async function shareThere(open: () => Sharp, { width, height }: Size): Promise<number> {
  let [there, missing] = [0, height]
  while (missing - there > Math.max(1, height / 256)) {
    const middle = Math.floor((there + missing) / 2)
    if (await isReadable(open().extract({ left: 0, top: 0, width, height: middle }))) there = middle
    else missing = middle
  }
  // An interlaced or rotated one is read as a whole.
  return there === 0 ? 1 : there / height
}

/** Whether a cut picture is nearly empty. What is missing is grey in a JPEG, else all zero. */
async function isAlmostEmpty(image: Sharp, format: string | undefined): Promise<boolean> {
  const filler = format === 'jpeg' ? 128 : 0
  const size = { width: 64, height: 64, fit: 'fill', kernel: 'nearest' } as const
  const { data, info } = await image.resize(size).raw().toBuffer({ resolveWithObject: true })
  let there = 0
  for (let at = 0; at < data.length; at += info.channels) {
    const pixel = data.subarray(at, at + info.channels)
    if (pixel.some((value) => Math.abs(value - filler) > FILLER_TOLERANCE)) there += 1
  }
  return there < ALMOST_EMPTY * info.width * info.height
}

/** Its bytes with the end mark, which may be all that is missing. */
async function withEndMark(path: string, format: string | undefined): Promise<Buffer | null> {
  const mark = END_MARKS[format ?? '']
  if (!mark || (await stat(path)).size > MAX_MENDED_BYTES) return null
  return Buffer.concat([await readFile(path), mark])
}

async function isReadable(image: Sharp): Promise<boolean> {
  const read = image.resize(64, 64, { fit: 'fill' }).raw().toBuffer()
  return read.then(
    () => true,
    () => false,
  )
}

/** A plain page of this shape. */
export async function renderBlank(size: Size, outputs: Outputs): Promise<RenderResult> {
  const scale = previewMaxPx / Math.max(size.width, size.height)
  const width = Math.max(1, Math.round(size.width * scale))
  const height = Math.max(1, Math.round(size.height * scale))
  const image = sharp({ create: { width, height, channels: 3, background: BLANK } })
  await writeWebp(await image.raw().toBuffer(), { width, height, channels: 3 }, outputs, false)
  return { sizes: [size], animated: false }
}

/** Writes the requested sizes of one rendered page or picture, at most 2048 and 480 pixels. */
export async function writeWebp(data: Uint8Array, raw: Raw, outputs: Outputs, isDesign: boolean) {
  const options = isDesign ? TRUE_PREVIEW : PREVIEW
  if (outputs.preview) await sharp(data, { raw }).webp(options).toFile(outputs.preview)
  if (outputs.thumbnail) {
    await fit(sharp(data, { raw }), thumbnailMaxPx, null).webp(THUMBNAIL).toFile(outputs.thumbnail)
  }
}

/** One tile of a page: opaque, and thin coloured lines keep their colour. */
export async function writeTile(data: Uint8Array, raw: Raw, output: string) {
  const image = sharp(data, { raw }).removeAlpha()
  await image.jpeg({ quality: 88, chromaSubsampling: '4:4:4' }).toFile(output)
}

/** `svg`: the size of the document, which is rendered as large as possible with its exact shape. */
function fit(image: Sharp, maxPx: number, svg: Size | null): Sharp {
  if (svg === null) return image.resize(maxPx, maxPx, { fit: 'inside', withoutEnlargement: true })
  const scale = maxPx / Math.max(svg.width, svg.height)
  const [width = 1, height = 1] = [svg.width, svg.height].map((side) => Math.max(1, Math.round(side * scale)))
  return image.resize(width, height, { fit: 'fill' })
}

function isAnimated(metadata: Metadata): boolean {
  return (metadata.pages ?? 1) > 1 && (metadata.format === 'gif' || metadata.format === 'webp')
}

function failureOf(error: unknown): RenderFailure {
  const said = error instanceof Error ? error.message : ''
  // A side of an SVG can be too long even with few pixels in total.
  if (/pixel limit/i.test(said) && !/SVG/.test(said)) return 'TOO_MANY_PIXELS'
  return /too large|image size|pixel limit/i.test(said) ? 'TOO_LARGE' : 'DAMAGED'
}
