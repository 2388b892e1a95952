import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/db/client'
import { deleteKeysOf } from '#server/db/idempotency'
import { formerName } from '#server/modules/users/store'

/** In the order in which everybody locks: reviews, then the user. Answers the user's own reviews. */
export async function lockBelongings(tx: Transaction, userId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string; isOwn: boolean }>(sql`
    select id, owner_id = ${userId} as "isOwn" from reviews
    where owner_id = ${userId} or id in (select review_id from files where owner_id = ${userId})
    order by id for update`)
  await tx.execute(sql`select 1 from users where id = ${userId} for update`)
  return rows.filter((row) => row.isOwn).map((row) => row.id)
}

/** Files in reviews of others go over to the owners of those reviews, with their charge. */
export async function handOverFiles(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`
    with handed as (
      update files f set owner_id = r.owner_id from reviews r
      where f.owner_id = ${userId} and r.id = f.review_id and r.owner_id <> ${userId}
      returning f.owner_id, f.blob_id
    ), charges as (
      select h.owner_id, sum(b.size) as bytes from handed h join blobs b on b.id = h.blob_id group by h.owner_id
    )
    update users u set used_bytes = u.used_bytes + charges.bytes from charges where u.id = charges.owner_id`)
}

/** What is left of the user's files, and everybody's files in the user's reviews. */
export async function listFilesToDelete(tx: Transaction, userId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from files where owner_id = ${userId}
    union select f.id from files f join reviews r on r.id = f.review_id where r.owner_id = ${userId}`)
  return rows.map((row) => row.id)
}

/** Comments and replies in reviews of others become those of a guest without a token. */
export async function leaveWordsNameless(
  tx: Transaction,
  userId: string,
  guest: { guestId: string; tokenHash: Buffer },
): Promise<void> {
  await tx.execute(
    sql`insert into guests (id, name, token_hash) values (${guest.guestId}, ${formerName}, ${guest.tokenHash})`,
  )
  const nameless = sql`set user_id = null, guest_id = ${guest.guestId} where user_id = ${userId}`
  await tx.execute(sql`update comments ${nameless}`)
  await tx.execute(sql`update replies ${nameless}`)
  await tx.execute(sql`update comments set resolved_by = null where resolved_by = ${userId}`)
  await tx.execute(
    sql`update activity set actor_id = null, actor_name = ${formerName} where actor_id = ${userId}`,
  )
  // Without an owner a claimed guest would be one again: their tokens must lead nowhere.
  await tx.execute(sql`
    update guests set name = ${formerName}, email = null, token_hash = sha256(uuid_send(gen_random_uuid()))
    where claimed_by = ${userId}`)
}

export async function deleteUserWithReviews(
  tx: Transaction,
  user: { id: string; email: string },
): Promise<void> {
  await tx.execute(sql`delete from reviews where owner_id = ${user.id}`)
  await tx.execute(sql`delete from users where id = ${user.id}`)
  await tx.execute(sql`delete from login_codes where email = ${user.email}`)
  await deleteKeysOf(tx, user.id)
}
