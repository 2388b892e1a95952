import { type ErrorCode, errorCatalogue } from './errors.ts'
import type { Route } from './route.ts'

/** For any call: an invalid token, too many calls, and the server's own failures. */
const toAny: readonly ErrorCode[] = ['UNAUTHENTICATED', 'RATE_LIMITED', 'SERVER_ERROR', 'UNAVAILABLE']
/** For routes that name a thing: missing, not the caller's, or its link needs a key, is wrong or expired. */
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

/** Statuses with which a route may fail, each with its codes, for the document and the tests. */
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
