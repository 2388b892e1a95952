import { readFile, stat } from 'node:fs/promises'
import sharp, { type Metadata, type Raw, type Sharp } from 'sharp'
import { RenderError, type Size, type UnseenPart } from '#server/platform/media/render-protocol'
import { withKnownAttributes } from '#server/platform/media/svg-attributes'
import { chooseSvgDrawer, svgBackground } from '#server/platform/media/svg-drawer'
import { withoutEntities } from '#server/platform/media/svg-entities'
import { withBrowserFonts } from '#server/platform/media/svg-fonts'
import { withDrawablePictures } from '#server/platform/media/svg-inner-pictures'
import { decodeXml, readSvgProlog } from '#server/platform/media/svg-prolog'
import { hasOwnStrokes, withOwnStrokes } from '#server/platform/media/svg-strokes'

const MAX_SVG_BYTES = 32 * 1024 * 1024
/** Pixels per inch in browsers; sharp's 72 would be smaller, and a higher density enlarges the whole. */
const SVG_DENSITY = 96
const SVG_ENLARGED = SVG_DENSITY / 72

/** The length of a rendering's longer side, in pixels. */
export type LongestPx = (size: Size) => number
/** `rendered`: what resvg made of it; null where librsvg renders the source. */
export type SvgToRender = {
  source: Buffer
  rendered: Drawn | null
  unseen: UnseenPart[]
  background: string | null
}
type Drawn = { pixels: Buffer; raw: Raw }
/** `withoutResvg`: resvg ended the process before. */
type How = { longest: LongestPx; withoutResvg?: boolean | undefined }

/** As UTF-8 and without the prolog, of which sharp rejects some valid forms. */
export async function readSvg(path: string, { longest, withoutResvg = false }: How): Promise<SvgToRender> {
  const { size } = await stat(path)
  if (size > MAX_SVG_BYTES) throw new RenderError('TOO_LARGE')
  const text = decodeXml(await readFile(path))
  const prolog = readSvgProlog(text)
  if (prolog.kind !== 'svg') throw new RenderError('DAMAGED')
  const plain = withoutEntities(text.slice(prolog.rootAt), prolog.entities)
  const known = withKnownAttributes(withBrowserFonts(withDefaults(plain, prolog.namespaces)))
  const sized = await giveSize(await withDrawablePictures(known))
  const document = hasOwnStrokes(sized)
    ? withOwnStrokes(sized, enlargement(await ownSize(sized), longest))
    : sized
  const source = asSvg(document)
  const { drawer, unseen } = chooseSvgDrawer(document, withoutResvg)
  const rendered = drawer === 'resvg' ? await drawByResvg(source, words.test(document), longest) : null
  const background = svgBackground(document)
  if (rendered) return { source, rendered, unseen, background }
  return { source, rendered: null, unseen: chooseSvgDrawer(document, true).unseen, background }
}

const words = /<(?:[\w.-]+:)?text[\s>]|data:image\/svg/
const enlargement = (size: Size, longest: LongestPx) => longest(size) / Math.max(size.width, size.height)

/** The input of the preview. */
export function openRendered({ source, rendered }: SvgToRender): Sharp {
  return rendered ? sharp(rendered.pixels, { raw: rendered.raw, limitInputPixels: false }) : openSvg(source)
}

export const openSvg = (svg: string | Buffer) => sharp(svg, { limitInputPixels: false, density: SVG_DENSITY })

/** Upright; for an SVG in CSS pixels. */
export function sizeOf({ format, autoOrient: { width, height } }: Metadata): Size {
  if (format !== 'svg') return { width, height }
  // It was rounded before, mostly up from a half.
  const toOwn = (side: number) => Math.max(1, Math.ceil(side / SVG_ENLARGED - 0.5))
  return { width: toOwn(width), height: toOwn(height) }
}

/** What browsers on Linux use for Times, Arial and Courier, which other systems have. */
const usualFonts =
  process.platform === 'linux'
    ? {
        defaultFontFamily: 'Liberation Serif',
        serifFamily: 'Liberation Serif',
        sansSerifFamily: 'Liberation Sans',
        monospaceFamily: 'Liberation Mono',
      }
    : {}

/** A picture with a longer side of this length; null if unsupported. Fonts load slowly, so only for text. */
async function drawByResvg(svg: Buffer, hasWords: boolean, longest: LongestPx): Promise<Drawn | null> {
  const { Resvg } = await import('@resvg/resvg-js')
  try {
    const { width, height } = new Resvg(svg, { font: { loadSystemFonts: false } })
    const mode = width >= height ? 'width' : 'height'
    const font = { ...usualFonts, loadSystemFonts: hasWords }
    const rendered = new Resvg(svg, { fitTo: { mode, value: longest({ width, height }) }, font }).render()
    const raw = { width: rendered.width, height: rendered.height, channels: 4, premultiplied: true } as const
    return { pixels: rendered.pixels, raw }
  } catch {
    return null
  }
}
/** Namespaces, which some readers ignore in the document type, and the browsers' font size instead of 12 pixels. */
function withDefaults(document: string, namespaces: ReadonlyMap<string, string>): string {
  const root = /^<[^\s/>]+/.exec(document)?.[0] ?? ''
  const tag = document.slice(0, document.indexOf('>') + 1)
  const missing = [...namespaces].filter(([prefix]) => !tag.includes(`xmlns:${prefix}`))
  const given = missing.map(([prefix, address]) => ` xmlns:${prefix}="${address.replaceAll('"', '&#34;')}"`)
  if (!/\sfont-size\s*=/.test(tag)) given.push(' font-size="16"')
  return root + given.join('') + document.slice(root.length)
}

/** A root with neither size nor view box would not scale: it gets the size of its contents. */
async function giveSize(document: string): Promise<string> {
  const root = /^<[^\s>]+(?:"[^"]*"|'[^']*'|[^>"'])*>/.exec(document)?.[0] ?? ''
  const hasLength = (name: string) => new RegExp(`\\s${name}\\s*=\\s*["'][^"'%]+["']`).test(root)
  if (hasLength('viewBox') || (hasLength('width') && hasLength('height'))) return document
  const { width, height } = await ownSize(document)
  const name = /^<[^\s/>]+/.exec(root)?.[0] ?? ''
  const attributes = root.slice(name.length).replace(/\s(?:width|height)\s*=\s*(?:"[^"]*"|'[^']*')/g, '')
  return `${name} width="${width}" height="${height}"${attributes}${document.slice(root.length)}`
}

const ownSize = async (document: string) => sizeOf(await openSvg(asSvg(document)).metadata())

/** Sharp only recognises an SVG by `<svg` near its beginning, which a prefixed root lacks. */
function asSvg(text: string): Buffer {
  return Buffer.from(text.slice(0, 500).includes('<svg') ? text : `<!--<svg-->${text}`)
}
