import type { File } from '@wingmark/contract/files'
import { previewMaxPx } from '@wingmark/contract/limits'
import type { Size } from './viewport.ts'

const pointsPerInch = 72
const cssPxPerInch = 96
/** Until the server has measured it. */
const unknownSize: Size = { width: 1600, height: 1200 }
/** From this zoom a design pixel is a visible square, as designers expect. */
export const pixelScale = 4
/** More takes browsers long, and much memory; such pictures use tiles. */
const mostOriginalPixels = 40_000_000

export function pageCount(file: Pick<File, 'pages'>): number {
  return Math.max(1, file.pages?.length ?? 1)
}

/** A page's design px: pixels of a picture, CSS px of a PDF page at 100 %. */
export function pageSize(file: Pick<File, 'pages' | 'width' | 'height'>, page: number): Size {
  const points = file.pages?.[page - 1]
  if (points) {
    const scale = cssPxPerInch / pointsPerInch
    return { width: points.width * scale, height: points.height * scale }
  }
  if (file.width && file.height) return { width: file.width, height: file.height }
  return unknownSize
}

export function previewUrl(file: Pick<File, 'previewUrl'>, page: number): string {
  return page === 1 ? file.previewUrl : withPage(file.previewUrl, page)
}

export function thumbnailUrl(file: Pick<File, 'thumbnailUrl'>, page: number): string {
  return page === 1 ? file.thumbnailUrl : withPage(file.thumbnailUrl, page)
}

export function withPage(url: string, page: number): string {
  return `${url}${url.includes('?') ? '&' : '?'}page=${page}`
}

const shownByBrowsers = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/svg+xml'])

/** The original if browsers can show it; null if the preview must do. */
export function shownOriginal(file: Shown): string | null {
  const isSmall = !file.tiles && (file.width ?? 0) * (file.height ?? 0) <= mostOriginalPixels
  return file.url && file.kind === 'IMAGE' && shownByBrowsers.has(file.mime) && isSmall ? file.url : null
}

type Shown = Pick<File, 'url' | 'mime' | 'animated' | 'width' | 'height' | 'kind' | 'tiles'>

/** The original, if better than the preview at this scale: always for animations, for pictures beyond the preview's pixels. */
export function originalUrl(file: Shown, scale: number, pixelRatio: number): string | null {
  if (!file.url || file.kind !== 'IMAGE' || !shownByBrowsers.has(file.mime)) return null
  if (file.animated) return file.url
  const longest = Math.max(file.width ?? 0, file.height ?? 0)
  if (file.tiles || (file.width ?? 0) * (file.height ?? 0) > mostOriginalPixels) return null
  const isVector = file.mime === 'image/svg+xml'
  const previewPx = isVector ? previewMaxPx : Math.min(longest, previewMaxPx)
  if (!isVector && longest <= previewMaxPx) return null
  return longest * scale * pixelRatio > previewPx * 1.1 ? file.url : null
}
