import type { Fix } from '@wingmark/contract/carry'
import type { Actor } from '#server/http/actor'
import type { ReviewAccess } from '#server/modules/access/policy'
import type { StoredFix } from '#server/modules/comments/carry/fixes/store'
import { canResolve, isWriter } from '#server/modules/comments/policy'

export function presentFix(stored: StoredFix, access: ReviewAccess, actor: Actor): Fix {
  const { id, file, version, status, carried, result, decidedAt, by } = stored
  const isOwn = actor.kind !== 'visitor' && isWriter(stored, actor)
  return {
    ...{ _id: id, file, version, status, carried },
    checked: result && decidedAt && { result, by, decidedAt: decidedAt.toISOString() },
    can: { decide: canResolve(access, isOwn) },
  }
}
