import { type ErrorCode, errorCatalogue } from '@wingmark/contract/errors'
import type { SharedWork } from '@wingmark/contract/shared-work'

type Details = {
  message?: string
  /** Field path → sentence; only with INVALID_FIELDS. */
  errors?: Record<string, string>
  retryAfterSeconds?: number
  /** The id of the thing in the way. */
  existing?: string
  /** Only with VERSION_CHANGED: the current one. */
  version?: number
  /** Only with VERSION_CHANGED of a decision: the file that it is about. */
  file?: string
  /** Only with DECIDED. */
  decidedBy?: { _id: string; name: string }
  /** Only with SHARED_WORK. */
  sharedWork?: SharedWork[]
  /** Only with ACCESS_KEY_REQUIRED. */
  sender?: { name: string }
  /** Someone may be guessing ids. */
  isMiss?: true
}

/** The one error that services throw; `http/error-handler` turns it into an answer. */
export class DomainError extends Error {
  readonly code: ErrorCode
  readonly errors: Record<string, string> | undefined
  readonly retryAfterSeconds: number | undefined
  readonly existing: string | undefined
  readonly version: number | undefined
  readonly file: string | undefined
  readonly decidedBy: { _id: string; name: string } | undefined
  readonly sharedWork: SharedWork[] | undefined
  readonly sender: { name: string } | undefined
  readonly isMiss: boolean

  constructor(code: ErrorCode, details: Details = {}) {
    super(details.message ?? errorCatalogue[code].message)
    this.name = 'DomainError'
    this.code = code
    this.errors = details.errors
    this.retryAfterSeconds = details.retryAfterSeconds
    this.existing = details.existing
    this.version = details.version
    this.file = details.file
    this.decidedBy = details.decidedBy
    this.sharedWork = details.sharedWork
    this.sender = details.sender
    this.isMiss = details.isMiss ?? false
  }
}

export const notFound = () => new DomainError('NOT_FOUND')
export const forbidden = () => new DomainError('FORBIDDEN')

/** 422 whose message is the first field's sentence. */
export function invalidFields(errors: Record<string, string>): DomainError {
  const [message] = Object.values(errors)
  return new DomainError('INVALID_FIELDS', { errors, ...(message ? { message } : {}) })
}
