import { z } from 'zod'

/** Resumable uploads speak tus 1.0.0 (https://tus.io/protocols/resumable-upload), not JSON; failures answer as everywhere. */
export const tusPath = '/file/api/v1/tus'
export const tusVersion = '1.0.0'
export const tusExtensions = ['creation', 'creation-with-upload', 'termination', 'expiration'] as const
/** `Content-Type` of the bytes. */
export const tusContentType = 'application/offset+octet-stream'

/** On the answer that completes an upload, and on every later one about it. */
export const tusFileHeaders = { id: 'x-file-id', key: 'x-file-key' } as const

/** `Upload-Metadata`; all of it is optional, as the form's fields are. */
export const TusMetadata = z.object({
  filename: z.string().optional(),
  filetype: z.string().optional(),
  /** REVIEW, COMMENT or TRANSFER. */
  purpose: z.string().optional(),
  /** The review that a guest's attachment is for. */
  review: z.string().optional(),
  /** The review that a file will join, or `new`; it can join no other. */
  target: z.string().optional(),
  width: z.string().optional(),
  height: z.string().optional(),
})
export type TusMetadata = z.infer<typeof TusMetadata>
