import type { Rgb } from '@wingmark/contract/contrast'
import type { File } from '@wingmark/contract/files'
import { previewUrl, shownOriginal } from '#web/features/room/state/page-source'
import type { Point } from '#web/features/room/state/viewport'

/** A page's picture for reading colours; the original if the browser can show it. */
export async function loadColors(file: File, page: number, drawn: HTMLImageElement | null) {
  const address = shownOriginal(file)
  const original = address && (await decoded(address))
  // An SVG may have no size, and browsers then use their own.
  const isWhole = original && original.naturalWidth === Math.round(file.width ?? 0)
  // A cross-origin picture was loaded without permission to read it.
  const readable = drawn && new URL(drawn.src).origin === location.origin ? drawn : null
  const picture = (isWhole ? original : readable) ?? (await decoded(previewUrl(file, page)))
  if (!picture) return null
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return null
  try {
    colorAt(context, picture, { x: 0, y: 0 })
  } catch {
    return null
  }
  return (at: Point): Rgb | null => colorAt(context, picture, at)
}

export type ReadColor = (at: Point) => Rgb | null

async function decoded(url: string): Promise<HTMLImageElement | null> {
  const image = new Image()
  // Files may have their own origin, which permits reading here.
  image.crossOrigin = 'anonymous'
  image.src = url
  return image.decode().then(
    () => image,
    () => null,
  )
}

/** As seen on white; null outside the picture. */
function colorAt(context: CanvasRenderingContext2D, picture: HTMLImageElement, { x, y }: Point): Rgb | null {
  if (x < 0 || x > 1 || y < 0 || y > 1) return null
  const column = Math.min(picture.naturalWidth - 1, Math.floor(x * picture.naturalWidth))
  const row = Math.min(picture.naturalHeight - 1, Math.floor(y * picture.naturalHeight))
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, 1, 1)
  context.imageSmoothingEnabled = false
  context.drawImage(picture, column, row, 1, 1, 0, 0, 1, 1)
  const [r = 0, g = 0, b = 0] = context.getImageData(0, 0, 1, 1).data
  return [r, g, b]
}
