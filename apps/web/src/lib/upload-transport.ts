import { clientMessages } from '@wingmark/contract/errors'
import type { FilePurpose } from '@wingmark/contract/file-types'
import { anyShape, parseJson } from '@wingmark/contract/json'
import { errorFromAnswer, isOutOfRoom } from '#web/lib/api-error'

export type UploadRequest = {
  file: File
  purpose: FilePurpose
  /** A picture's pixels; a hint, since the server measures again. */
  dimensions?: { width: number; height: number } | null
  /** The review of a guest's file, with the share token of its link. */
  review?: { id: string; share: string | undefined }
  /** The review that the file may join, or `new`. */
  target?: string
  /** The same for all tries of one file, so that a lost answer creates no second one. */
  idempotencyKey: string
  /** An earlier try's address, where the upload resumes. */
  address?: string | null
  /** Called once the server has an address for the file, which another try resumes. */
  onAddress?: (address: string) => void
  onProgress?: (percent: number) => void
  /** The connection is lost, or back. The transport resumes by itself. */
  onLine?: (line: 'lost' | 'back') => void
  /** Aborting rejects with a `cancelled` UploadError. */
  signal?: AbortSignal
}

export type StoredFile = { fileId: string; key: string }

/** Uploads one file; rejects only with an UploadError. */
export type UploadTransport = (request: UploadRequest) => Promise<StoredFile>

export class UploadError extends Error {
  readonly reason: 'cancelled' | 'timedOut' | 'offline' | 'refused' | 'invalid'
  /** HTTP status and code of a refusal. */
  readonly status: number | undefined
  readonly code: string | undefined

  constructor(reason: UploadError['reason'], message: string, refusal?: { status: number; code: string }) {
    super(message)
    this.name = 'UploadError'
    this.reason = reason
    this.status = refusal?.status
    this.code = refusal?.code
  }

  /** The file itself is at fault (size, type, or empty): retrying is pointless. */
  get isForGood(): boolean {
    return this.reason === 'refused' && [413, 415, 422].includes(this.status ?? 0)
  }
}

/** What a queue keeps of a failed upload. */
export function failureOf(error: unknown) {
  const known = error instanceof UploadError ? error : null
  return {
    message: known?.message ?? clientMessages.uploadFailed,
    isForGood: known?.isForGood ?? false,
    isOutOfRoom: known !== null && isOutOfRoom(known),
  }
}

/** Milliseconds that a file may stall: a minute per MB, between 2 and 30 minutes. */
export function uploadTimeoutMs(bytes: number): number {
  const megabytes = bytes / 1_048_576
  return 60_000 * Math.min(30, Math.max(2, megabytes))
}

/** The sentence for a file that the server refused. */
export function refusalOf(status: number, body: string): UploadError {
  const answer = parseJson(body, anyShape)
  const { code, message } = errorFromAnswer(status, answer, null)
  if (status === 401)
    return new UploadError('refused', clientMessages.sessionExpired, { status, code: 'UNAUTHENTICATED' })
  if (status === 413) return new UploadError('refused', clientMessages.uploadTooLarge, { status, code })
  return new UploadError('refused', answer === null ? clientMessages.uploadFailed : message, { status, code })
}
