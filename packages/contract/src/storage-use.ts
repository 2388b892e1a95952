import { z } from 'zod'
import { FileKind } from './file-types.ts'
import { Id, Time } from './ids.ts'
import { one } from './paging.ts'
import { route } from './route.ts'

const UsedFile = z.object({
  _id: Id,
  name: z.string(),
  kind: FileKind,
  size: z.int(),
  use: z.enum(['DESIGN', 'ATTACHMENT', 'TRANSFER', 'UNUSED']),
  /** The review that it is in. */
  review: z.object({ _id: Id, name: z.string() }).nullable(),
  /** Its place in the caller's transfers, by which it is deleted. */
  transfer: Id.nullable(),
  createdAt: Time,
})
export type UsedFile = z.infer<typeof UsedFile>

const UsedReview = z.object({ _id: Id, name: z.string(), size: z.int(), fileCount: z.int() })
export type UsedReview = z.infer<typeof UsedReview>

/** What the caller's storage is charged with; the sums together are what is used. */
export const StorageUse = z.object({
  bytes: z.object({ designs: z.int(), attachments: z.int(), transfers: z.int(), unused: z.int() }),
  /** The ten largest of each. */
  reviews: z.array(UsedReview),
  files: z.array(UsedFile),
})
export type StorageUse = z.infer<typeof StorageUse>

export const getStorageUse = route({
  method: 'GET',
  path: '/file/api/v1/usage/user',
  access: 'user',
  summary: 'What uses the storage of the caller, largest first',
  reply: one(StorageUse),
})
