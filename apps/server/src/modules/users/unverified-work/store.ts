import { eq, sql } from 'drizzle-orm'
import type { Database, Queryable, Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { users } from '#server/db/tables/users'
import { handOn, isMeant, type Move, moveTakes, type Which } from '#server/modules/users/sql'

const someThings = statement('earlier-any', {
  takes: { user: 'uuid' },
  gives: row<{ has: boolean }>({ has: 'bool' }),
  text: `select exists (select 1 from reviews where owner_id = {user}::uuid)
      or exists (select 1 from files where owner_id = {user}::uuid)
      or exists (select 1 from comments where user_id = {user}::uuid)
      or exists (select 1 from replies where user_id = {user}::uuid)
      or exists (select 1 from invitations where invited_by = {user}::uuid) as has`,
})

/** Whether the account has made anything that others could reach or that uses storage. */
export async function hasMadeThings(tx: Transaction, user: string): Promise<boolean> {
  return (await someThings.first(tx, { user }))?.has ?? false
}

const rest = statement('earlier-rest', {
  takes: { user: 'uuid' },
  text: `with rested as (
      update reviews set rests_since = now(), access_epoch = access_epoch + 1 where owner_id = {user}::uuid returning id
    )
    update share_links set key_epoch = key_epoch + 1 where review_id in (select id from rested)`,
})

/** From now on only the owner has access to the account's reviews; access by their links ends. */
export async function suspendWork(tx: Transaction, user: string): Promise<void> {
  await rest.count(tx, { user })
}

const resume = statement('unverified-resume', {
  takes: { user: 'uuid' },
  text: 'update reviews set rests_since = null where owner_id = {user}::uuid and rests_since is not null',
})

/** Former links and invitations work again. */
export async function resumeWork(tx: Transaction, user: string): Promise<void> {
  await resume.count(tx, { user })
}

const lockReviews = statement('earlier-lock-reviews', {
  takes: { user: 'uuid' },
  text: `select id from reviews where owner_id = {user}::uuid
    or owner_id in (select id from users where kept_for = {user}::uuid) order by id for update`,
})
const lockUsers = statement('earlier-lock-users', {
  takes: { user: 'uuid' },
  text: 'select id from users where id = {user}::uuid or kept_for = {user}::uuid order by id for update',
})

/** In everyone's lock order: reviews, then the user. */
export async function lockWithReviews(tx: Transaction, user: string): Promise<void> {
  await lockReviews.count(tx, { user })
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

const isMoving = isMeant('from')

const moving = (name: string, text: string) => statement(`earlier-move-${name}`, { takes: moveTakes, text })

const leaveAvatar = statement('earlier-leave-avatar', {
  takes: { from: 'uuid', which: 'text' },
  text: `update users set avatar_key = null where id = {from}::uuid
    and avatar_key in (select key from files where owner_id = {from}::uuid and ${isMoving})`,
})

const moveReviews = moving('reviews', `update reviews ${handOn('owner_id')}`)
// Transfers follow their files, so they come later.
const moves = [
  moving(
    'files',
    `with moved as (
        update files set owner_id = {to}::uuid where owner_id = {from}::uuid and ${isMoving}
        returning blob_id, transfer_state
      ), charge as (select coalesce(sum(b.size), 0) as bytes from moved m join blobs b on b.id = m.blob_id
        where m.transfer_state is distinct from 'IN_BIN')
      update users u set used_bytes = u.used_bytes + case when u.id = {to}::uuid then charge.bytes else -charge.bytes end
      from charge where u.id in ({from}::uuid, {to}::uuid)`,
  ),
  moving(
    'transfers',
    `update transfers set owner_id = {to}::uuid where owner_id = {from}::uuid
      and (file_id in (select id from files where owner_id = {to}::uuid) or (file_id is null and ${isMoving}))`,
  ),
  moving('comments', `update comments ${handOn('user_id')}`),
  moving('resolved', `update comments ${handOn('resolved_by')}`),
  moving('replies', `update replies ${handOn('user_id')}`),
  moving('invitations', `update invitations ${handOn('invited_by')}`),
  moving(
    'members',
    `update members m set user_id = {to}::uuid where user_id = {from}::uuid and ${isMoving}
      and not exists (select 1 from members o where o.user_id = {to}::uuid
        and (o.review_id = m.review_id or o.workspace_id = m.workspace_id))`,
  ),
]

const ofBoth = { from: 'uuid', to: 'uuid' } as const
// Contents of a folder that moves away go to the root.
const cutTrees = statement('earlier-cut-trees', {
  takes: ofBoth,
  text: `update transfers t set parent_id = null from transfers p
    where p.id = t.parent_id and p.owner_id <> t.owner_id and t.owner_id in ({from}::uuid, {to}::uuid)`,
})
const countFolders = statement('earlier-count-folders', {
  takes: ofBoth,
  text: `update transfers t set item_count =
      (select count(*)::int from transfers c where c.parent_id = t.id and c.deleted_at is null)
    where t.owner_id in ({from}::uuid, {to}::uuid) and t.type = 'FOLDER' and t.deleted_at is null`,
})

/** With its charge. A fixed number of statements. */
export async function moveThings(tx: Transaction, move: Move): Promise<void> {
  const { from, to, which } = move
  await moveReviews.count(tx, move)
  await leaveAvatar.count(tx, { from, which })
  for (const one of moves) await one.count(tx, move)
  await cutTrees.count(tx, { from, to })
  await countFolders.count(tx, { from, to })
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

export type Things = { reviews: number; files: number; words: number }

const isCounted = isMeant('user')
const things = statement('earlier-count', {
  takes: { user: 'uuid', which: 'text' },
  gives: row<Things>({ reviews: 'int4', files: 'int4', words: 'int4' }),
  text: `select (select count(*)::int from reviews where owner_id = {user}::uuid and deleted_at is null and ${isCounted}) as reviews,
      (select count(*)::int from files where owner_id = {user}::uuid and ${isCounted}) as files,
      (select count(*)::int from comments where user_id = {user}::uuid and ${isCounted})
        + (select count(*)::int from replies where user_id = {user}::uuid and ${isCounted}) as words`,
})

export async function countThings(db: Queryable, user: string, which: Which): Promise<Things> {
  return (await things.first(db, { user, which })) ?? { reviews: 0, files: 0, words: 0 }
}

const resting = statement('earlier-resting', {
  takes: { user: 'uuid' },
  gives: row<{ id: string }>({ id: 'uuid' }),
  text: 'select id from reviews where owner_id = {user}::uuid and rests_since is not null',
})

/** Reviews that admit only their owner. */
export async function listResting(db: Database, user: string): Promise<string[]> {
  return (await resting.rows(db.pool, { user })).map(({ id }) => id)
}

const links = statement('earlier-links', {
  takes: { user: 'uuid' },
  gives: row<{ name: string }>({ name: 'text' }),
  text: `select r.name from reviews r where r.owner_id = {user}::uuid and r.rests_since is not null and r.deleted_at is null
      and exists (select 1 from share_links l where l.review_id = r.id and l.access <> 'NONE')
    order by lower(r.name), r.id limit 20`,
})

/** Names of reviews with suspended links. */
export const listRestingLinks = async (db: Queryable, user: string): Promise<string[]> =>
  (await links.rows(db, { user })).map(({ name }) => name)
