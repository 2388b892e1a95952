import { fileTypeByMime } from '@wingmark/contract/file-types'
import { drawPicture } from '#web/lib/draw-picture'
import { drawPages } from '#web/lib/page-pictures'
import { naturalSize } from '#web/lib/picture-size'
import { isAcceptedMime } from './data-url.ts'
import { bytesOf } from './device-files.ts'
import type { Picture } from './device-pages.ts'

const noPreview = 'Its preview appears once it is uploaded. You can already comment on the whole file.'
const undrawable = 'This browser can’t show it. You can comment on the whole file.'
const locked = 'It is protected by a password, which you can enter once it is uploaded.'

const closers = new WeakMap<Picture, () => void>()

/** Displays bytes of this device; `freePicture` releases the memory. */
export async function openPicture(
  ref: string,
  fallbackName: string,
  purpose: 'REVIEW' | 'COMMENT',
): Promise<Picture> {
  const found = await bytesOf(ref, fallbackName)
  const none = { url: null, previewUrl: null, width: null, height: null, pages: null }
  if (found.fault !== null) return { ...none, name: found.name, mime: '', size: 0, fault: found.fault }
  const { blob, name } = found
  const mime = blob.type
  const about = { ...none, name, mime, size: blob.size }
  if (!isAcceptedMime(mime, purpose))
    return { ...about, fault: 'It is neither an image nor a PDF, so it won’t be uploaded.' }
  const url = URL.createObjectURL(blob)
  const kind = fileTypeByMime(mime)?.kind
  if (kind === 'PDF') return openPages(blob, { ...about, url })
  if (kind !== 'IMAGE') return { ...about, url, fault: noPreview }
  const size = found.width && found.height ? found : await naturalSize(url)
  if (!size) return { ...about, url, fault: undrawable }
  return { ...about, url, previewUrl: url, width: size.width, height: size.height, fault: null }
}

/** Twice the width of a review's card. */
const coverPx = 640

/** An image for its review's card: a dozen at full size would take hundreds of megabytes. */
export async function openCover(ref: string): Promise<Picture> {
  const name = 'Image 1'
  const found = await bytesOf(ref, name)
  const type = found.fault === null ? found.blob.type : ''
  const isPicture = found.fault === null && fileTypeByMime(type)?.kind === 'IMAGE'
  const small = isPicture ? await drawPicture(new File([found.blob], found.name, { type }), coverPx) : null
  if (!isPicture || small === null) return openPicture(ref, name, 'REVIEW')
  const { size } = found.blob
  const rest = { width: null, height: null, pages: null, fault: null }
  return { name: found.name, mime: type, size, url: small, previewUrl: small, ...rest }
}

/** Renders the first page at once, the others on demand. */
async function openPages(blob: Blob, about: Omit<Picture, 'fault'>): Promise<Picture> {
  const drawing = await import('./pdf-pages.ts').catch(() => null)
  // Not on the device yet, and offline.
  if (!drawing) return { ...about, fault: noPreview }
  try {
    const pdf = await drawing.openPdf(blob)
    try {
      const previewUrl = await pdf.draw(1)
      const stop = drawPages(previewUrl, pdf.draw)
      const picture = { ...about, previewUrl, pages: pdf.pages, fault: null }
      closers.set(picture, () => {
        stop()
        pdf.close()
      })
      return picture
    } catch (error) {
      pdf.close()
      throw error
    }
  } catch (error) {
    return { ...about, fault: error instanceof drawing.LockedPdf ? locked : undrawable }
  }
}

export function freePicture(picture: Picture): void {
  closers.get(picture)?.()
  if (picture.url !== null) URL.revokeObjectURL(picture.url)
}
