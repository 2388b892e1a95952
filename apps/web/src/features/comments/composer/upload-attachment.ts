import { typeOfChosen } from '@wingmark/contract/file-check'
import type { AttachmentSending } from '#web/features/comments/composer/composer-place'
import type { DraftFile } from '#web/features/comments/outbox/drafts'
import { ApiError } from '#web/lib/api-error'
import { UploadError, type UploadRequest } from '#web/lib/upload-transport'
import { sendFile } from '#web/lib/upload-tus'

/** Uploads a file of a comment or message. Throws ApiError with the sentence to show; UploadError if cancelled. */
export async function uploadAttachment(
  review: NonNullable<UploadRequest['review']> | null,
  file: File,
  sending: AttachmentSending,
): Promise<DraftFile> {
  try {
    const { fileId } = await sendFile({ file, purpose: 'COMMENT', ...(review ? { review } : {}), ...sending })
    return { _id: fileId, name: file.name, kind: kindOf(file) }
  } catch (error) {
    if (!(error instanceof UploadError) || error.reason === 'cancelled') throw error
    throw new ApiError({ status: error.status ?? 0, code: error.code ?? 'UPLOAD', message: error.message })
  }
}

const kindOf = (file: File) => typeOfChosen(file)?.kind ?? 'OTHER'
