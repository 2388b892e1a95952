import type { decideFix as contract, Fix } from '@wingmark/contract/carry'
import type { CommentStatus } from '@wingmark/contract/comments'
import type { RouteBody } from '@wingmark/contract/route'
import type { Transaction } from '#server/db/client'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { requireAccess, type WriterCaller } from '#server/modules/access/service'
import { ofReview } from '#server/modules/access/subjects/policy'
import * as store from '#server/modules/comments/carry/deciding/store'
import { readFix, requireVersion } from '#server/modules/comments/carry/fixes/service'
import { decidedBy, requireDecider, requireSeen } from '#server/modules/comments/carry/policy'
import {
  type LockedComment,
  unsafeChangeStatus,
  unsafeLockComment,
} from '#server/modules/comments/change/service'
import { addEvent, signalInboxes, signalSubject } from '#server/modules/events/service'
import { invalidFields, notFound } from '#server/platform/domain-error'

type Body = RouteBody<typeof contract>
type Result = Body['result']

/** Accepts a fix, keeps the comment open, or takes that back. Throws NOT_FOUND, FORBIDDEN, DECIDED, VERSION_CHANGED. */
export async function decideFix(deps: Deps, caller: WriterCaller, id: string, body: Body): Promise<Fix> {
  const access = await requireAccess(deps, caller, { comment: id })
  const { reviewId } = access
  await deps.limits.consume({ statusByWriter: caller.actor.id })
  const news = await deps.db.orm.transaction(async (tx) => {
    const comment = await unsafeLockComment(tx, reviewId, id)
    if (!comment) throw notFound()
    const actor = requireDecider(access, comment, caller.actor)
    await requireVersion(tx, comment.fileId, body.version)
    const status = await decide(tx, { id, comment, actor }, body)
    const event = { event: 'comment.fix', targetId: id, parentId: comment.fileId } as const
    await addEvent(tx, ofReview(reviewId), event)
    const version = status === 'RESOLVED' ? body.version : null
    return unsafeChangeStatus(deps, tx, { reviewId, commentId: id, actor, version }, comment, status)
  })
  for (const subject of [ofReview(reviewId), ...news.followed]) signalSubject(deps, subject)
  signalInboxes(deps, news.inboxes)
  return readFix(deps, { access, actor: caller.actor }, { comment: id, version: body.version })
}

type About = { id: string; comment: LockedComment; actor: UserActor }

/** Writes the decision; returns the status that follows. */
async function decide(tx: Transaction, { id, comment, actor }: About, body: Body): Promise<CommentStatus> {
  const { version, result } = body
  const place = { comment: id, version }
  const found = await store.findRow.first(tx, place)
  const made = found && standsFor(found, comment) ? found : null
  requireSeen(made, actor, body.decidedAt)
  if (result === 'UNCHECKED') {
    await store.removeRow.count(tx, place)
    return made?.result === 'ACCEPTED' ? 'OPEN' : comment.status
  }
  if (comment.version === version) throw invalidFields({ version: 'This comment was made on this version.' })
  if (!made && comment.status === 'RESOLVED') await requireOwnResolution(tx, id, actor)
  if (made?.result !== result) await store.putRow.count(tx, { ...place, result, user: actor.id })
  return statusAfter(result)
}

/** Nobody has decided about a comment that was reopened since. */
const standsFor = ({ result }: store.FixRow, { status }: LockedComment) =>
  result !== 'ACCEPTED' || status === 'RESOLVED'

const statusAfter = (result: Exclude<Result, 'UNCHECKED'>): CommentStatus =>
  result === 'ACCEPTED' ? 'RESOLVED' : 'OPEN'

/** Someone may have resolved it otherwise meanwhile. */
async function requireOwnResolution(tx: Transaction, id: string, actor: UserActor): Promise<void> {
  const by = await store.findResolver.first(tx, { comment: id })
  if (by?.userId !== actor.id) throw decidedBy(by ?? { userId: null, name: null })
}
