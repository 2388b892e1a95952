import { avatarUnfit } from '@wingmark/contract/users'
import type { Transaction } from '#server/db/client'
import type { Deps } from '#server/deps'
import { unsafeDeleteFiles } from '#server/modules/files/delete-blobs/service'
import { thumbnailName } from '#server/modules/files/rendering/service'
import {
  type AvatarObject,
  findAvatar,
  lockOwnPicture,
  replaceAvatar,
} from '#server/modules/users/avatar/store'
import { DomainError, invalidFields, notFound } from '#server/platform/domain-error'
import type { OpenObject } from '#server/platform/storage'

/** Makes an uploaded picture the user's own, or removes it; refunds the storage of the former one. */
export async function setAvatar(tx: Transaction, userId: string, fileId: string | null): Promise<void> {
  const picture = fileId === null ? null : await lockOwnPicture(tx, userId, fileId)
  if (fileId !== null && !picture) throw invalidFields({ avatar: avatarUnfit })
  const before = await replaceAvatar(tx, userId, picture?.key ?? null)
  if (before) await unsafeDeleteFiles(tx, { ids: [before] })
}

/** Throws NOT_FOUND unless it is someone's current picture. */
export async function requireAvatar(deps: Deps, key: string): Promise<AvatarObject> {
  const avatar = await findAvatar(deps.db, key)
  if (!avatar) throw notFound()
  return avatar
}

/** The small picture, never the original with its camera data. Throws NOT_FOUND, with a retry time while it renders. */
export async function openAvatar(deps: Deps, avatar: AvatarObject): Promise<OpenObject> {
  const object = await deps.storage.open({ key: avatar.storageKey, derivative: thumbnailName })
  if (object) return object
  throw new DomainError('NOT_FOUND', avatar.state === 'PROCESSING' ? { retryAfterSeconds: 1 } : {})
}
