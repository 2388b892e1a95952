import { clientMessages } from '@wingmark/contract/errors'
import type { FilePurpose } from '@wingmark/contract/file-types'
import { uploadFile } from '@wingmark/contract/files'
import { errorFromAnswer } from '#web/lib/api-error'

export type UploadRequest = {
  file: File
  purpose: FilePurpose
  /** Pixels of a picture; a hint, the server measures again. */
  dimensions: { width: number; height: number } | null
  /** The same over all tries of one file, so that a retry after a lost answer gives one file. */
  idempotencyKey: string
  onProgress: (percent: number) => void
  /** Aborting rejects with a `cancelled` UploadError. */
  signal: AbortSignal
}

export type StoredFile = { fileId: string; key: string }

/** Brings one file to the server; rejects with an UploadError only. */
export type UploadTransport = (request: UploadRequest) => Promise<StoredFile>

export class UploadError extends Error {
  readonly reason: 'cancelled' | 'timedOut' | 'offline' | 'refused' | 'invalid'
  /** HTTP status of a refusal. */
  readonly status: number | undefined

  constructor(reason: UploadError['reason'], message: string, status?: number) {
    super(message)
    this.name = 'UploadError'
    this.reason = reason
    this.status = status
  }
}

/** Milliseconds that one try may take: a minute for each MB, at least 2 and at most 30 minutes. */
export function uploadTimeoutMs(bytes: number): number {
  const megabytes = bytes / 1_048_576
  return 60_000 * Math.min(30, Math.max(2, megabytes))
}

/** What the person reads when the server did not take the file. */
export function refusalMessage(status: number, body: string): string {
  if (status === 413) return clientMessages.uploadTooLarge
  const answer = parseJson(body)
  return answer === null ? clientMessages.uploadFailed : errorFromAnswer(status, answer, null).message
}

export type UploadAuth = {
  /** Asked anew for each try. */
  token: () => string | null
  /** The server does not know this token any more. */
  refused: (token: string) => void
}

/** `POST /file/api/v1` with the fields before the file. */
export function createMultipartTransport(auth: UploadAuth): UploadTransport {
  return (request) =>
    new Promise((resolve, reject) => {
      if (!(request.file instanceof File)) {
        return reject(new UploadError('invalid', clientMessages.invalidFileObject))
      }
      if (request.signal.aborted) return reject(cancelled())

      const xhr = new XMLHttpRequest()
      const abort = () => xhr.abort()
      request.signal.addEventListener('abort', abort, { once: true })
      const settle = (finish: () => void) => () => {
        request.signal.removeEventListener('abort', abort)
        finish()
      }

      xhr.open(uploadFile.method, uploadFile.path)
      xhr.timeout = uploadTimeoutMs(request.file.size)
      const token = auth.token()
      if (token) xhr.setRequestHeader('Authorization', `Bearer ${token}`)
      xhr.setRequestHeader('Idempotency-Key', request.idempotencyKey)
      xhr.upload.onprogress = (event) => {
        if (event.lengthComputable) request.onProgress((event.loaded / event.total) * 100)
      }
      xhr.onabort = settle(() => reject(cancelled()))
      xhr.ontimeout = settle(() => reject(new UploadError('timedOut', clientMessages.uploadTimedOut)))
      xhr.onerror = settle(() => reject(new UploadError('offline', clientMessages.network)))
      xhr.onload = settle(() => {
        const stored = readStored(xhr.status, xhr.responseText)
        if (stored) return resolve(stored)
        if (xhr.status === 401 && token) auth.refused(token)
        reject(new UploadError('refused', refusalMessage(xhr.status, xhr.responseText), xhr.status))
      })
      xhr.send(formOf(request))
    })
}

function formOf({ file, purpose, dimensions }: UploadRequest): FormData {
  const form = new FormData()
  form.append('size', '0')
  if (dimensions) form.append('metadata', JSON.stringify(dimensions))
  form.append('purpose', purpose)
  form.append('file', file, file.name)
  return form
}

const cancelled = () => new UploadError('cancelled', clientMessages.uploadCancelled)

function readStored(status: number, body: string): StoredFile | null {
  if (status < 200 || status > 299) return null
  const answer = parseJson(body)
  const file: unknown = isRecord(answer) ? answer.result : null
  if (!isRecord(file) || typeof file._id !== 'string' || typeof file.key !== 'string') return null
  return { fileId: file._id, key: file.key }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
