import { fileTypeByMime } from '@wingmark/contract/file-types'
import { naturalSize } from '#web/lib/picture-size'
import { isAcceptedMime } from './data-url.ts'
import { bytesOf } from './device-files.ts'
import type { Picture } from './device-pages.ts'

const noPreview = 'Its preview is drawn once it is uploaded. You can comment on the whole file already.'
const undrawable = 'This browser cannot draw it. You can comment on the whole file.'

/** Bytes on this device as something to look at; its address is freed by `freePicture`. */
export async function openPicture(
  ref: string,
  fallbackName: string,
  purpose: 'REVIEW' | 'COMMENT',
): Promise<Picture> {
  const found = await bytesOf(ref, fallbackName)
  const none = { url: null, width: null, height: null }
  if (found.fault !== null) return { ...none, name: found.name, mime: '', size: 0, fault: found.fault }
  const { blob, name } = found
  const mime = blob.type
  const about = { name, mime, size: blob.size }
  if (!isAcceptedMime(mime, purpose))
    return { ...about, ...none, fault: 'It is neither a picture nor a PDF, and is not uploaded.' }
  const url = URL.createObjectURL(blob)
  if (fileTypeByMime(mime)?.kind !== 'IMAGE') return { ...about, ...none, url, fault: noPreview }
  const size = found.width && found.height ? found : await naturalSize(url)
  if (!size) return { ...about, ...none, url, fault: undrawable }
  return { ...about, url, width: size.width, height: size.height, fault: null }
}

export function freePicture({ url }: Picture): void {
  if (url !== null) URL.revokeObjectURL(url)
}
