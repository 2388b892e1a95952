import { typeOfChosen } from '@wingmark/contract/file-check'

const patienceMs = 4_000

export function isPicture(file: { name: string; type: string }): boolean {
  return typeOfChosen(file)?.kind === 'IMAGE'
}

/** Drawing one can block the page for seconds, whatever its size; the server can stop it. */
export function isVector(file: { name: string; type: string }): boolean {
  return typeOfChosen(file)?.mime === 'image/svg+xml'
}

/** A picture's pixels as the browser shows it; null for other files and unreadable ones. */
export async function measurePicture(file: File): Promise<{ width: number; height: number } | null> {
  if (!isPicture(file) || isVector(file)) return null
  const url = URL.createObjectURL(file)
  try {
    return await naturalSize(url)
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** Pixels of what a browser can draw, including SVGs; null if it takes too long. */
export function naturalSize(url: string): Promise<{ width: number; height: number } | null> {
  const { promise, resolve } = Promise.withResolvers<{ width: number; height: number } | null>()
  const image = new Image()
  const timer = setTimeout(() => resolve(null), patienceMs)
  image.onload = () =>
    resolve(
      image.naturalWidth > 0 && image.naturalHeight > 0
        ? { width: image.naturalWidth, height: image.naturalHeight }
        : null,
    )
  image.onerror = () => resolve(null)
  image.src = url
  return promise.finally(() => {
    clearTimeout(timer)
    image.src = ''
  })
}
