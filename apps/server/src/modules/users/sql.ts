/** What other modules may read of users, as a table. */
export const people =
  '(select id, name, username, avatar, email, notify, mail_areas, earlier_asked_at from users)'

/** People whose address is proved to be theirs, as a table: id, name, email. */
export const confirmedPeople =
  '(select id, name, email from users where email_confirmed_at is not null and kept_for is null)'

/** Out of everybody's sight: what was made before the address was proved rests, or was removed. */
export const isResting = (user: string) => `exists (select 1 from users resting where resting.id = ${user}
  and (resting.earlier_asked_at is not null or resting.kept_for is not null))`

/** All of them, as a table: id. */
export const restingPeople =
  '(select id from users where earlier_asked_at is not null or kept_for is not null)'

/** What was there when it was asked what becomes of it, or everything. */
export type Which = 'earlier' | 'all'
/** From an account to the one that keeps what was removed, or back. */
export type Move = { from: string; to: string; which: Which }

/** Whether a thing of that time is meant; `{which}` is of this statement, `user` its parameter with the account. */
export const isMeant = (user: string, at = 'created_at') =>
  `({which}::text = 'all' or ${at} <= (select earlier_asked_at from users where id = {${user}}::uuid))`

export const moveTakes = { from: 'uuid', to: 'uuid', which: 'text' } as const
/** Ends an update of a table whose rows belong to somebody by this column. */
export const handOn = (column: string) =>
  `set ${column} = {to}::uuid where ${column} = {from}::uuid and ${isMeant('from')}`

/** Not a person: holds what somebody has removed, until it can no longer be undone. */
export const isKeeper = (user: string) =>
  `exists (select 1 from users keeper where keeper.id = ${user} and keeper.kept_for is not null)`
