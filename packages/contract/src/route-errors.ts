import { type ErrorCode, errorCatalogue } from './errors.ts'
import type { Route } from './route.ts'

/** To any call: a dead token, too many of them, and what is the server's own. */
const toAny: readonly ErrorCode[] = ['UNAUTHENTICATED', 'RATE_LIMITED', 'SERVER_ERROR', 'UNAVAILABLE']
/** Where a thing is named: it is not there or not theirs, or its link wants a key, is wrong or has run out. */
const aboutThings: readonly ErrorCode[] = [
  'NOT_FOUND',
  'FORBIDDEN',
  'INVALID_ACCESS_KEY',
  'GONE',
  'ACCESS_KEY_REQUIRED',
]
const ofBodies: readonly ErrorCode[] = [
  'BAD_REQUEST',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'INVALID_FIELDS',
]
const ofFiles: readonly ErrorCode[] = [
  'UPLOAD_UNREADABLE',
  'TOO_LARGE',
  'FILE_TYPE_NOT_ACCEPTED',
  'STORAGE_FULL',
]

/** Statuses with which a route may fail, each with the codes that have it; the document and the tests read this. */
export function failuresOf(route: Route): Map<number, ErrorCode[]> {
  const codes: ErrorCode[] = [...toAny, ...(route.errors ?? [])]
  const isWriting = route.method !== 'GET'
  if (route.params || route.body || route.form) codes.push(...aboutThings)
  if (route.query) codes.push('INVALID_FIELDS')
  if (isWriting) codes.push('CONFLICT', 'STORAGE_QUOTA', 'OWNER_STORAGE_QUOTA', 'PLAN_LIMIT', ...ofBodies)
  if (route.method === 'POST') codes.push('KEY_REUSED')
  if (route.form) codes.push(...ofFiles)
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of new Set(codes)) {
    const { status } = errorCatalogue[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return byStatus
}
