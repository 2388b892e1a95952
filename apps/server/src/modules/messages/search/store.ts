import { holdsWords, searchSource } from '#server/db/search-source'
import { isShown } from '#server/modules/messages/sql'
import { people } from '#server/modules/users/sql'

/** Messages in the user's conversations. */
export const searchMessages = searchSource('messages', {
  matches: `select m.id, 0 as rank, m.created_at as at from messages m
    where ${holdsWords('m')} and m.deleted_at is null and m.conversation_id = any(array(
      select side.conversation_id from conversation_sides side where side.user_id = {user}::uuid and ${isShown('side')}))`,
  shown: {
    at: 'm.created_at',
    title: `coalesce(u.name, 'A deleted account')`,
    text: 'm.message',
    place: `case when m.sender_id = {user}::uuid then 'You wrote' else '' end`,
    person: `json_build_object('_id', u.id, 'name', coalesce(u.name, ''), 'avatar', u.avatar)`,
    path: `'/messages/' || m.conversation_id || '?message=' || m.id`,
  },
  joined: `join messages m on m.id = page.id
    left join conversation_sides other on other.conversation_id = m.conversation_id and other.user_id <> {user}::uuid
    left join ${people} u on u.id = other.user_id`,
})
