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
  /** Which version this is of which file, if there are several; the current one is that file itself. */
  stack: z.object({ file: Id, name: z.string(), version: z.int() }).nullable(),
  /** Its place in the caller's transfers, where it can be deleted. */
  transfer: Id.nullable(),
  createdAt: Time,
})
export type UsedFile = z.infer<typeof UsedFile>

const UsedReview = z.object({ _id: Id, name: z.string(), size: z.int(), fileCount: z.int() })
export type UsedReview = z.infer<typeof UsedReview>

/** What counts against the caller's quota; the sums add up to the storage used. */
export const StorageUse = z.object({
  bytes: z.object({ designs: z.int(), attachments: z.int(), transfers: z.int(), unused: z.int() }),
  /** The ten largest of each kind. */
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
