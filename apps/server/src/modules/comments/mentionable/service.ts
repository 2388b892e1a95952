import type { Mentionable } from '@wingmark/contract/comments'
import type { Deps } from '#server/deps'
import { canComment, isMember } from '#server/modules/access/policy'
import { type Caller, requireAbility } from '#server/modules/access/service'
import { findMentionable } from '#server/modules/comments/mentionable/store'

/** Owner and members whose names hold the word; whoever is none of them learns only of those who wrote in the review. */
export async function listMentionable(
  deps: Deps,
  caller: Caller,
  review: string,
  word: string,
): Promise<Mentionable[]> {
  const access = await requireAbility(deps, caller, { review }, canComment)
  const asker = caller.actor.kind === 'user' ? caller.actor.id : null
  return findMentionable(deps.db, { review: access.reviewId, word, asker, isMember: isMember(access) })
}
