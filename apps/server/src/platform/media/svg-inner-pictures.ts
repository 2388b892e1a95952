import { gunzipSync } from 'node:zlib'
import sharp from 'sharp'
import type { Size } from '#server/platform/media/render-protocol'
import { type Attribute, editSvg } from '#server/platform/media/svg-edit'

const MAX_PICTURES = 200
const MAX_PIXELS = 24_000_000
const MAX_SVG_BYTES = 8 * 1024 * 1024
const onlyBrowsers = /data:image\/(?:webp|gif|avif);base64,([\w+/=\s]+)/g
const unsized =
  /<(?:[\w.-]+:)?image[\s/](?![^>]*\swidth\s*=[^>]*\sheight\s*=|[^>]*\sheight\s*=[^>]*\swidth\s*=)/
const lineEnd = /\s|&#(?:x0*[9ad]|0*(?:9|10|13));/gi

const opened = (base64: string) =>
  sharp(Buffer.from(base64.replace(lineEnd, ''), 'base64'), { limitInputPixels: MAX_PIXELS })

/** Converts embedded pictures that only browsers draw; damaged ones stay. */
export async function withDrawablePictures(document: string): Promise<string> {
  const found = [...document.matchAll(onlyBrowsers)].slice(0, MAX_PICTURES)
  let drawable = ''
  let end = 0
  for (const match of found) {
    const rendered = await opened(match[1] ?? '')
      .png()
      .toBuffer()
      .catch(() => null)
    drawable += document.slice(end, match.index)
    drawable += rendered ? `data:image/png;base64,${rendered.toString('base64')}` : match[0]
    end = match.index + match[0].length
  }
  drawable += document.slice(end)
  return unsized.test(drawable) ? withSizes(drawable) : drawable
}

const raster = /^\s*data:image\/(?:png|jpe?g);base64,/i
const hrefOf = (attributes: readonly Attribute[]) =>
  attributes.find(({ name }) => /^(?:[\w.-]+:)?href$/.test(name))?.value ?? ''
const lacksSide = (attributes: readonly Attribute[]) =>
  ['width', 'height'].some((side) => sideOf(attributes, side) === null)

/** A side's declared length; null for the picture's own. */
function sideOf(attributes: readonly Attribute[], side: string): string | null {
  const given = attributes.find(({ name }) => name === side)?.value.trim() ?? 'auto'
  return given === 'auto' ? null : given
}

/** Pictures without a width or height get their own, as in browsers. */
async function withSizes(document: string): Promise<string> {
  const pictures = new Map<string, Size | null>()
  const isUnsized = (name: string, attributes: readonly Attribute[]) =>
    /^(?:[\w.-]+:)?image$/.test(name) && lacksSide(attributes) && raster.test(hrefOf(attributes))
  editSvg(document, {
    tag: (name, attributes) => {
      if (pictures.size < MAX_PICTURES && isUnsized(name, attributes)) pictures.set(hrefOf(attributes), null)
      return false
    },
  })
  for (const href of pictures.keys()) {
    const { autoOrient } = await opened(href.replace(raster, ''))
      .metadata()
      .catch(() => ({ autoOrient: null }))
    pictures.set(href, autoOrient)
  }
  return editSvg(document, {
    tag: (name, attributes) => {
      const own = isUnsized(name, attributes) ? pictures.get(hrefOf(attributes)) : null
      return own ? giveSides(attributes, own) : false
    },
  })
}

function giveSides(attributes: Attribute[], own: Size): boolean {
  const [width, height] = [sideOf(attributes, 'width'), sideOf(attributes, 'height')]
  const numberOf = (side: string) => (/^[\d.]+(?:px)?$/.test(side) ? Number.parseFloat(side) : null)
  const given = numberOf(width ?? height ?? '')
  if (given === null && (width ?? height) !== null) return false
  const scale = given === null ? 1 : given / (width === null ? own.height : own.width)
  set(attributes, 'width', width ?? String(own.width * scale))
  set(attributes, 'height', height ?? String(own.height * scale))
  return true
}

function set(attributes: Attribute[], name: string, value: string) {
  const given = attributes.find((one) => one.name === name)
  if (given) given.value = value
  else attributes.push({ name, value })
}

const anyData = /href\s*=\s*(?:"(data:[^"]*)"|'(data:[^']*)')/gi
const asBase64 = /^data:[\w.+/-]*;base64,([\w+/=]*)$/i
const asText = /^data:image\/svg\+xml(?:;(?:charset=)?[\w-]+)?,([\s\S]*)$/i
const startsOfRasters = ['89504e47', 'ffd8ff', '47494638']
const leadsElsewhere = /[<:](?:image|feImage)[\s/>]|<!ENTITY/i

/** Whether no embedded picture leads elsewhere. Declared types do not count: resvg looks at the bytes. */
export function holdsSafePictures(document: string): boolean {
  for (const [, double, single] of document.matchAll(anyData))
    if (!isSafePicture((double ?? single ?? '').replace(lineEnd, ''), double ?? single ?? '')) return false
  return true
}

function isSafePicture(joined: string, given: string): boolean {
  const base64 = asBase64.exec(joined)?.[1]
  if (base64 === undefined) return isSafeText(asText.exec(given)?.[1])
  const start = Buffer.from(base64.slice(0, 16), 'base64').toString('hex')
  if (startsOfRasters.some((known) => start.startsWith(known))) return true
  try {
    const bytes = Buffer.from(base64, 'base64')
    const plain = start.startsWith('1f8b') ? gunzipSync(bytes, { maxOutputLength: MAX_SVG_BYTES }) : bytes
    return !leadsElsewhere.test(plain.toString())
  } catch {
    return false
  }
}

/** For an address that contains an SVG as text. */
function isSafeText(text: string | undefined): boolean {
  if (text === undefined) return false
  try {
    const read = decodeURIComponent(text).replaceAll('&lt;', '<').replaceAll('&gt;', '>')
    return !leadsElsewhere.test(read) && !/&(?!quot;|apos;|amp;)/.test(read)
  } catch {
    return false
  }
}
