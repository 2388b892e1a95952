import { type SQL, sql } from 'drizzle-orm'
import type { Database, Queryable, Transaction } from '#server/db/client'

/** Whether the account has made anything that others could come by, or that takes room. */
export async function hasMadeThings(tx: Transaction, userId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ has: boolean }>(sql`
    select exists (select 1 from reviews where owner_id = ${userId})
      or exists (select 1 from files where owner_id = ${userId})
      or exists (select 1 from comments where user_id = ${userId})
      or exists (select 1 from replies where user_id = ${userId})
      or exists (select 1 from invitations where invited_by = ${userId}) as has`)
  return rows[0]?.has ?? false
}

/** From now on only the owner gets into the account's reviews; what was given out under their links ends. */
export async function putToRest(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`
    update reviews set rests_since = now(), access_epoch = access_epoch + 1 where owner_id = ${userId}`)
}

/** The links and invitations of before open again. */
export async function wakeFromRest(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(
    sql`update reviews set rests_since = null where owner_id = ${userId} and rests_since is not null`,
  )
}

/** In the order in which everybody locks: reviews, then the user. */
export async function lockWithReviews(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`
    select id from reviews where owner_id = ${userId}
      or owner_id in (select id from users where kept_for = ${userId}) order by id for update`)
  await tx.execute(
    sql`select id from users where id = ${userId} or kept_for = ${userId} order by id for update`,
  )
}

/** An account that nobody can sign in to, holding what was removed from another. */
export async function insertKeeper(tx: Transaction, keeper: { id: string; keptFor: string; name: string }) {
  const address = `${keeper.id}@removed.invalid`
  await tx.execute(sql`
    insert into users (id, name, email, username, notify, plan, kept_for)
    select ${keeper.id}::uuid, ${keeper.name}, ${address}, ${address}, 'OFF', plan, id from users where id = ${keeper.keptFor}`)
}

/** What was there when the question was asked, or everything. */
type Which = 'earlier' | 'all'
type Move = { from: string; to: string; which: Which }

const when = (userId: string, which: Which) =>
  which === 'all' ? sql`true` : sql`created_at <= (select earlier_asked_at from users where id = ${userId})`

/** With its charge. A fixed number of statements. */
export async function moveThings(tx: Transaction, { from, to, which }: Move): Promise<void> {
  const isMoving = when(from, which)
  await tx.execute(sql`update reviews set owner_id = ${to} where owner_id = ${from} and ${isMoving}`)
  await tx.execute(sql`
    update users set avatar_key = null where id = ${from}
      and avatar_key in (select key from files where owner_id = ${from} and ${isMoving})`)
  await tx.execute(sql`
    with moved as (
      update files set owner_id = ${to} where owner_id = ${from} and ${isMoving} returning blob_id, transfer_state
    ), charge as (select coalesce(sum(b.size), 0) as bytes from moved m join blobs b on b.id = m.blob_id
      where m.transfer_state is distinct from 'IN_BIN')
    update users u set used_bytes = u.used_bytes + case when u.id = ${to} then charge.bytes else -charge.bytes end
    from charge where u.id in (${from}, ${to})`)
  await moveTransfers(tx, { from, to, isMoving })
  await tx.execute(sql`update comments set user_id = ${to} where user_id = ${from} and ${isMoving}`)
  await tx.execute(sql`update comments set resolved_by = ${to} where resolved_by = ${from} and ${isMoving}`)
  await tx.execute(sql`update replies set user_id = ${to} where user_id = ${from} and ${isMoving}`)
  await tx.execute(sql`update invitations set invited_by = ${to} where invited_by = ${from} and ${isMoving}`)
  await tx.execute(sql`
    update members m set user_id = ${to} where user_id = ${from} and ${isMoving}
      and not exists (select 1 from members o where o.user_id = ${to}
        and (o.review_id = m.review_id or o.workspace_id = m.workspace_id))`)
}

/** Records follow their files; what lay in a folder that goes elsewhere lies in the root then. */
async function moveTransfers(
  tx: Transaction,
  { from, to, isMoving }: { from: string; to: string; isMoving: SQL },
) {
  await tx.execute(sql`
    update transfers set owner_id = ${to} where owner_id = ${from}
      and (file_id in (select id from files where owner_id = ${to}) or (file_id is null and ${isMoving}))`)
  await tx.execute(sql`
    update transfers t set parent_id = null from transfers p
    where p.id = t.parent_id and p.owner_id <> t.owner_id and t.owner_id in (${from}, ${to})`)
  await tx.execute(sql`
    update transfers t set item_count =
      (select count(*)::int from transfers c where c.parent_id = t.id and c.deleted_at is null)
    where t.owner_id in (${from}, ${to}) and t.type = 'FOLDER' and t.deleted_at is null`)
}

export async function deleteKeeper(tx: Transaction, id: string): Promise<void> {
  await tx.execute(sql`delete from users where id = ${id}`)
}

export type Keeper = { id: string; email: string; since: Date; usedBytes: number }

export async function findKeeper(db: Queryable, userId: string): Promise<Keeper | null> {
  const { rows } = await db.execute<{ id: string; email: string; since: string; usedBytes: string }>(sql`
    select id, email, created_at as since, used_bytes as "usedBytes" from users where kept_for = ${userId}`)
  const row = rows[0]
  return row
    ? { id: row.id, email: row.email, since: new Date(row.since), usedBytes: Number(row.usedBytes) }
    : null
}

export async function listOldKeepers(db: Database, days: number): Promise<{ id: string; email: string }[]> {
  const { rows } = await db.orm.execute<{ id: string; email: string }>(sql`
    select id, email from users where kept_for is not null and created_at < now() - make_interval(days => ${days}::int)
    order by id limit 100`)
  return rows
}

export async function setAsked(tx: Transaction, userId: string, isAsked: boolean): Promise<void> {
  await tx.execute(
    sql`update users set earlier_asked_at = ${isAsked ? sql`clock_timestamp()` : sql`null`} where id = ${userId}`,
  )
}

export async function countThings(
  db: Queryable,
  userId: string,
  which: Which,
): Promise<{ reviews: number; files: number; words: number }> {
  const isMeant = when(userId, which)
  const { rows } = await db.execute<{ reviews: number; files: number; words: number }>(sql`
    select (select count(*)::int from reviews where owner_id = ${userId} and ${isMeant}) as reviews,
      (select count(*)::int from files where owner_id = ${userId} and ${isMeant}) as files,
      (select count(*)::int from comments where user_id = ${userId} and ${isMeant})
        + (select count(*)::int from replies where user_id = ${userId} and ${isMeant}) as words`)
  return rows[0] ?? { reviews: 0, files: 0, words: 0 }
}

/** Reviews that nobody but their owner gets into. */
export async function listResting(db: Database, userId: string): Promise<string[]> {
  const { rows } = await db.orm.execute<{ id: string }>(
    sql`select id from reviews where owner_id = ${userId} and rests_since is not null`,
  )
  return rows.map((row) => row.id)
}
