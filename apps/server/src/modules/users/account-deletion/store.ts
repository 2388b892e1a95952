import { eq } from 'drizzle-orm'
import type { Transaction } from '#server/db/client'
import { deleteKeysOf } from '#server/db/idempotency'
import { row, statement } from '#server/db/statement'
import { reviews } from '#server/db/tables/reviews'
import { guests, loginCodes, users } from '#server/db/tables/users'
import { formerName } from '#server/modules/users/store'

const locking = statement('leaving-lock-reviews', {
  takes: { user: 'uuid' },
  gives: row<{ id: string; isOwn: boolean }>({ id: 'uuid', isOwn: 'bool' }),
  text: `select id, owner_id = {user}::uuid as "isOwn" from reviews
    where owner_id = {user}::uuid or id in (select review_id from files where owner_id = {user}::uuid)
    order by id for update`,
})

/** Reviews with the user's files; returns the user's own. Lock order: reviews, workspaces, user. */
export async function lockReviews(tx: Transaction, user: string): Promise<string[]> {
  const rows = await locking.rows(tx, { user })
  return rows.filter((row) => row.isOwn).map((row) => row.id)
}

const handOver = statement('leaving-hand-over', {
  takes: { user: 'uuid' },
  text: `with handed as (
      update files f set owner_id = r.owner_id from reviews r
      where f.owner_id = {user}::uuid and r.id = f.review_id and r.owner_id <> {user}::uuid
      returning f.owner_id, f.blob_id
    ), charges as (
      select h.owner_id, sum(b.size) as bytes from handed h join blobs b on b.id = h.blob_id group by h.owner_id
    )
    update users u set used_bytes = u.used_bytes + charges.bytes from charges where u.id = charges.owner_id`,
})

/** Moves files in others' reviews, and their charge, to those reviews' owners. */
export async function handOverFiles(tx: Transaction, user: string): Promise<void> {
  await handOver.count(tx, { user })
}

const filesToDelete = statement('leaving-files', {
  takes: { user: 'uuid' },
  gives: row<{ id: string }>({ id: 'uuid' }),
  text: `select id from files where owner_id = {user}::uuid
    union select f.id from files f join reviews r on r.id = f.review_id where r.owner_id = {user}::uuid`,
})

/** The user's remaining files, and everyone's files in the user's reviews. */
export async function listFilesToDelete(tx: Transaction, user: string): Promise<string[]> {
  return (await filesToDelete.rows(tx, { user })).map(({ id }) => id)
}

const leaving = (name: string, update: string) =>
  statement(`leaving-${name}`, {
    takes: { user: 'uuid', guest: 'uuid' },
    text: `${update} set user_id = null, guest_id = {guest}::uuid where user_id = {user}::uuid`,
  })
// Their colour stays with what they wrote.
const leaveColors = statement('leaving-colors', {
  takes: { user: 'uuid', guest: 'uuid' },
  text: `update reviews set writers = array_replace(writers, {user}::uuid, {guest}::uuid) where id in (
    select review_id from comments where user_id = {user}::uuid
    union select c.review_id from replies p join comments c on c.id = p.comment_id where p.user_id = {user}::uuid)`,
})
const leaveWords = [leaving('comments', 'update comments'), leaving('replies', 'update replies')]
const leaveResolved = statement('leaving-resolved', {
  takes: { user: 'uuid' },
  text: 'update comments set resolved_by = null where resolved_by = {user}::uuid',
})
const leaveActivity = statement('leaving-activity', {
  takes: { user: 'uuid', name: 'text' },
  text: 'update activity set actor_id = null, actor_name = {name}::text where actor_id = {user}::uuid',
})
// Without an owner, a claimed guest would become active again: their tokens must stop working.
const leaveGuests = statement('leaving-guests', {
  takes: { user: 'uuid', name: 'text' },
  text: `update guests set name = {name}::text, email = null, is_former = true, token_hash = sha256(uuid_send(gen_random_uuid()))
    where claimed_by = {user}::uuid`,
})

const formerBeside = statement('leaving-others-before', {
  takes: { user: 'uuid' },
  gives: row<{ name: string }>({ name: 'text' }),
  text: `with words as (
      select review_id, user_id, guest_id from comments
      union all select c.review_id, p.user_id, p.guest_id from replies p join comments c on c.id = p.comment_id
    )
    select distinct g.name from words own join words other on other.review_id = own.review_id
      join guests g on g.id = other.guest_id and g.is_former
    where own.user_id = {user}::uuid`,
})

/** Numbered if others in the same reviews have left before: "Deleted account 2". */
async function nameBeside(tx: Transaction, user: string): Promise<string> {
  const numbers = (await formerBeside.rows(tx, { user })).map(({ name }) =>
    Number(/\d+$/.exec(name)?.[0] ?? 1),
  )
  return numbers.length === 0 ? formerName : `${formerName} ${Math.max(...numbers) + 1}`
}

/** Comments and replies in others' reviews become those of a guest without a token. */
export async function leaveWordsNameless(
  tx: Transaction,
  user: string,
  { guestId, tokenHash }: { guestId: string; tokenHash: Buffer },
): Promise<void> {
  const name = await nameBeside(tx, user)
  await tx.insert(guests).values({ id: guestId, name, tokenHash, isFormer: true })
  await leaveColors.count(tx, { user, guest: guestId })
  for (const one of leaveWords) await one.count(tx, { user, guest: guestId })
  await leaveResolved.count(tx, { user })
  await leaveActivity.count(tx, { user, name })
  await leaveGuests.count(tx, { user, name })
}

export async function deleteUserWithReviews(
  tx: Transaction,
  user: { id: string; email: string },
): Promise<void> {
  await tx.delete(reviews).where(eq(reviews.ownerId, user.id))
  await tx.delete(users).where(eq(users.id, user.id))
  await tx.delete(loginCodes).where(eq(loginCodes.email, user.email))
  await deleteKeysOf(tx, user.id)
}
