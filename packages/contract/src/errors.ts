import { z } from 'zod'
import { SharedWork } from './shared-work.ts'

/** Every failure the server can answer with: its status and the sentence used when nothing better is known. */
export const errorCatalogue = {
  BAD_REQUEST: { status: 400, message: 'The request couldn’t be read. Check that it is valid JSON.' },
  UPLOAD_UNREADABLE: { status: 400, message: 'The upload couldn’t be read. Please try again.' },
  UNAUTHENTICATED: { status: 401, message: 'Session expired. Please login again.' },
  INVALID_CREDENTIALS: { status: 401, message: 'Invalid email or password.' },
  GOOGLE_SIGN_IN_FAILED: { status: 401, message: 'Google sign-in failed. Please try again.' },
  PLAN_LIMIT: { status: 402, message: 'Your plan doesn’t include this.' },
  FORBIDDEN: { status: 403, message: "You don't have permission to perform this action." },
  CODE_NEEDED: { status: 403, message: 'Sign in with a code sent to your email.' },
  EMAIL_UNVERIFIED: { status: 403, message: 'Verify your email address to decide in this round.' },
  INVALID_ACCESS_KEY: { status: 403, message: 'This link or access key isn’t valid.' },
  NOT_FOUND: { status: 404, message: 'Not found.' },
  COMMENT_DELETED: { status: 404, message: 'This comment was deleted.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This address doesn’t support that method.' },
  REQUEST_TIMEOUT: { status: 408, message: 'The request took too long to arrive. Please try again.' },
  CONFLICT: { status: 409, message: 'Someone else changed this. Reload and try again.' },
  EMAIL_TAKEN: { status: 409, message: 'An account with this email already exists.' },
  SHARED_WORK: {
    status: 409,
    message: 'Some of your workspaces or reviews have other members. Choose what happens to each.',
  },
  USERNAME_TAKEN: { status: 409, message: 'This username is taken.' },
  VERSION_CHANGED: { status: 409, message: 'This version no longer exists.' },
  DECIDED: { status: 409, message: 'Someone else decided this first.' },
  ROUND_OPEN: { status: 409, message: 'Another round is open. Close it first.' },
  ROUND_CLOSED: { status: 409, message: 'This round is closed. Nothing was recorded.' },
  GONE: { status: 410, message: 'This link has expired.' },
  INVITATION_INVALID: { status: 410, message: 'This invitation is no longer valid.' },
  TUS_VERSION: { status: 412, message: 'Resumable uploads need tus 1.0.0.' },
  TOO_LARGE: { status: 413, message: 'File too large. Please select a smaller file.' },
  BODY_TOO_LARGE: { status: 413, message: 'The request is too large.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Send this request as JSON.' },
  FILE_TYPE_NOT_ACCEPTED: { status: 415, message: 'This type of file isn’t accepted.' },
  INVALID_FIELDS: { status: 422, message: 'Some fields need your attention.' },
  KEY_REUSED: {
    status: 422,
    message: 'This Idempotency-Key was already used for another request. Use a new one.',
  },
  ACCESS_KEY_REQUIRED: { status: 423, message: 'This review needs an access key.' },
  RATE_LIMITED: { status: 429, message: 'Too many attempts. Please wait a moment and try again.' },
  HEADERS_TOO_LARGE: { status: 431, message: 'The request headers are too large.' },
  SERVER_ERROR: { status: 500, message: 'Server error. Please try again later.' },
  UNAVAILABLE: {
    status: 503,
    message: 'The service isn’t available right now. Please try again in a moment.',
  },
  STORAGE_FULL: {
    status: 503,
    message: 'The server has no space left for files. Nothing was saved. Please try again later.',
  },
  STORAGE_QUOTA: {
    status: 507,
    message: 'You’ve used all of your storage. Delete files or upgrade your plan.',
  },
  OWNER_STORAGE_QUOTA: {
    status: 507,
    message: 'The owner of this review is out of storage. You can still comment without files.',
  },
} as const

export type ErrorCode = keyof typeof errorCatalogue

export const Failure = z.object({
  success: z.literal(false),
  code: z.string(),
  message: z.string(),
  errors: z.record(z.string(), z.string()).optional(),
  /** The id of the existing thing, where the caller may see it. */
  existing: z.string().optional(),
  /** With VERSION_CHANGED: the number of the current version. */
  version: z.int().optional(),
  /** With VERSION_CHANGED, of a decision: the file that it is about. */
  file: z.string().optional(),
  /** With DECIDED: by whom; missing for a deleted account. */
  decidedBy: z.object({ _id: z.string(), name: z.string() }).optional(),
  /** With SHARED_WORK: what the caller has to decide on. */
  sharedWork: z.array(SharedWork).optional(),
  /** With ACCESS_KEY_REQUIRED, for holders of a delivery’s link: who sent it. */
  sender: z.object({ name: z.string() }).optional(),
  requestId: z.string(),
})
export type Failure = z.infer<typeof Failure>

/** Sentences that the web app shows where the server gave no answer. */
export const clientMessages = {
  sessionExpired: 'Session expired. Please login again.',
  forbidden: errorCatalogue.FORBIDDEN.message,
  serverError: errorCatalogue.SERVER_ERROR.message,
  generic: 'An error occurred. Please try again.',
  network: 'Network error. Please check your connection.',
  unexpected: 'An unexpected error occurred.',
  logoutFailed: 'Logout failed. Please try again.',
  uploadFailed: 'Upload failed',
  uploadCancelled: 'Upload cancelled',
  uploadTimedOut: 'Upload timed out. Please try again with a smaller file or check your internet connection.',
  uploadTooLarge: errorCatalogue.TOO_LARGE.message,
  invalidFileObject: 'Invalid file object provided',
  processingFailed: 'There was an error processing your files. Please try again.',
  createReviewFailed: 'Failed to create review. Please try again.',
  reviewNameMissing: 'Please enter a review name',
  noFilesUploaded: 'No files have been uploaded yet.',
} as const
