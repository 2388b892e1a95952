import { eq, sql } from 'drizzle-orm'
import type { Database, Queryable, Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { users } from '#server/db/tables/users'
import { isMeant } from '#server/db/unverified-work'
import type { UnverifiedPart } from '#server/module-parts'

const lockUsers = statement('earlier-lock-users', {
  takes: { user: 'uuid' },
  text: 'select id from users where id = {user}::uuid or kept_for = {user}::uuid order by id for update',
})

export async function lockWithKeeper(tx: Transaction, user: string): Promise<void> {
  await lockUsers.count(tx, { user })
}

const addKeeper = statement('earlier-keeper-insert', {
  takes: { id: 'uuid', keptFor: 'uuid', name: 'text', address: 'text' },
  text: `insert into users (id, name, email, username, mail_areas, plan, kept_for)
    select {id}::uuid, {name}::text, {address}::text, {address}::text, '{}', plan, id from users
    where id = {keptFor}::uuid`,
})

/** An account without sign-in that holds what was removed from another. */
export async function insertKeeper(tx: Transaction, keeper: { id: string; keptFor: string; name: string }) {
  await addKeeper.count(tx, { ...keeper, address: `${keeper.id}@removed.invalid` })
}

const leaveAvatar = statement('earlier-leave-avatar', {
  takes: { from: 'uuid', which: 'text' },
  text: `update users set avatar_key = null where id = {from}::uuid
    and avatar_key in (select key from files where owner_id = {from}::uuid and ${isMeant('from')})`,
})

/** A picture's file moves away with the others. */
export const unverifiedAvatar: UnverifiedPart = {
  move: async (tx, { from, which }) => void (await leaveAvatar.count(tx, { from, which })),
}

export async function deleteKeeper(tx: Transaction, id: string): Promise<void> {
  await tx.delete(users).where(eq(users.id, id))
}

export type Keeper = { id: string; email: string; since: Date; usedBytes: number }

const keeper = statement('earlier-keeper', {
  takes: { user: 'uuid' },
  gives: row<Keeper>({ id: 'uuid', email: 'text', since: 'timestamptz', usedBytes: 'int8' }),
  text: `select id, email, created_at as since, used_bytes as "usedBytes" from users where kept_for = {user}::uuid`,
})

export const findKeeper = (db: Queryable, user: string): Promise<Keeper | null> => keeper.first(db, { user })

const oldKeepers = statement('earlier-old-keepers', {
  takes: { days: 'int4' },
  gives: row<{ id: string; email: string }>({ id: 'uuid', email: 'text' }),
  text: `select id, email from users
    where kept_for is not null and created_at < now() - make_interval(days => {days}::int)
    order by id limit 100`,
})

export const listOldKeepers = (db: Database, days: number): Promise<{ id: string; email: string }[]> =>
  oldKeepers.rows(db.pool, { days })

export async function setAsked(tx: Transaction, user: string, isAsked: boolean): Promise<void> {
  await tx
    .update(users)
    .set({ unverifiedAskedAt: isAsked ? sql`clock_timestamp()` : null })
    .where(eq(users.id, user))
}
