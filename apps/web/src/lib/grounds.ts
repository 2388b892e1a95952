import { groundFor } from '@wingmark/contract/ground'

/** Enough to determine the best ground for a mark. */
const lookedAtPx = 32

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
  if (target.currentSrc === shown) target.dataset.ground = ground
}

/** The best ground for a loaded picture. */
export async function groundOf(image: HTMLImageElement): Promise<'LIGHT' | 'DARK'> {
  const readable = isReadable(image.currentSrc) ? image : await loadReadable(image.currentSrc)
  const { naturalWidth, naturalHeight } = readable ?? image
  if (!readable || naturalWidth === 0) return 'LIGHT'
  const scale = Math.min(1, lookedAtPx / Math.max(naturalWidth, naturalHeight))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(naturalWidth * scale))
  canvas.height = Math.max(1, Math.round(naturalHeight * scale))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return 'LIGHT'
  try {
    context.drawImage(readable, 0, 0, canvas.width, canvas.height)
    return groundFor(context.getImageData(0, 0, canvas.width, canvas.height).data)
  } catch {
    return 'LIGHT'
  }
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
