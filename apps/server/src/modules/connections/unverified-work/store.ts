import { row, statement } from '#server/db/statement'
import { isMeant, moveTakes } from '#server/db/unverified-work'
import { isPair } from '#server/modules/connections/sql'

/** Accepted and pending connections, and the profile. */
export const counted = statement('earlier-connections', {
  takes: { user: 'uuid', which: 'text' },
  gives: row<{ people: number; profiles: number }>({ people: 'int4', profiles: 'int4' }),
  text: `select (select count(*)::int from connections where {user}::uuid in (requester_id, addressee_id)
        and status in ('ACCEPTED', 'PENDING') and ${isMeant('user')}) as people,
      (select count(*)::int from connection_profiles where user_id = {user}::uuid and ${isMeant('user')}) as profiles`,
})

const moving = (name: string, text: string) => statement(`earlier-move-${name}`, { takes: moveTakes, text })

// Someone who has since made the same kind of row keeps that one.
const ofPair = (own: string, other: string) => `update connections c set ${own} = {to}::uuid
  where ${own} = {from}::uuid and ${other} <> {to}::uuid and ${isMeant('from')}
    and not exists (select 1 from connections o where ${isPair('o', '{to}::uuid', `c.${other}`)})`
const ofBlock = (own: string, other: string) => `update blocks b set ${own} = {to}::uuid
  where ${own} = {from}::uuid and ${other} <> {to}::uuid and ${isMeant('from')}
    and not exists (select 1 from blocks o where o.${own} = {to}::uuid and o.${other} = b.${other})`

export const moves = [
  moving(
    'profile',
    `update connection_profiles set user_id = {to}::uuid where user_id = {from}::uuid and ${isMeant('from')}
      and not exists (select 1 from connection_profiles o where o.user_id = {to}::uuid)`,
  ),
  moving('requests', ofPair('requester_id', 'addressee_id')),
  moving('requested', ofPair('addressee_id', 'requester_id')),
  moving('blocks', ofBlock('blocker_id', 'blocked_id')),
  moving('blocked', ofBlock('blocked_id', 'blocker_id')),
]
