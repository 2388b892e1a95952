/** Columns of users that other modules may read, as a table. */
export const people =
  '(select id, name, username, avatar, email, notify, mail_areas, earlier_asked_at from users)'

/** People with a verified address, as a table: id, name, email. */
export const confirmedPeople =
  '(select id, name, email from users where email_confirmed_at is not null and kept_for is null)'

/** Hidden from everyone: unverified work, suspended or removed. */
export const isResting = (user: string) => `exists (select 1 from users resting where resting.id = ${user}
  and (resting.earlier_asked_at is not null or resting.kept_for is not null))`

/** All such users, as a table: id. */
export const restingPeople =
  '(select id from users where earlier_asked_at is not null or kept_for is not null)'

/** Not a person: holds removed work until it can no longer be restored. */
export const isKeeper = (user: string) =>
  `exists (select 1 from users keeper where keeper.id = ${user} and keeper.kept_for is not null)`
