import { clientMessages } from '@wingmark/contract/errors'
import { byName, fieldOf, text } from '#web/lib/changes/read-kept'

/** `status` 0 means no answer: `NETWORK`, `TIMEOUT`, or `UNEXPECTED` if the call could not be made. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly errors: Record<string, string>
  readonly retryAfterSeconds: number | undefined
  /** From a proxy, or cut off: our own sentence for the status, without a form field. */
  readonly isWordless: boolean
  /** The id of the existing one. */
  readonly existing: string | undefined
  /** The name of who sent a locked delivery. */
  readonly sender: string | undefined

  constructor(failure: {
    status: number
    code: string
    message: string
    errors?: Record<string, string>
    retryAfterSeconds?: number
    isWordless?: boolean
    existing?: string | undefined
    sender?: string | undefined
  }) {
    super(failure.message)
    this.name = 'ApiError'
    this.status = failure.status
    this.code = failure.code
    this.errors = failure.errors ?? {}
    this.retryAfterSeconds = failure.retryAfterSeconds
    this.isWordless = failure.isWordless ?? false
    this.existing = failure.existing
    this.sender = failure.sender
  }
}

/** Statuses that pass with time. */
export const passing: readonly number[] = [0, 429, 502, 503, 504]

export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && passing.includes(error.status)
}

/** Creates something or, if an earlier answer with the same key was lost, updates it: nothing is duplicated. */
export async function makeOrChange<T>(
  make: () => Promise<T>,
  change: (id: string) => Promise<T>,
): Promise<T> {
  try {
    return await make()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'KEY_REUSED' || !error.existing) throw error
    return change(error.existing)
  }
}

/** These end an access: data shown through it must disappear. */
const endings: readonly number[] = [401, 403, 404, 410, 423]
export const isEnding = (status: number): boolean => endings.includes(status)

/** A form refuses its content; an answer without a sentence gets a toast. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 422 && !error.isWordless

export function isOver(error: unknown): boolean {
  return error instanceof ApiError && isEnding(error.status)
}

export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** Null if missing; throws every other failure. */
export const missingAsNull = <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })

/** The user's storage is full: they can free some. */
export const isOutOfRoom = ({ code }: { code?: string | undefined }): boolean => code === 'STORAGE_QUOTA'

export function networkError(code: 'NETWORK' | 'TIMEOUT' = 'NETWORK'): ApiError {
  return new ApiError({ status: 0, code, message: clientMessages.network })
}

/** Reads a failed answer; bodies that are not our error format get the sentence of their status. */
export function errorFromAnswer(status: number, body: unknown, retryAfter: string | null): ApiError {
  const seconds = Number(retryAfter ?? Number.NaN)
  const words = textOf(body, 'message')
  return new ApiError({
    status,
    code: textOf(body, 'code') ?? 'UNKNOWN',
    message: words ?? fallbackMessage(status),
    isWordless: words === undefined,
    errors: errorsIn(body),
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : undefined,
    existing: textOf(body, 'existing'),
    sender: textOf(fieldOf(body, 'sender'), 'name'),
  })
}

function fallbackMessage(status: number): string {
  if (status === 401) return clientMessages.sessionExpired
  if (status === 403) return clientMessages.forbidden
  if (status === 413) return clientMessages.uploadTooLarge
  return status === 500 ? clientMessages.serverError : clientMessages.generic
}

const textOf = (body: unknown, field: string) => text(fieldOf(body, field)) || undefined

const errorsIn = (body: unknown) => byName(text)(fieldOf(body, 'errors')) ?? {}

/** Sentences for single fields of a form. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  if (error.code === 'EMAIL_TAKEN') return { email: error.message }
  return error.code === 'USERNAME_TAKEN' ? { username: error.message } : error.errors
}
