import { and, eq, isNull, ne } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { blobs, files } from '#server/db/tables/files'
import { users } from '#server/db/tables/users'

/** The user's own unattached picture, locked. */
export async function lockOwnPicture(
  tx: Transaction,
  userId: string,
  fileId: string,
): Promise<{ key: string } | null> {
  const [row] = await tx
    .select({ key: files.key })
    .from(files)
    .innerJoin(blobs, eq(blobs.id, files.blobId))
    .where(
      and(
        eq(files.id, fileId),
        eq(files.ownerId, userId),
        isNull(files.guestId),
        isNull(files.reviewId),
        isNull(files.commentId),
        isNull(files.replyId),
        isNull(files.messageId),
        isNull(files.transferState),
        eq(blobs.kind, 'IMAGE'),
        ne(blobs.state, 'FAILED'),
      ),
    )
    .for('update', { of: files })
  return row ?? null
}

const lockFormer = statement('avatar-former', {
  takes: { user: 'uuid', key: 'text' },
  gives: row<{ id: string }>({ id: 'uuid' }),
  text: `select f.id from users u join files f on f.key = u.avatar_key and f.purpose = 'AVATAR'
    where u.id = {user}::uuid and u.avatar_key is distinct from {key}::text for update of u`,
})

/** Sets the picture; returns the former file, which is no longer needed. */
export async function replaceAvatar(
  tx: Transaction,
  user: string,
  key: string | null,
): Promise<string | null> {
  const former = await lockFormer.first(tx, { user, key })
  if (key !== null) await tx.update(files).set({ purpose: 'AVATAR' }).where(eq(files.key, key))
  await tx.update(users).set({ avatarKey: key }).where(eq(users.id, user))
  return former?.id ?? null
}

export type AvatarObject = { storageKey: string; state: 'PROCESSING' | 'READY' | 'FAILED' }

const find = statement('avatar', {
  takes: { key: 'text' },
  gives: row<AvatarObject>({ storageKey: 'text', state: 'text' }),
  text: `select b.storage_key as "storageKey", b.state from users u join files f on f.key = u.avatar_key
    join blobs b on b.id = f.blob_id where u.avatar_key = {key}::text`,
})

/** Only while it is someone's picture. */
export const findAvatar = (db: Database, key: string): Promise<AvatarObject | null> =>
  find.first(db.pool, { key })
