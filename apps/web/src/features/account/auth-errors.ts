import { ApiError, fieldErrorsOf } from '#web/lib/api-error'

/** Failures that the account forms show themselves; others get a toast. */
export const shownByForm = [401, 403, 409, 422, 429] as const

/** The sentence for the whole form, unless its fields show it. */
export function formErrorOf(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.isWordless) return null
  if (!shownByForm.some((status) => status === error.status)) return null
  return Object.keys(fieldErrorsOf(error)).length > 0 ? null : error.message
}

/** Too many wrong passwords for this address: only a code signs in here. */
export const needsCode = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'CODE_NEEDED'
