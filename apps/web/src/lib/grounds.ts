import { groundFor } from '@wingmark/contract/ground'

/** Enough to determine the best ground for a mark. */
const lookedAtPx = 32
/** Enough to find rounded corners. */
const searchedPx = 128

/** Sets `data-ground` on each picture over a checkerboard once it has loaded. */
export function watchGrounds(): void {
  document.addEventListener('load', ({ target }) => void give(target), { capture: true })
}

async function give(target: EventTarget | null): Promise<void> {
  if (!(target instanceof HTMLImageElement) || !target.isConnected) return
  // Faces, photos and page pictures have no checkerboard behind them.
  if (getComputedStyle(target).backgroundImage === 'none') return
  const shown = target.currentSrc
  const ground = await groundOf(target)
  if (target.currentSrc === shown) target.dataset.ground = ground ?? 'LIGHT'
}

/** The best ground for a loaded picture; null if it is opaque and needs none. */
export async function groundOf(image: HTMLImageElement): Promise<'LIGHT' | 'DARK' | null> {
  const readable = isReadable(image.currentSrc) ? image : await loadReadable(image.currentSrc)
  if (!readable || readable.naturalWidth === 0) return 'LIGHT'
  try {
    const pixels = pixelsOf(readable, searchedPx)
    if (pixels && isOpaque(pixels)) return null
    return pixels ? groundFor(pixelsOf(readable, lookedAtPx) ?? pixels) : 'LIGHT'
  } catch {
    return 'LIGHT'
  }
}

/** RGBA of a picture no larger than this. */
function pixelsOf(image: HTMLImageElement, longest: number): Uint8ClampedArray | null {
  const { naturalWidth, naturalHeight } = image
  const scale = Math.min(1, longest / Math.max(naturalWidth, naturalHeight))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(naturalWidth * scale))
  canvas.height = Math.max(1, Math.round(naturalHeight * scale))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return null
  // Otherwise pixels in between are left out.
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return context.getImageData(0, 0, canvas.width, canvas.height).data
}

function isOpaque(pixels: Uint8ClampedArray): boolean {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 255) return false
  return true
}

/** Of this origin, or created by it. */
export const isReadable = (url: string): boolean =>
  /^(?:blob|data):/.test(url) || new URL(url).origin === location.origin

/** Files may have their own origin, which permits reading on request. */
async function loadReadable(url: string): Promise<HTMLImageElement | null> {
  const image = new Image()
  image.crossOrigin = 'anonymous'
  image.src = url
  return image.decode().then(
    () => image,
    () => null,
  )
}
