import { ApiError } from '#web/lib/api-error'
import { backOffMs } from '#web/lib/back-off'
import { messageForError } from '#web/lib/error-toast'
import { UploadError } from '#web/lib/upload-transport'
import { Interrupted, Refused } from './send-review.ts'

const tries = 3
const waitWithoutWordMs = 10_000

const waitFor = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

/** Waits out rate limits and retries passing errors; a lost connection or session ends the run. */
export async function patiently<T>(work: () => Promise<T>, wait = waitFor): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const { status, seconds } = failureOf(error)
      if (status === 429) {
        await wait(seconds === undefined ? waitWithoutWordMs : seconds * 1000)
        attempt -= 1
      } else if (status === 401) throw new Interrupted('session')
      else if (![0, 500, 502, 503, 504].includes(status)) {
        throw new Refused(wordsOf(error), { cause: error })
      } else if (attempt >= tries || !navigator.onLine) throw new Interrupted('line', { cause: error })
      else await wait(backOffMs(attempt + 1))
    }
  }
}

function failureOf(error: unknown): { status: number; seconds?: number | undefined } {
  if (error instanceof ApiError) return { status: error.status, seconds: error.retryAfterSeconds }
  if (!(error instanceof UploadError)) return { status: -1 }
  if (error.reason === 'refused') return { status: error.status ?? 0 }
  return { status: error.reason === 'invalid' ? -1 : 0 }
}

function wordsOf(error: unknown): string {
  if (error instanceof UploadError) return error.message
  return messageForError(error) ?? 'The review, or what this belongs to, no longer exists.'
}
