import type { DraftFile } from '#web/features/comments/outbox/drafts'
import { isKeptFile, keyOfKept, readKept } from '#web/features/comments/outbox/kept-files'
import { ApiError, networkError } from '#web/lib/api-error'
import type { UploadRequest } from '#web/lib/upload-transport'

/** Server ids of files that were uploaded before this page was left. */
const arrived = new Map<string, string>()

/** The server ids of an item's files; uploads those waiting on this device first. Throws ApiError. */
export async function bringFiles(
  files: readonly DraftFile[],
  review: NonNullable<UploadRequest['review']> | null,
): Promise<string[]> {
  const ids: string[] = []
  for (const file of files) ids.push(isKeptFile(file) ? await bring(file, review) : file._id)
  return ids
}

async function bring(file: DraftFile, review: NonNullable<UploadRequest['review']> | null): Promise<string> {
  const key = keyOfKept(file)
  const known = arrived.get(key)
  if (known) return known
  const bytes = await readKept(file)
  if (!bytes) {
    const message = `${file.name} is no longer on this device.`
    throw new ApiError({ status: 409, code: 'FILE_GONE', message })
  }
  // Offline, an upload would wait without the user knowing.
  if (!navigator.onLine) throw networkError()
  const { uploadAttachment } = await import('#web/features/comments/composer/upload-attachment')
  const { _id } = await uploadAttachment(review, bytes, { idempotencyKey: key })
  arrived.set(key, _id)
  return _id
}
