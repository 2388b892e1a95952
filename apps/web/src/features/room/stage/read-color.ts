import type { Rgb } from '@wingmark/contract/contrast'
import type { File } from '@wingmark/contract/files'
import { previewUrl, shownOriginal } from '#web/features/room/state/page-source'
import type { Point } from '#web/features/room/state/viewport'

/** The picture of a page as a thing to read colours from; the original where the browser can show it. */
export async function loadColors(file: File, page: number, drawn: HTMLImageElement | null) {
  const address = shownOriginal(file)
  const original = address && (await decoded(address))
  // An SVG may have no size of its own, and browsers then take one of theirs.
  const isWhole = original && original.naturalWidth === Math.round(file.width ?? 0)
  // What is drawn of another origin was loaded without leave to read it.
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
  // Files may have an origin of their own, which lets this one read them.
  image.crossOrigin = 'anonymous'
  image.src = url
  return image.decode().then(
    () => image,
    () => null,
  )
}

/** As it is seen on white; null beside the picture. */
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
