import type { EditCommentBody } from '@wingmark/contract/comments'
import type { Transaction } from '#server/db/client'
import { findIdempotentResult } from '#server/db/idempotency'
import type { Deps } from '#server/deps'
import type { WriterActor } from '#server/http/actor'
import {
  countMembers,
  listAttachmentIds,
  lockFreeUploads,
  type Parent,
  placeAttachments,
  type Writer,
} from '#server/modules/comments/content/store'
import type { findComments } from '#server/modules/comments/store'
import { unsafeDeleteFiles } from '#server/modules/files/delete-blobs/service'
import { DomainError, invalidFields } from '#server/platform/domain-error'

export const attachmentsMissing = () => invalidFields({ files: 'One or more files weren’t found.' })
export const mentionsUnknown = () =>
  invalidFields({ mentions: 'Only people who are in this review can be mentioned.' })
export const nothingToSay = () => invalidFields({ message: 'Write a message or attach a file.' })

/** INVALID_FIELDS for a marker on a page that the file does not have. */
export function noSuchPage(pages: number | null): DomainError {
  return invalidFields({
    'marker.page': pages === 1 ? 'This file has one page.' : `This file has ${pages} pages.`,
  })
}

export function writerOf(actor: WriterActor): Writer {
  return actor.kind === 'user' ? { user: actor.id, guest: null } : { user: null, guest: actor.id }
}

/** What an earlier call with this key made in `parent`. Throws KEY_REUSED, CONFLICT if that differs. */
export async function findMade(
  deps: Deps,
  { actor, key, parent }: Keyed,
  find: typeof findComments,
): Promise<string | null> {
  const id = key === null ? null : await findIdempotentResult(deps.db.orm, { actor: actor.id, key })
  if (id === null) return null
  const [stored] = await find(deps.db, [id], 'whole')
  if (stored?.parentId === parent.toLowerCase()) return stored.item
  throw new DomainError('CONFLICT', { message: 'This Idempotency-Key was already used.' })
}
type Keyed = { actor: WriterActor; key: string | null; parent: string }

/** True if an earlier call already made this edit. Throws CONFLICT where the text has changed since `editedAt`. */
export function isSaidAlready(
  stored: { message: string; editedAt: Date | null },
  { editedAt, message, ...others }: EditCommentBody,
): boolean {
  if (editedAt === undefined || editedAt === (stored.editedAt?.toISOString() ?? null)) return false
  if (message === stored.message && !hasChanges(others)) return true
  throw new DomainError('CONFLICT')
}

/** `editedAt` is none. */
export const hasChanges = (body: EditCommentBody): boolean =>
  Object.entries(body).some(([name, value]) => name !== 'editedAt' && value !== undefined)

/** Distinct ids, as the database writes them. */
export function distinct(ids: readonly string[]): string[] {
  return [...new Set(ids.map((id) => id.toLowerCase()))]
}

/** Makes `wanted` the attachments: adds, orders and releases. Returns their number. */
export async function replaceAttachments(
  tx: Transaction,
  owner: { reviewId: string; parent: Parent; actor: WriterActor },
  wanted: readonly string[] | undefined,
): Promise<number> {
  const { reviewId, parent, actor } = owner
  const before = await listAttachmentIds(tx, parent)
  if (!wanted) return before.length
  const ids = distinct(wanted)
  const fresh = ids.filter((id) => !before.includes(id))
  if ((await lockFreeUploads(tx, reviewId, writerOf(actor), fresh)) < fresh.length) throw attachmentsMissing()
  const gone = before.filter((id) => !ids.includes(id))
  if (gone.length > 0) await unsafeDeleteFiles(tx, { ids: gone })
  if (ids.length > 0) await placeAttachments(tx, reviewId, parent, ids)
  return ids.length
}

export async function releaseAttachments(tx: Transaction, parent: Parent): Promise<void> {
  const ids = await listAttachmentIds(tx, parent)
  if (ids.length > 0) await unsafeDeleteFiles(tx, { ids })
}

export async function requireMembers(
  tx: Transaction,
  reviewId: string,
  ids: readonly string[],
  actor: WriterActor,
): Promise<void> {
  const writer = actor.kind === 'user' ? actor.id : null
  if (ids.length > 0 && (await countMembers(tx, reviewId, ids, writer)) < ids.length) throw mentionsUnknown()
}
