/** What other modules may read of users, as a table. */
export const people = '(select id, name, username, avatar, email, notify, earlier_asked_at from users)'
