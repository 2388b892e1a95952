import { checkFile } from '@wingmark/contract/file-types'
import { uploadFile } from '@wingmark/contract/files'
import type { RouteReply } from '@wingmark/contract/route'
import type { DraftFile } from '#web/features/room/composer/drafts'
import { bearerToken, refused } from '#web/lib/api'
import { networkError } from '#web/lib/api-error'
import { shareProofOf } from '#web/lib/share-proof'

/** Brings a file of a comment to the server. Throws ApiError with the sentence to show. */
export async function uploadAttachment(reviewId: string, file: File, key: string): Promise<DraftFile> {
  const token = bearerToken()
  const share = shareProofOf(reviewId)
  const response = await fetch(uploadFile.path, {
    method: uploadFile.method,
    headers: {
      'idempotency-key': key,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(share ? { 'x-share-token': share } : {}),
    },
    body: formOf(reviewId, file),
  }).catch(() => {
    throw networkError()
  })
  const body: unknown = await response.json().catch(() => null)
  if (!response.ok) throw refused(response, body, token)
  // Built pages carry no reply schemas; the server's tests hold every reply against its contract.
  const { _id, name, kind, thumbnailUrl } = (body as RouteReply<typeof uploadFile>).result
  return { _id, name, kind, thumbnailUrl }
}

/** Why a chosen file cannot be attached; null if it can. */
export function attachmentProblem(file: File): string | null {
  return checkFile(file, 'COMMENT').error ?? null
}

// The server reads the fields before the bytes, so they come first.
function formOf(reviewId: string, file: File): FormData {
  const form = new FormData()
  form.append('size', '0')
  form.append('purpose', 'COMMENT')
  form.append('review', reviewId)
  form.append('file', file, file.name)
  return form
}
