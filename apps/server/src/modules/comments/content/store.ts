import type { Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { isIn, isInvited, reviewPeople } from '#server/modules/access/sql'
import { areConnected, isBlockedBetween } from '#server/modules/connections/sql'

/** What a comment or a reply holds besides its words. */
export type Parent = { commentId: string } | { replyId: string }

/** Who is writing: exactly one of the two is set. */
export type Writer = { user: string | null; guest: string | null }

/** The writer's uploads that are not attached yet, with those they uploaded as a guest. Needs `rev`, `user` and `guest`. */
const isFreeUpload = `f.purpose = 'COMMENT' and f.comment_id is null and f.reply_id is null and f.message_id is null
  and (f.review_id is null or f.review_id = rev.id)
  and case when f.guest_id is null then {guest}::uuid is null and f.owner_id = {user}::uuid
    when f.owner_id <> rev.owner_id then false
    when {guest}::uuid is null then exists (
      select 1 from guests g where g.id = f.guest_id and g.claimed_by = {user}::uuid
    )
    else f.guest_id = {guest}::uuid end`

/** CTE: the uploads that may be attached, locked; none if `target` is empty. */
export const freeUploads = (target: string) => `select f.id, given.place
  from ${target} target, rev, unnest({files}::uuid[]) with ordinality as given(id, place)
  join files f on f.id = given.id
  where ${isFreeUpload}
  for no key update of f`

export const hasAllUploads = '(select count(*) from uploads) = cardinality({files}::uuid[])'

/** Writers can mention their invited connections before these have joined. */
const isExpected = (review: string, person: string, writer: string) =>
  `(${areConnected(writer, person)} and ${isInvited(review, person)})`

/** True if everyone mentioned is in the review or expected, and not blocked for `user`. */
export const hasOnlyMembers = `not exists (select 1 from unnest({mentions}::uuid[]) m(id)
  where not (${isIn('rev.id', 'm.id')} or ${isExpected('rev.id', 'm.id', '{user}::uuid')}) or ${isBlockedBetween('{user}::uuid', 'm.id')})`

/** The names of the people in `ids`, in that order. */
export const namesOf = (ids: string) =>
  `array(select u.name from unnest(${ids}) with ordinality m(id, place) join users u on u.id = m.id order by m.place)`

/** Like `namesOf` after an edit; keeps earlier names that still stand in the message. */
export const keptNames = (message: string, ids: string) => `array(
    select coalesce((
      select former.name from unnest(mentions, mention_names) former(id, name)
      where former.id = m.id and position('@' || former.name in ${message}::text) > 0 limit 1
    ), u.name)
    from unnest(${ids}) with ordinality m(id, place) join users u on u.id = m.id order by m.place)`

export const tieUploads = (column: 'comment_id' | 'reply_id') => `update files f
  set ${column} = {id}::uuid, review_id = {review}::uuid, position = uploads.place - 1
  from uploads, made where f.id = uploads.id
  returning f.id, f.key, f.name, f.blob_id, f.position`

const columns = { commentId: 'comment_id', replyId: 'reply_id' } as const
const byParent = <T>(make: (column: 'comment_id' | 'reply_id') => T) => ({
  comment_id: make('comment_id'),
  reply_id: make('reply_id'),
})
const parentOf = (parent: Parent) =>
  'commentId' in parent
    ? { column: columns.commentId, id: parent.commentId }
    : { column: columns.replyId, id: parent.replyId }

const attachmentIds = byParent((column) =>
  statement(`attachment-ids-${column}`, {
    takes: { id: 'uuid' },
    gives: row<{ id: string }>({ id: 'uuid' }),
    text: `select id from files where ${column} = {id}::uuid order by position, id`,
  }),
)

export async function listAttachmentIds(tx: Transaction, parent: Parent): Promise<string[]> {
  const { column, id } = parentOf(parent)
  return (await attachmentIds[column].rows(tx, { id })).map((found) => found.id)
}

const lockUploads = statement('attachments-lock', {
  takes: { review: 'uuid', user: 'uuid', guest: 'uuid', files: 'uuid[]' },
  text: `select f.id from files f join reviews rev on rev.id = {review}::uuid
    where f.id = any({files}::uuid[]) and ${isFreeUpload} order by f.id for no key update of f`,
})

/** The number of these uploads that the writer may attach; locks them. */
export const lockFreeUploads = (
  tx: Transaction,
  review: string,
  { user, guest }: Writer,
  files: readonly string[],
): Promise<number> => lockUploads.count(tx, { review, user, guest, files })

const places = byParent((column) =>
  statement(`attachments-place-${column}`, {
    takes: { id: 'uuid', review: 'uuid', files: 'uuid[]' },
    text: `update files f set ${column} = {id}::uuid, review_id = {review}::uuid, position = o.place - 1
      from unnest({files}::uuid[]) with ordinality as o(id, place) where f.id = o.id`,
  }),
)

/** Attaches the files to their comment or reply, in this order. */
export async function placeAttachments(
  tx: Transaction,
  review: string,
  parent: Parent,
  files: readonly string[],
): Promise<void> {
  const { column, id } = parentOf(parent)
  await places[column].count(tx, { id, review, files })
}

const members = statement('mentioned-members', {
  takes: { review: 'uuid', ids: 'uuid[]', writer: 'uuid' },
  gives: row<{ many: number }>({ many: 'int4' }),
  text: `select count(*)::int as many from unnest({ids}::uuid[]) given(id)
    where (given.id in (select p.user_id from ${reviewPeople} p where p.review_id = {review}::uuid)
        or ${isExpected('{review}::uuid', 'given.id', '{writer}::uuid')})
      and not ${isBlockedBetween('given.id', '{writer}::uuid')}`,
})

/** The number of these people who are in the review, or expected there. */
export async function countMembers(
  tx: Transaction,
  review: string,
  ids: readonly string[],
  writer: string | null,
): Promise<number> {
  return (await members.first(tx, { review, ids, writer }))?.many ?? 0
}
