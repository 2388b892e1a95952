import sharp from 'sharp'
import type { Raster } from '#server/platform/media/compare-pixels'

/** One number per pixel, 0 to 255. */
export type Plane = { data: Uint8Array; width: number; height: number }

/** The same picture at another width. */
export async function scaleTo(picture: Raster, width: number): Promise<Raster> {
  if (width === picture.width) return picture
  const raw = { width: picture.width, height: picture.height, channels: 4 as const }
  const height = Math.max(1, Math.round((picture.height * width) / picture.width))
  const { data, info } = await sharp(picture.data, { raw, limitInputPixels: false })
    .resize({ width, height, fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** Of an opaque picture. */
export function greyOf({ data, width, height }: Raster): Plane {
  const grey = new Uint8Array(width * height)
  for (let at = 0, from = 0; at < grey.length; at++, from += 4)
    grey[at] = ((data[from] ?? 0) * 77 + (data[from + 1] ?? 0) * 150 + (data[from + 2] ?? 0) * 29) >> 8
  return { data: grey, width, height }
}

/** Below this a difference of grey is grain. */
const leastEdge = 6

/** Strength of edges, square-rooted so that pale lines count; the same for dark on light and light on dark. */
export function edgesOf({ data, width, height }: Plane): Plane {
  const sharpEdges = new Uint8Array(width * height)
  for (let y = 1; y < height - 1; y++)
    for (let x = 1, at = y * width + 1; x < width - 1; x++, at++) {
      const across = Math.abs((data[at + 1] ?? 0) - (data[at - 1] ?? 0))
      const step = across + Math.abs((data[at + width] ?? 0) - (data[at - width] ?? 0))
      sharpEdges[at] = step < leastEdge ? 0 : Math.min(255, Math.sqrt(step) * 12)
    }
  return { data: blur(sharpEdges, width, height), width, height }
}

function blur(from: Uint8Array, width: number, height: number): Uint8Array {
  const across = new Uint8Array(from.length)
  const both = new Uint8Array(from.length)
  for (let y = 0; y < height; y++)
    for (let x = 1, at = y * width + 1; x < width - 1; x++, at++)
      across[at] = ((from[at - 1] ?? 0) + 2 * (from[at] ?? 0) + (from[at + 1] ?? 0)) >> 2
  for (let at = width; at < from.length - width; at++)
    both[at] = ((across[at - width] ?? 0) + 2 * (across[at] ?? 0) + (across[at + width] ?? 0)) >> 2
  return both
}
