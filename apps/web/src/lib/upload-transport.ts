import { clientMessages } from '@wingmark/contract/errors'
import type { FilePurpose } from '@wingmark/contract/file-types'
import { anyShape, parseJson } from '@wingmark/contract/json'
import { errorFromAnswer, isOutOfRoom } from '#web/lib/api-error'

export type UploadRequest = {
  file: File
  purpose: FilePurpose
  /** Pixels of a picture; a hint, the server measures again. */
  dimensions?: { width: number; height: number } | null
  /** The review that a guest's file belongs to, and what proves that its link was opened. */
  review?: { id: string; share: string | undefined }
  /** What a file under review was chosen for: the review that it may join, or `new`. */
  target?: string
  /** The same over all tries of one file, so that a retry after a lost answer gives one file. */
  idempotencyKey: string
  /** Where an earlier try has begun to send the file; it goes on at the byte where it stopped. */
  address?: string | null
  /** Called once the server has an address for the file, which another try resumes. */
  onAddress?: (address: string) => void
  onProgress?: (percent: number) => void
  /** The line is gone, or back. The transport goes on by itself. */
  onLine?: (line: 'lost' | 'back') => void
  /** Aborting rejects with a `cancelled` UploadError. */
  signal?: AbortSignal
}

export type StoredFile = { fileId: string; key: string }

/** Brings one file to the server; rejects with an UploadError only. */
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

  /** The file itself is at fault (its size, its type, or nothing in it): no further try changes that. */
  get isForGood(): boolean {
    return this.reason === 'refused' && [413, 415, 422].includes(this.status ?? 0)
  }
}

/** What a queue keeps of an upload that failed. */
export function failureOf(error: unknown) {
  const known = error instanceof UploadError ? error : null
  return {
    message: known?.message ?? clientMessages.uploadFailed,
    isForGood: known?.isForGood ?? false,
    isOutOfRoom: known !== null && isOutOfRoom(known),
  }
}

/** Milliseconds that a file may stand still: a minute for each MB, at least 2 and at most 30 minutes. */
export function uploadTimeoutMs(bytes: number): number {
  const megabytes = bytes / 1_048_576
  return 60_000 * Math.min(30, Math.max(2, megabytes))
}

/** What the person reads when the server did not take the file. */
export function refusalOf(status: number, body: string): UploadError {
  const answer = parseJson(body, anyShape)
  const { code, message } = errorFromAnswer(status, answer, null)
  if (status === 401)
    return new UploadError('refused', clientMessages.sessionExpired, { status, code: 'UNAUTHENTICATED' })
  if (status === 413) return new UploadError('refused', clientMessages.uploadTooLarge, { status, code })
  return new UploadError('refused', answer === null ? clientMessages.uploadFailed : message, { status, code })
}
