import { type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '#server/db/client'
import { isIn, isInvited, reviewPeople } from '#server/modules/access/sql'
import { areConnected, isBlockedBetween } from '#server/modules/connections/sql'

/** What a comment or a reply holds besides its words. */
export type Parent = { commentId: string } | { replyId: string }

/** Who is writing: exactly one of the two is set. */
export type Writer = { user: string | null; guest: string | null }

/** Uploads of the writer that are attached to nothing yet; in a statement with `rev`, `user` and `guest`. Who signs in keeps what they uploaded as a guest. */
const isFreeUpload = `f.purpose = 'COMMENT' and f.comment_id is null and f.reply_id is null and f.message_id is null
  and (f.review_id is null or f.review_id = rev.id)
  and case when f.guest_id is null then {guest}::uuid is null and f.owner_id = {user}::uuid
    when f.owner_id <> rev.owner_id then false
    when {guest}::uuid is null then exists (
      select 1 from guests g where g.id = f.guest_id and g.claimed_by = {user}::uuid
    )
    else f.guest_id = {guest}::uuid end`

/** CTE: the attachments that may be tied, locked; none when `target` is empty. */
export const freeUploads = (target: string) => `select f.id, given.place
  from ${target} target, rev, unnest({files}::uuid[]) with ordinality as given(id, place)
  join files f on f.id = given.id
  where ${isFreeUpload}
  for no key update of f`

export const hasAllUploads = '(select count(*) from uploads) = cardinality({files}::uuid[])'

/** A connection of the writer's who is invited can be named before they have come. */
const isExpected = (review: string, person: string, writer: string) =>
  `(${areConnected(writer, person)} and ${isInvited(review, person)})`

/** True when everybody mentioned is in the review or expected there, and nothing stands between them and `user`. */
export const hasOnlyMembers = `not exists (select 1 from unnest({mentions}::uuid[]) m(id)
  where not (${isIn('rev.id', 'm.id')} or ${isExpected('rev.id', 'm.id', '{user}::uuid')}) or ${isBlockedBetween('{user}::uuid', 'm.id')})`

/** How the people of `ids` are called, in that order. */
export const namesOf = (ids: string) =>
  `array(select u.name from unnest(${ids}) with ordinality m(id, place) join users u on u.id = m.id order by m.place)`

/** As `namesOf` after an edit of the row: the names that it had stay where they still stand in the message. */
export const keptNames = (message: SQL, ids: SQL) => sql`array(
    select coalesce((
      select former.name from unnest(mentions, mention_names) former(id, name)
      where former.id = m.id and position('@' || former.name in ${message}::text) > 0 limit 1
    ), u.name)
    from unnest(${ids}) with ordinality m(id, place) join users u on u.id = m.id order by m.place)`

export const tieUploads = (column: 'comment_id' | 'reply_id') => `update files f
  set ${column} = {id}::uuid, review_id = {review}::uuid, position = uploads.place - 1
  from uploads, made where f.id = uploads.id
  returning f.id, f.key, f.name, f.blob_id, f.position`

const columnOf = (parent: Parent) => ('commentId' in parent ? sql`comment_id` : sql`reply_id`)
const idOf = (parent: Parent) => ('commentId' in parent ? parent.commentId : parent.replyId)

export async function listAttachmentIds(tx: Transaction, parent: Parent): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from files where ${columnOf(parent)} = ${idOf(parent)} order by position, id`,
  )
  return rows.map((row) => row.id)
}

/** How many of these uploads the writer may attach; they are locked. */
export async function lockFreeUploads(
  tx: Transaction,
  reviewId: string,
  writer: Writer,
  ids: readonly string[],
): Promise<number> {
  const owned =
    writer.guest === null
      ? sql`(f.owner_id = ${writer.user} and f.guest_id is null or f.owner_id = r.owner_id and exists (
          select 1 from guests g where g.id = f.guest_id and g.claimed_by = ${writer.user}))`
      : sql`f.guest_id = ${writer.guest} and f.owner_id = r.owner_id`
  const { rows } = await tx.execute(sql`
    select f.id from files f join reviews r on r.id = ${reviewId}
    where f.id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))
      and f.purpose = 'COMMENT' and f.comment_id is null and f.reply_id is null and f.message_id is null
      and (f.review_id is null or f.review_id = r.id) and ${owned}
    order by f.id for no key update of f`)
  return rows.length
}

/** Ties the files to their comment or reply, in this order. */
export async function placeAttachments(
  tx: Transaction,
  reviewId: string,
  parent: Parent,
  ids: readonly string[],
): Promise<void> {
  await tx.execute(sql`
    update files f set ${columnOf(parent)} = ${idOf(parent)}, review_id = ${reviewId}, position = o.place - 1
    from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) with ordinality as o(id, place)
    where f.id = o.id::uuid`)
}

/** How many of these people are in the review, or expected there. */
export async function countMembers(
  tx: Transaction,
  reviewId: string,
  ids: readonly string[],
  writer: string | null,
): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count
    from (select value::uuid as id, ${writer}::uuid as writer, ${reviewId}::uuid as review
      from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)) given
    where (given.id in (select p.user_id from ${sql.raw(reviewPeople)} p where p.review_id = given.review)
        or ${sql.raw(isExpected('given.review', 'given.id', 'given.writer'))})
      and not ${sql.raw(isBlockedBetween('given.id', 'given.writer'))}`)
  return rows[0]?.count ?? 0
}
