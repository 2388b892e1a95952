import type { Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { handOn, moveTakes } from '#server/db/unverified-work'
import type { DeletedAccount, UnverifiedPart } from '#server/module-parts'

const leavePeople = statement('leaving-round-people', {
  takes: { user: 'uuid', name: 'text' },
  text: `update round_people set user_id = null, email = null, is_former = true, name = {name}::text
    where user_id = {user}::uuid`,
})
const leaveAddresses = statement('leaving-round-addresses', {
  takes: { user: 'uuid', name: 'text' },
  text: `update round_people p set email = null, is_former = true, name = {name}::text from users u
    where u.id = {user}::uuid and u.email_confirmed_at is not null and p.email = u.email and p.user_id is null`,
})
const leaveStarted = statement('leaving-rounds', {
  takes: { user: 'uuid', name: 'text' },
  text: `update rounds set started_by = null, started_by_name = {name}::text where started_by = {user}::uuid`,
})

/** Decisions stay with their version; nobody waits for the account any more. */
export async function leaveRounds(tx: Transaction, { user, name }: DeletedAccount): Promise<void> {
  await leavePeople.count(tx, { user, name })
  await leaveAddresses.count(tx, { user, name })
  await leaveStarted.count(tx, { user, name })
}

const exists = statement('earlier-any-round', {
  takes: { user: 'uuid' },
  gives: row<{ has: boolean }>({ has: 'bool' }),
  text: `select exists (select 1 from round_decisions vote join round_people p on p.id = vote.person_id
    where p.user_id = {user}::uuid) as has`,
})
const moves = [
  statement('earlier-move-round-people', {
    takes: moveTakes,
    text: `update round_people ${handOn('user_id')}`,
  }),
  statement('earlier-move-rounds', { takes: moveTakes, text: `update rounds ${handOn('started_by')}` }),
]

export const unverifiedRounds: UnverifiedPart = {
  exists: async (tx, user) => (await exists.first(tx, { user }))?.has ?? false,
  async move(tx, given) {
    for (const one of moves) await one.count(tx, given)
  },
}
