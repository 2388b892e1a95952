import { readFile, stat } from 'node:fs/promises'
import { maxPicturePixels, previewMaxPx, thumbnailMaxPx } from '@wingmark/contract/limits'
import sharp, { type Metadata, type Raw, type Sharp } from 'sharp'
import { isAnimatedPng } from '#server/platform/media/animated-png'
import { withPngColor } from '#server/platform/media/png-color'
import {
  isWriteError,
  type Outputs,
  RenderError,
  type RenderFailure,
  type RenderResult,
  type Size,
  type UnseenPart,
} from '#server/platform/media/render-protocol'
import { withKnownAttributes } from '#server/platform/media/svg-attributes'
import { chooseSvgDrawer, svgBackground } from '#server/platform/media/svg-drawer'
import { withBrowserFonts } from '#server/platform/media/svg-fonts'
import { decodeXml, readSvgProlog } from '#server/platform/media/svg-prolog'

/** More make a large picture. */
const MAX_PIXELS = 100_000_000
const MAX_SVG_BYTES = 32 * 1024 * 1024
/** An inch of browsers, in pixels; sharp's has 72, and one with more enlarges the whole. */
const SVG_DENSITY = 96
const SVG_ENLARGED = SVG_DENSITY / 72
const BLANK = '#e9e9ec'
const PREVIEW = { quality: 84, effort: 0 }
/** Keeps the colour of thin lines and small text, for four times the work. */
const TRUE_PREVIEW = { ...PREVIEW, smartSubsample: true }
const designFormats = new Set(['png', 'gif', 'svg'])
/** Of a cut picture, so much has to be there. */
const ALMOST_EMPTY = 0.06
const FILLER_TOLERANCE = 4
/** What a complete picture ends with; some that leave it out have all their lines. */
const END_MARKS: Partial<Record<string, Buffer>> = { jpeg: Buffer.from('ffd9', 'hex'), gif: Buffer.from(';') }
/** Larger ones are not read once more. */
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
  ],
})

type Job = { path: string; svg: boolean; isLarge?: boolean; maxPx?: number; outputs: Outputs }

/** Draws the first frame, upright and in sRGB, without any metadata of the original. */
export async function renderPicture(job: Job): Promise<RenderResult> {
  const { path, svg, isLarge = false, maxPx = previewMaxPx, outputs } = job
  // An SVG is drawn from memory: from a path it would draw its neighbours' files too.
  try {
    const read = svg ? await readSvg(path, () => maxPx) : null
    const input = read ? read.drawn : await withPngColor(path)
    const open = (failOn: 'warning' | 'truncated' | 'none', from: string | Buffer = input) =>
      (svg ? openSvg(from) : sharp(from, { failOn, limitInputPixels: maxPicturePixels })).autoOrient()
    const metadata = await open('none', read?.source ?? input).metadata()
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

/** More are not looked at one by one. */
const LOOKED_AT_PIXELS = 24_000_000

/** The first frame, upright and in sRGB, for reading its pixels; an SVG as large as previews are. */
export async function openPicture(path: string, svg: boolean): Promise<{ image: Sharp; size: Size }> {
  const read = svg ? await readSvg(path) : null
  const input = svg ? path : await withPngColor(path)
  const open = (from: string | Buffer) =>
    (svg ? openSvg(from) : sharp(from, { failOn: 'none', limitInputPixels: MAX_PIXELS })).autoOrient()
  const metadata = await open(read?.source ?? input).metadata()
  const size = sizeOf(metadata)
  if (svg) return { image: fit(open(read?.drawn ?? path), previewMaxPx, size), size }
  const image = inSrgb(open(input), metadata)
  const scale = Math.sqrt(LOOKED_AT_PIXELS / (size.width * size.height))
  return { image: scale < 1 ? image.resize(Math.max(1, Math.floor(size.width * scale))) : image, size }
}

/** What the longer side of a drawing of this size is to be, in pixels. */
type LongestPx = (size: Size) => number

/** An SVG on its own background. */
export async function drawSvg(path: string, longest: LongestPx): Promise<Sharp> {
  const read = await readSvg(path, longest)
  const size = sizeOf(await openSvg(read.source).metadata())
  return onBackground(fit(openSvg(read.drawn), longest(size), size), read.background)
}

/** Sharp keeps 16 bits with a profile in a wider colour space than it says, which makes them pale, unless it is told. */
export function inSrgb(image: Sharp, { space, hasProfile }: Metadata): Sharp {
  return space === 'rgb16' && hasProfile ? image.withIccProfile('srgb', { attach: false }) : image
}

const seenThrough = /^#(?:.{4}|.{8})$|^(?:rgb|hsl)a?\((?:[^,]*,){3}|\//

/** A colour that is none changes nothing. */
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

/** What the server is told of an error that sharp threw. */
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
  const drawn = fit(open(), maxPx, svg)
  const seen = there < 1 ? drawn.ensureAlpha() : drawn
  const { data, info } = await seen.raw().toBuffer({ resolveWithObject: true })
  data.fill(0, Math.floor(there * info.height) * info.width * info.channels)
  await writeWebp(
    data,
    { width: info.width, height: info.height, channels: info.channels },
    outputs,
    isDesign,
  )
}

/** Of a cut PNG, the share of its lines that can be read: after them libvips repeats earlier ones. */
async function shareThere(open: () => Sharp, { width, height }: Size): Promise<number> {
  let [there, missing] = [0, height]
  while (missing - there > Math.max(1, height / 256)) {
    const middle = Math.floor((there + missing) / 2)
    if (await isReadable(open().extract({ left: 0, top: 0, width, height: middle }))) there = middle
    else missing = middle
  }
  // One that is interlaced or turned is read as a whole.
  return there === 0 ? 1 : there / height
}

/** Of a picture that was cut off: whether next to nothing of it is there. What is missing is grey in a JPEG, else all zero. */
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

/** Its bytes with the mark that may be all that they lack. */
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

/** Writes what is asked for of one drawn page or picture, at most 2048 and 480 pixels. */
export async function writeWebp(data: Uint8Array, raw: Raw, outputs: Outputs, isDesign: boolean) {
  const options = isDesign ? TRUE_PREVIEW : PREVIEW
  if (outputs.preview) await sharp(data, { raw }).webp(options).toFile(outputs.preview)
  if (outputs.thumbnail) {
    await fit(sharp(data, { raw }), thumbnailMaxPx, null).webp(THUMBNAIL).toFile(outputs.thumbnail)
  }
}

/** One tile of a page: paper is never seen through, and thin coloured lines keep their colour. */
export async function writeTile(data: Uint8Array, raw: Raw, output: string) {
  const image = sharp(data, { raw }).removeAlpha()
  await image.jpeg({ quality: 88, chromaSubsampling: '4:4:4' }).toFile(output)
}

/** `svg`: the size of the document, which is drawn as large as it may be and keeps its shape to the pixel. */
function fit(image: Sharp, maxPx: number, svg: Size | null): Sharp {
  if (svg === null) return image.resize(maxPx, maxPx, { fit: 'inside', withoutEnlargement: true })
  const scale = maxPx / Math.max(svg.width, svg.height)
  const [width = 1, height = 1] = [svg.width, svg.height].map((side) => Math.max(1, Math.round(side * scale)))
  return image.resize(width, height, { fit: 'fill' })
}

/** `drawn` is what the preview is made from: the document itself, or the picture that resvg made of it. */
type SvgToDraw = { source: Buffer; drawn: Buffer; unseen: UnseenPart[]; background: string | null }

/** As UTF-8 and without the prolog, which sharp does not take in every valid form. */
async function readSvg(path: string, longest: LongestPx = () => previewMaxPx): Promise<SvgToDraw> {
  const { size } = await stat(path)
  if (size > MAX_SVG_BYTES) throw new RenderError('TOO_LARGE')
  const text = decodeXml(await readFile(path))
  const prolog = readSvgProlog(text)
  if (prolog.kind !== 'svg') throw new RenderError('DAMAGED')
  const read = withBrowserFonts(withDefaults(text.slice(prolog.rootAt), prolog.namespaces))
  const document = await withDrawablePictures(withKnownAttributes(read))
  const { drawer, unseen } = chooseSvgDrawer(document, prolog.doctype)
  const sized = await giveSize(prolog.doctype, document)
  const drawn = drawer === 'resvg' ? await drawByResvg(sized, longest) : null
  const background = svgBackground(document)
  if (drawn) return { source: sized, drawn, unseen, background }
  return { source: sized, drawn: sized, unseen: chooseSvgDrawer(document, 'only librsvg').unseen, background }
}

const MAX_INNER_PICTURES = 200
const innerPicture = /data:image\/(?:webp|gif);base64,([\w+/=\s]+)/g

/** Pictures inside of it that only browsers draw become such as both drawers know; one that is damaged stays. */
async function withDrawablePictures(document: string): Promise<string> {
  const found = [...document.matchAll(innerPicture)].slice(0, MAX_INNER_PICTURES)
  let drawable = ''
  let end = 0
  for (const match of found) {
    const picture = sharp(Buffer.from(match[1] ?? '', 'base64'), { limitInputPixels: LOOKED_AT_PIXELS })
    const drawn = await picture
      .png()
      .toBuffer()
      .catch(() => null)
    drawable += document.slice(end, match.index)
    drawable += drawn ? `data:image/png;base64,${drawn.toString('base64')}` : match[0]
    end = match.index + match[0].length
  }
  return drawable + document.slice(end)
}

/** What browsers take on Linux for Times, Arial and Courier; elsewhere those are there. */
const usualFonts =
  process.platform === 'linux'
    ? {
        defaultFontFamily: 'Liberation Serif',
        serifFamily: 'Liberation Serif',
        sansSerifFamily: 'Liberation Sans',
        monospaceFamily: 'Liberation Mono',
      }
    : {}

/** As a picture whose longer side is so long; null for what it does not take. */
async function drawByResvg(svg: Buffer, longest: LongestPx): Promise<Buffer | null> {
  const { Resvg } = await import('@resvg/resvg-js')
  try {
    const { width, height } = new Resvg(svg)
    const mode = width >= height ? 'width' : 'height'
    const value = longest({ width, height })
    return new Resvg(svg, { fitTo: { mode, value }, font: usualFonts }).render().asPng()
  } catch {
    return null
  }
}

/** Namespaces, which not every reader takes from the document type, and the size of letters in browsers: both drawers have 12 pixels. */
function withDefaults(document: string, namespaces: ReadonlyMap<string, string>): string {
  const root = /^<[^\s/>]+/.exec(document)?.[0] ?? ''
  const tag = document.slice(0, document.indexOf('>') + 1)
  const missing = [...namespaces].filter(([prefix]) => !tag.includes(`xmlns:${prefix}`))
  const given = missing.map(([prefix, address]) => ` xmlns:${prefix}="${address.replaceAll('"', '&#34;')}"`)
  if (!/\sfont-size\s*=/.test(tag)) given.push(' font-size="16"')
  return root + given.join('') + document.slice(root.length)
}

/** A root with neither size nor view box would not scale: it gets the size of what is drawn. */
async function giveSize(doctype: string, document: string): Promise<Buffer> {
  const whole = asSvg(doctype + document)
  const root = /^<[^\s>]+(?:"[^"]*"|'[^']*'|[^>"'])*>/.exec(document)?.[0] ?? ''
  const hasLength = (name: string) => new RegExp(`\\s${name}\\s*=\\s*["'][^"'%]+["']`).test(root)
  if (hasLength('viewBox') || (hasLength('width') && hasLength('height'))) return whole
  const { width, height } = sizeOf(await openSvg(whole).metadata())
  const name = /^<[^\s/>]+/.exec(root)?.[0] ?? ''
  const attributes = root.slice(name.length).replace(/\s(?:width|height)\s*=\s*(?:"[^"]*"|'[^']*')/g, '')
  const sized = `${name} width="${width}" height="${height}"${attributes}`
  return asSvg(doctype + sized + document.slice(root.length))
}

const openSvg = (svg: string | Buffer) => sharp(svg, { limitInputPixels: false, density: SVG_DENSITY })

/** Upright; of an SVG in the pixels of browsers. */
function sizeOf({ format, autoOrient: { width, height } }: Metadata): Size {
  if (format !== 'svg') return { width, height }
  // It was rounded before, mostly up where it ends in a half.
  const toOwn = (side: number) => Math.max(1, Math.ceil(side / SVG_ENLARGED - 0.5))
  return { width: toOwn(width), height: toOwn(height) }
}

/** Sharp takes for an SVG what has `<svg` near its beginning, which a root with a prefix has not. */
function asSvg(text: string): Buffer {
  return Buffer.from(text.slice(0, 500).includes('<svg') ? text : `<!--<svg-->${text}`)
}

function isAnimated(metadata: Metadata): boolean {
  return (metadata.pages ?? 1) > 1 && (metadata.format === 'gif' || metadata.format === 'webp')
}

function failureOf(error: unknown): RenderFailure {
  const said = error instanceof Error ? error.message : ''
  // A side of an SVG can be too long with few pixels in all.
  if (/pixel limit/i.test(said) && !/SVG/.test(said)) return 'TOO_MANY_PIXELS'
  return /too large|image size|pixel limit/i.test(said) ? 'TOO_LARGE' : 'DAMAGED'
}
