import { dayOf, dayWords } from '@wingmark/contract/days'
import { plans } from '@wingmark/contract/plans'
import { z } from 'zod'
import type { Transaction } from '#server/db/client'
import { addUserEvents } from '#server/modules/events/service'
import { type LetterWriters, queueLetter } from '#server/modules/mail/service'
import { unsubscribeUrl } from '#server/modules/notifications/mailing/service'
import { findShown, type PlanNews, pastDueDays } from '#server/modules/subscriptions/policy'
import { listSubscriptions } from '#server/modules/subscriptions/store'
import { findAddress, insertNews } from '#server/modules/subscriptions/telling/store'
import { findUser, type UserRow } from '#server/modules/users/service'
import { composeLetter } from '#server/platform/mail-letter'

const titles: Record<PlanNews, string> = {
  PLAN_STARTED: 'Your plan is Commander now',
  PLAN_UNPAID: 'Your plan could not be charged',
  PLAN_ENDED: 'Your Commander plan has ended',
  PLAN_STORAGE: 'Your storage has changed',
}

/** By notification and mail. Comes last in the transaction; `wakeInboxes` after it. */
export async function tellOfPlan(tx: Transaction, user: string, action: PlanNews): Promise<void> {
  const target = await insertNews(tx, { user, action, title: titles[action] })
  await queueLetter(tx, { letter: 'subscriptions:news', facts: { user, action } })
  await addUserEvents(tx, 'notification.created', [{ user, target }])
}

const Facts = z.object({
  user: z.uuid(),
  action: z.enum(['PLAN_STARTED', 'PLAN_UNPAID', 'PLAN_ENDED', 'PLAN_STORAGE']),
})

const dayText = (at: Date) => dayWords(dayOf(at), 'long')

/** What it means for them; null where it is no longer so. */
function wordsOf(
  action: Exclude<PlanNews, 'PLAN_STORAGE'>,
  kept: { status: string; periodEnd: Date | null; pastDueSince: Date | null } | null,
): string | null {
  if (action === 'PLAN_ENDED')
    return kept?.status === 'ACTIVE'
      ? null
      : 'Nothing is deleted: what is over the limits of your plan can be read and downloaded, only new uploads wait for room.'
  if (action === 'PLAN_UNPAID') {
    if (kept?.status !== 'PAST_DUE' || !kept.pastDueSince) return null
    const until = new Date(kept.pastDueSince.getTime() + pastDueDays * 86_400_000)
    return `Your card was not charged. You keep Commander until ${dayText(until)}; you can change the card until then.`
  }
  if (kept?.status !== 'ACTIVE') return null
  return kept.periodEnd
    ? `You have it until ${dayText(kept.periodEnd)}, or longer where it goes on.`
    : 'You have it for good.'
}

const gigabyte = 1_073_741_824

function storageWords(user: UserRow | null): string | null {
  if (!user) return null
  const limitBytes = plans[user.plan].storageBytes + user.extraStorageBytes
  return `You have ${Math.round(limitBytes / gigabyte)} GB of storage in all now.`
}

export const planLetters: LetterWriters = {
  'subscriptions:news': async (deps, facts) => {
    const { user, action } = Facts.parse(facts)
    const { orm } = deps.db
    const to = await findAddress(orm, user)
    const text =
      action === 'PLAN_STORAGE'
        ? storageWords(await findUser(orm, user))
        : wordsOf(action, findShown(await listSubscriptions(orm, user), new Date()))
    if (to === null || text === null) return null
    const letter = composeLetter({
      subject: titles[action],
      title: titles[action],
      parts: [{ text }, { button: 'See your plan', url: `${deps.config.publicUrl}/pricing` }],
      reasons: ['You get this because it is about your plan.'],
      unsubscribeUrl: unsubscribeUrl(deps, user, ['PLANS']),
    })
    return { to, ...letter }
  },
}
