import { dayOf, dayWords } from '@wingmark/contract/days'
import { formatStorage } from '@wingmark/contract/formats'
import { plans } from '@wingmark/contract/plans'
import { z } from 'zod'
import type { Transaction } from '#server/db/client'
import { addUserEvents } from '#server/modules/events/service'
import { type EmailWriters, queueEmail } from '#server/modules/mail/service'
import { unsubscribeUrl } from '#server/modules/notifications/mailing/service'
import { findAddress, insertNews } from '#server/modules/subscriptions/notices/store'
import { doesGive, findPaid, type PlanNews, pastDueDays } from '#server/modules/subscriptions/policy'
import { listSubscriptions, type SubscriptionRow } from '#server/modules/subscriptions/store'
import { findUser, type UserRow } from '#server/modules/users/service'
import { composeEmail } from '#server/platform/email-content'

const titles: Record<PlanNews, string> = {
  PLAN_STARTED: 'You’re now on Commander',
  PLAN_UNPAID: 'Your payment failed',
  PLAN_ENDED: 'Your Commander plan has ended',
  PLAN_STORAGE: 'Your storage has changed',
}

/** By notification and email. Must come last in the transaction; then `signalInboxes`. */
export async function notifyOfPlan(tx: Transaction, user: string, action: PlanNews): Promise<void> {
  const target = await insertNews(tx, { user, action, title: titles[action] })
  await queueEmail(tx, { letter: 'subscriptions:news', facts: { user, action } })
  await addUserEvents(tx, 'notification.created', [{ user, target }])
}

const Facts = z.object({
  user: z.uuid(),
  action: z.enum(['PLAN_STARTED', 'PLAN_UNPAID', 'PLAN_ENDED', 'PLAN_STORAGE']),
})

const dayText = (at: Date) => dayWords(dayOf(at), 'long')

/** The consequences for the user; null if it is no longer true. */
function wordsOf(action: PlanNews, user: UserRow, kept: readonly SubscriptionRow[]): string | null {
  if (action === 'PLAN_STORAGE')
    return `You now have ${formatStorage(plans[user.plan].storageBytes + user.extraStorageBytes)} of storage in total.`
  if (action === 'PLAN_ENDED')
    return user.plan === 'COMMANDER'
      ? null
      : 'Nothing was deleted. If you’re over your plan’s limits, you can still read and download everything, but you can’t upload until there’s space again.'
  if (action === 'PLAN_UNPAID') {
    const paid = findPaid(kept)
    if (paid?.status !== 'PAST_DUE' || !paid.pastDueSince) return null
    const until = new Date(paid.pastDueSince.getTime() + pastDueDays * 86_400_000)
    return `Your card couldn’t be charged. You keep Commander until ${dayText(until)}; update your card by then.`
  }
  const now = new Date()
  const given = kept.filter((one) => one.plan === 'COMMANDER' && doesGive(one, now))
  if (given.length === 0) return null
  const isForGood = given.some(({ periodEnd }) => periodEnd === null)
  const ends = given.flatMap(({ periodEnd }) => periodEnd ?? [])
  return isForGood
    ? 'Your Commander plan never expires.'
    : `Your Commander plan runs until ${dayText(new Date(Math.max(...ends.map(Number))))}, or longer if it renews.`
}

export const planEmails: EmailWriters = {
  'subscriptions:news': async (deps, facts) => {
    const { user, action } = Facts.parse(facts)
    const { orm } = deps.db
    const to = await findAddress(orm, user)
    const now = await findUser(orm, user)
    const text = now && wordsOf(action, now, await listSubscriptions(orm, user))
    if (to === null || text === null) return null
    const letter = composeEmail({
      subject: titles[action],
      title: titles[action],
      parts: [{ text }, { button: 'See your plan', url: `${deps.config.publicUrl}/pricing` }],
      reasons: ['You’re receiving this email because something about your plan changed.'],
      unsubscribeUrl: unsubscribeUrl(deps, user, ['PLANS']),
    })
    return { to, ...letter }
  },
}
