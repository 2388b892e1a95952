import * as contract from '@wingmark/contract/comments'
import type { Deps } from '#server/deps'
import type { Actor } from '#server/http/actor'
import type { Mounting } from '#server/http/mount'
import { mountCarry } from '#server/modules/comments/carry/routes'
import { changeStatus, deleteComment, editComment } from '#server/modules/comments/change/service'
import { createComment } from '#server/modules/comments/create/service'
import { mountCommentExport } from '#server/modules/comments/export/routes'
import { listMentionable } from '#server/modules/comments/mentionable/service'
import { reactToComment, reactToReply } from '#server/modules/comments/reactions/service'
import { createReply, deleteReply, editReply } from '#server/modules/comments/replies/service'
import { getComment, getReply, listCommentsOf, listReplies } from '#server/modules/comments/service'

export function mountComments(given: Mounting): void {
  const { mount, deps } = given
  mountCommentExport(given)
  mountCarry(given)
  mount(contract.createComment, async ({ actor, share, body, idempotencyKey, ip }) => {
    await countGuests(deps, actor, ip)
    return { result: await createComment(deps, { actor, share }, body, idempotencyKey) }
  })
  mount(contract.createReply, async ({ actor, share, body, idempotencyKey, ip }) => {
    await countGuests(deps, actor, ip)
    return { result: await createReply(deps, { actor, share }, body, idempotencyKey) }
  })
  mount(contract.listFileComments, ({ actor, share, params, query }) =>
    listCommentsOf(deps, { actor, share }, { file: params.id }, query),
  )
  mount(contract.listReviewComments, ({ actor, share, params, query }) =>
    listCommentsOf(deps, { actor, share }, { review: params.id }, query),
  )
  mount(contract.getComment, async ({ actor, share, params }) => ({
    result: await getComment(deps, { actor, share }, params.id),
  }))
  mount(contract.listReplies, ({ actor, share, params, query }) =>
    listReplies(deps, { actor, share }, params.id, query),
  )
  mount(contract.getReply, async ({ actor, share, params }) => ({
    result: await getReply(deps, { actor, share }, params.id),
  }))
  mount(contract.listMentionable, async ({ actor, share, params, query }) => ({
    results: await listMentionable(deps, { actor, share }, params.id, query.word ?? ''),
  }))
  mount(contract.editComment, async ({ actor, share, params, body }) => ({
    result: await editComment(deps, { actor, share }, params.id, body),
  }))
  mount(contract.deleteComment, async ({ actor, share, params }) => {
    await deleteComment(deps, { actor, share }, params.id)
    return { result: { _id: params.id } }
  })
  mount(contract.changeCommentStatus, async ({ actor, share, params, body }) => ({
    result: await changeStatus(deps, { actor, share }, params.id, body.status),
  }))
  mount(contract.editReply, async ({ actor, share, params, body }) => ({
    result: await editReply(deps, { actor, share }, params.id, body),
  }))
  mount(contract.deleteReply, async ({ actor, share, params }) => {
    await deleteReply(deps, { actor, share }, params.id)
    return { result: { _id: params.id } }
  })
  mount(contract.reactToComment, async ({ actor, share, params, body, ip }) => {
    await countGuests(deps, actor, ip)
    return { result: await reactToComment(deps, { actor, share }, params.id, body) }
  })
  mount(contract.reactToReply, async ({ actor, share, params, body, ip }) => {
    await countGuests(deps, actor, ip)
    return { result: await reactToReply(deps, { actor, share }, params.id, body) }
  })
}

/** Guest identities are free, so their address has a limit of its own, too. */
async function countGuests(deps: Deps, actor: Actor, ip: string): Promise<void> {
  if (actor.kind === 'guest') await deps.limits.consume({ guestWordsByAddress: ip })
}
