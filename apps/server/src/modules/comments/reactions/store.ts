import type { ReactionKind } from '@wingmark/contract/comments'
import { reactionsMax } from '@wingmark/contract/limits'
import { exportedItems } from '#server/db/by-pages'
import type { Transaction } from '#server/db/client'
import { offers } from '#server/db/piece'
import { row, statement } from '#server/db/statement'
import { isMeant, moveTakes } from '#server/db/unverified-work'
import type { UnverifiedPart } from '#server/module-parts'

/** A comment, or with `reply` a reply to it. */
export type Subject = { comment: string; reply: string | null }
type OwnReaction = Subject & { kind: ReactionKind; user: string | null; guest: string | null }

const takes = { comment: 'uuid', reply: 'uuid', kind: 'text', user: 'uuid', guest: 'uuid' } as const
const isOfSubject = 'comment_id = {comment}::uuid and reply_id is not distinct from {reply}::uuid'

// Raises the counter of the reply or the comment that changed.
const counted = (changed: string) =>
  offers('seq_of_comment', 'seq_of_reply')`seq_of_comment as (
    update comments set reaction_seq = reaction_seq + 1 from ${changed}
    where id = {comment}::uuid and {reply}::uuid is null returning 1
  ), seq_of_reply as (
    update replies set reaction_seq = reaction_seq + 1 from ${changed} where id = {reply}::uuid returning 1
  )`

type Outcome = { isFull: boolean; isChanged: boolean }

const add = statement('reaction-add', {
  takes: { ...takes, id: 'uuid' },
  gives: row<Outcome>({ isFull: 'bool', isChanged: 'bool' }),
  text: `with there as (
    select count(*) >= ${reactionsMax} as is_full from reactions where ${isOfSubject}
  ), added as (
    insert into reactions (id, comment_id, reply_id, kind, user_id, guest_id)
    select {id}::uuid, {comment}::uuid, {reply}::uuid, {kind}::text, {user}::uuid, {guest}::uuid
    from there where not is_full on conflict do nothing returning 1
  ), ${counted('added')}
  select is_full as "isFull", exists (select 1 from added) as "isChanged" from there`,
})

/** Returns nothing if it exists already; locks the subject. */
export async function addReaction(tx: Transaction, reaction: OwnReaction & { id: string }): Promise<Outcome> {
  return (await add.first(tx, reaction)) ?? { isFull: false, isChanged: false }
}

const remove = statement('reaction-remove', {
  takes,
  gives: row<{ isChanged: boolean }>({ isChanged: 'bool' }),
  text: `with removed as (
    delete from reactions where ${isOfSubject} and kind = {kind}::text
      and user_id is not distinct from {user}::uuid and guest_id is not distinct from {guest}::uuid returning 1
  ), ${counted('removed')}
  select exists (select 1 from removed) as "isChanged"`,
})

export async function removeReaction(tx: Transaction, reaction: OwnReaction): Promise<boolean> {
  return (await remove.first(tx, reaction))?.isChanged ?? false
}

/** The user's reactions, in their own reviews and those of others. */
export const exportReactions = exportedItems(
  'reactions',
  `select e.id, json_build_object('kind', e.kind, 'review', r.name, 'comment', e.comment_id, 'reply', e.reply_id,
      'createdAt', e.created_at) as item
    from reactions e join comments c on c.id = e.comment_id join reviews r on r.id = c.review_id
    where e.user_id = {owner}::uuid and e.id > {after}::uuid order by e.id`,
)

/** Others' reactions in the user's reviews. */
export const exportReactionsOfOthers = exportedItems(
  'reactions-of-others',
  `select e.id, json_build_object('kind', e.kind, 'by', coalesce(u.name, g.name), 'review', r.name,
      'comment', e.comment_id, 'reply', e.reply_id, 'createdAt', e.created_at) as item
    from reviews r join comments c on c.review_id = r.id join reactions e on e.comment_id = c.id
      left join users u on u.id = e.user_id left join guests g on g.id = e.guest_id
    where r.owner_id = {owner}::uuid and e.user_id is distinct from {owner}::uuid and e.id > {after}::uuid
    order by e.id`,
)

const move = statement('reactions-move', {
  takes: moveTakes,
  text: `update reactions e set user_id = {to}::uuid where user_id = {from}::uuid and ${isMeant('from')}
    and not exists (select 1 from reactions o where o.user_id = {to}::uuid and o.comment_id = e.comment_id
      and o.reply_id is not distinct from e.reply_id and o.kind = e.kind)`,
})

/** Of two equal ones, keeps one. */
export const unverifiedReactions: UnverifiedPart = {
  move: async (tx, given) => void (await move.count(tx, given)),
}
