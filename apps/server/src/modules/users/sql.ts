/** What other modules may read of users, as a table. */
export const people = '(select id, name, username, avatar, email, notify, earlier_asked_at from users)'

/** People whose address is proved to be theirs, as a table: id, name, email. */
export const confirmedPeople =
  '(select id, name, email from users where email_confirmed_at is not null and kept_for is null)'
