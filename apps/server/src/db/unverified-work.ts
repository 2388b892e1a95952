// Pieces of the statements of every module that keeps a part of unverified work.

/** Only what existed when the owner was asked, or everything. */
export type Which = 'earlier' | 'all'
/** From the account to the keeper of removed work, or back. */
export type Move = { from: string; to: string; which: Which }

/** Whether a row is included; the statement needs `{which}`, and the parameter `user` with the account. */
export const isMeant = (user: string, at = 'created_at') =>
  `({which}::text = 'all' or ${at} <= (select earlier_asked_at from users where id = {${user}}::uuid))`

export const moveTakes = { from: 'uuid', to: 'uuid', which: 'text' } as const
/** Ends an update of a table whose rows belong to a user by this column. */
export const handOn = (column: string) =>
  `set ${column} = {to}::uuid where ${column} = {from}::uuid and ${isMeant('from')}`

/** Ids of the accounts that hold what was removed from this one. */
export const keepersOf = (user: string) => `(select id from users where kept_for = {${user}}::uuid)`
