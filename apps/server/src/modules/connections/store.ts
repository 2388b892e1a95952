import type { Queryable } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { areFellows } from '#server/modules/access/sql'
import type { Between } from '#server/modules/connections/service'
import { isBlockedBetween, isPair, isRestricted } from '#server/modules/connections/sql'

const between = statement('between-people', {
  takes: { me: 'uuid', other: 'uuid' },
  gives: row<Between>({
    areConnected: 'bool',
    areFellows: 'bool',
    isBlocked: 'bool',
    isOpen: 'bool',
    isRestricted: 'bool',
    isOtherRestricted: 'bool',
  }),
  text: `select
    exists (select 1 from connections c where ${isPair('c', '{me}::uuid', '{other}::uuid')} and c.status = 'ACCEPTED')
      as "areConnected", ${areFellows('{me}::uuid', '{other}::uuid')} as "areFellows",
    ${isBlockedBetween('{me}::uuid', '{other}::uuid')} as "isBlocked",
    exists (select 1 from connection_profiles p where p.user_id = {other} and p.is_open_to_messages) as "isOpen",
    ${isRestricted('{me}::uuid')} as "isRestricted", ${isRestricted('{other}::uuid')} as "isOtherRestricted"`,
})

const nothing = {
  ...{ areConnected: false, areFellows: false, isBlocked: false, isOpen: false },
  ...{ isRestricted: false, isOtherRestricted: false },
}

export const findBetween = async (db: Queryable, me: string, other: string): Promise<Between> =>
  (await between.first(db, { me, other })) ?? nothing
