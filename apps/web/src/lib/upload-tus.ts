import { clientMessages } from '@wingmark/contract/errors'
import { tusFileHeaders, tusPath, tusVersion } from '@wingmark/contract/tus'
import type { DetailedError, HttpResponse, Upload, UploadOptions } from 'tus-js-client'
import { bearerToken, callerHeaders, loseToken } from '#web/lib/api'
import { watchStillness } from '#web/lib/stillness'
import { isWorthAnotherTry, retryDelaysMs } from '#web/lib/upload-answer'
import {
  refusalOf,
  type StoredFile,
  UploadError,
  type UploadRequest,
  type UploadTransport,
  uploadTimeoutMs,
} from '#web/lib/upload-transport'

/** A file up to this size is sent with the request that creates its upload: one round trip. */
const oneRequestBytes = 8 * 1_048_576
const stalledMs = 60_000

/** Resumable uploads (tus 1.0.0): resumes until the server refuses or progress stops. The library loads with the first file. */
export const sendFile: UploadTransport = async (request) => {
  if (!(request.file instanceof File)) throw new UploadError('invalid', clientMessages.invalidFileObject)
  const tus = await loadUploadLibrary().catch(() => {
    throw new UploadError('offline', clientMessages.network)
  })
  if (request.signal?.aborted) throw cancelled()
  return run(request, (options) => new tus.Upload(request.file, options))
}

/** Discards a partial upload; otherwise the server does in a day. */
export function abandonUpload(address: string): void {
  const headers = { 'tus-resumable': tusVersion, ...callerHeaders() }
  void fetch(address, { method: 'DELETE', headers, keepalive: true }).catch(() => undefined)
}

/** Preloads the library where an upload is likely, in case the connection is lost first. */
export function loadUploadLibrary(): Promise<typeof import('tus-js-client')> {
  return import('tus-js-client')
}

const cancelled = () => new UploadError('cancelled', clientMessages.uploadCancelled)

/** An offset request without an offset in its answer. The library would start over; this retries. */
class NoOffset extends Error {
  readonly answer: HttpResponse
  constructor(answer: HttpResponse) {
    super(`The offset was answered with ${answer.getStatus()}`)
    this.answer = answer
  }
}

function run(request: UploadRequest, make: (options: UploadOptions) => Upload): Promise<StoredFile> {
  const { file, signal, onLine, onProgress } = request
  const { promise, resolve, reject } = Promise.withResolvers<StoredFile>()
  let tries = 0
  let isLost = false
  let isOver = false
  let token: string | null = null

  const tellLine = (lost: boolean) => {
    if (lost === isLost) return
    isLost = lost
    onLine?.(lost ? 'lost' : 'back')
  }
  const moved = (bytes: number) => {
    stillness.moved(bytes)
    tellLine(false)
    onProgress?.(file.size === 0 ? 100 : (bytes / file.size) * 100)
  }

  const upload = make({
    endpoint: new URL(tusPath, location.origin).href,
    uploadUrl: request.address ?? null,
    metadata: metadataOf(request),
    storeFingerprintForResuming: false,
    uploadDataDuringCreation: file.size <= oneRequestBytes && isGoodLine(),
    retryDelays: [...retryDelaysMs],
    onBeforeRequest(sent) {
      token = bearerToken()
      for (const [name, value] of Object.entries(callerHeaders(request.review?.share)))
        sent.setHeader(name, value)
      if (sent.getMethod() === 'POST') sent.setHeader('Idempotency-Key', request.idempotencyKey)
    },
    onAfterResponse(sent, answer) {
      if (sent.getMethod() !== 'HEAD') return
      const isForgotten = [404, 410].includes(answer.getStatus())
      if (answer.getStatus() >= 400 && !isForgotten) throw new NoOffset(answer)
    },
    onUploadUrlAvailable() {
      if (upload.url) request.onAddress?.(upload.url)
    },
    onProgress: moved,
    onChunkComplete(_size, bytes) {
      tries = 0
      moved(bytes)
    },
    onShouldRetry(error) {
      void endIfUnreadable()
      const answer = answerOf(error)
      const again = isWorthAnotherTry(answer && briefOf(answer), tries++)
      if (!again) return false
      // After a lost connection, an address must exist before the first byte.
      upload.options.uploadDataDuringCreation = false
      tellLine(answer === null || answer.getStatus() >= 500)
      return true
    },
    onError(error) {
      const answer = answerOf(error)
      if (!answer) return end(new UploadError('offline', clientMessages.network))
      if (answer.getStatus() === 401 && token) loseToken(token)
      end(refusalOf(answer.getStatus(), answer.getBody()))
    },
    onSuccess({ lastResponse }) {
      const stored = storedIn(lastResponse)
      if (stored) finish(stored)
      else end(new UploadError('refused', clientMessages.uploadFailed))
    },
  })

  // A changed or deleted file looks like a lost connection.
  const endIfUnreadable = async () => {
    if (!(await isReadable(file))) end(new UploadError('invalid', clientMessages.processingFailed))
  }
  const restart = () => void upload.abort().then(() => isOver || upload.start())
  const lose = () => tellLine(true)
  const stillness = watchStillness({
    stalledMs,
    onStalled() {
      lose()
      restart()
    },
    endMs: uploadTimeoutMs(file.size),
    onEnd: () => end(new UploadError('timedOut', clientMessages.uploadTimedOut)),
  })
  const abort = () => end(cancelled())
  const stop = () => {
    isOver = true
    stillness.stop()
    signal?.removeEventListener('abort', abort)
    window.removeEventListener('online', restart)
    window.removeEventListener('offline', lose)
    void upload.abort()
  }
  const finish = (stored: StoredFile) => {
    stop()
    resolve(stored)
  }
  const end = (error: UploadError) => {
    stop()
    reject(error)
  }

  signal?.addEventListener('abort', abort)
  window.addEventListener('online', restart)
  window.addEventListener('offline', lose)
  upload.start()
  return promise
}

function metadataOf({ file, purpose, dimensions, review, target }: UploadRequest): Record<string, string> {
  return {
    filename: file.name,
    filetype: file.type,
    purpose,
    ...(dimensions ? { width: String(dimensions.width), height: String(dimensions.height) } : {}),
    ...(review ? { review: review.id } : {}),
    ...(target ? { target } : {}),
  }
}

/** On a bad connection even small files are sent resumably. */
function isGoodLine(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection')
  const kind: unknown = connection instanceof Object ? Reflect.get(connection, 'effectiveType') : '4g'
  return kind === '4g' || kind === undefined
}

function answerOf(error: Error | DetailedError): HttpResponse | null {
  if (!('originalResponse' in error)) return null
  if (error.causingError instanceof NoOffset) return error.causingError.answer
  return error.originalResponse
}

function briefOf(answer: HttpResponse) {
  const status = answer.getStatus()
  return { status, code: refusalOf(status, answer.getBody()).code ?? '' }
}

function isReadable(file: File): Promise<boolean> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )
}

function storedIn(answer: HttpResponse): StoredFile | null {
  const fileId = answer.getHeader(tusFileHeaders.id)
  const key = answer.getHeader(tusFileHeaders.key)
  return fileId && key ? { fileId, key } : null
}
