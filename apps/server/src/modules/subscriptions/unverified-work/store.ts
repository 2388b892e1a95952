import { statement } from '#server/db/statement'
import { isMeant, moveTakes } from '#server/db/unverified-work'

/** Except what the operator gave to the address. */
export const movePlan = statement('earlier-move-plan', {
  takes: moveTakes,
  text: `update subscriptions set user_id = {to}::uuid where user_id = {from}::uuid and source <> 'OPERATOR' and ${isMeant('from')}
    and not exists (select 1 from subscriptions o where o.user_id = {to}::uuid and o.source = subscriptions.source)`,
})
