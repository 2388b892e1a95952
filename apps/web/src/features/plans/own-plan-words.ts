import type { Subscription } from '@wingmark/contract/subscriptions'
import { formatDay } from '#web/lib/format'

type Own = Pick<Subscription, 'plan' | 'status' | 'source' | 'isEnding' | 'periodEnd'>

/** The user's plan, and how it ends; null for those who never left the free one. */
export function describeOwnPlan(own: Own): string | null {
  const { plan, status, source, isEnding, periodEnd } = own
  const day = periodEnd ? formatDay(periodEnd) : ''
  if (status === 'PAST_DUE')
    return plan === 'COMMANDER'
      ? 'The last payment didn’t go through. You keep your plan for seven days; please update your card.'
      : 'The last payment didn’t go through within seven days, and Commander has ended. Until it is cancelled, the card may be charged again.'
  if (status === 'NONE') return null
  if (status === 'ENDED') return 'Your Commander plan has ended.'
  if (isEnding && day) return `${plan === 'COMMANDER' ? 'Commander' : 'Pilot'} ends on ${day}.`
  if (source === 'STRIPE' && day) return `Commander is paid until ${day} and renews automatically.`
  return source === 'OPERATOR' ? 'Granted by the person who runs this server.' : 'You’re a Commander.'
}
