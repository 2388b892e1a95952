import { row, statement } from '#server/db/statement'
import { isMeant } from '#server/db/unverified-work'
import type { UnverifiedPart } from '#server/module-parts'

const counted = statement('earlier-conversations', {
  takes: { user: 'uuid', which: 'text' },
  gives: row<{ count: number }>({ count: 'int4' }),
  text: `select count(*)::int as count from conversations
    where {user}::uuid in (low_id, high_id) and ${isMeant('user')}`,
})

// Includes the other person's messages; later continued ones stay. One statement for both sides and the pair.
const moveConversations = statement('earlier-move-conversations', {
  takes: { from: 'uuid', to: 'uuid', which: 'text' },
  text: `with meant as (
      select c.id, case c.low_id when {from}::uuid then c.high_id else c.low_id end as other from conversations c
      where {from}::uuid in (c.low_id, c.high_id) and ${isMeant('from')}
        and not exists (select 1 from messages m where m.conversation_id = c.id and m.sender_id = {from}::uuid
          and not ${isMeant('from', 'm.created_at')})
    ), free as (
      select * from meant where other is null or not exists (select 1 from conversations o
        where o.low_id = least({to}::uuid, other) and o.high_id = greatest({to}::uuid, other))
    ), paired as (
      update conversations c set low_id = case when free.other is null then {to}::uuid else least({to}::uuid, free.other) end,
        high_id = case when free.other is null then null else greatest({to}::uuid, free.other) end,
        request_by = case c.request_by when {from}::uuid then {to}::uuid else c.request_by end
      from free where c.id = free.id
    ), sided as (
      update conversation_sides s set user_id = {to}::uuid from free where s.conversation_id = free.id and s.user_id = {from}::uuid
    )
    update messages m set sender_id = {to}::uuid from free where m.conversation_id = free.id and m.sender_id = {from}::uuid`,
})

export const unverifiedConversations: UnverifiedPart = {
  count: async (db, user, which) => ({ people: (await counted.first(db, { user, which }))?.count ?? 0 }),
  move: async (tx, move) => void (await moveConversations.count(tx, move)),
}
