import { heldWithin, searchSource } from '#server/db/search-source'
import { isShown } from '#server/modules/messages/sql'
import { people } from '#server/modules/users/sql'

/** What was said in their conversations. */
export const searchMessages = searchSource('messages', {
  matches: `with own as (
      select side.conversation_id as id from conversation_sides side where side.user_id = {user}::uuid and ${isShown('side')})
    select m.id, 0 as rank, m.created_at as at from ${heldWithin('messages', 'conversation_id', 'select id from own')} m
      where m.deleted_at is null`,
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
