import { z } from 'zod'
import type { Transaction } from '#server/db/client'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import {
  askedMail,
  deletingMail,
  downloadedMail,
  sentMail,
  unclaimedMail,
} from '#server/modules/deliveries/letters/present'
import { findFacts, type LetterFacts, tellReceivers } from '#server/modules/deliveries/letters/store'
import { takeUnmailed } from '#server/modules/deliveries/links/store'
import { deliveryUrl } from '#server/modules/deliveries/present'
import { addUserEvents } from '#server/modules/events/service'
import { type LetterWriters, queueLetters } from '#server/modules/mail/service'
import { unsubscribeUrl } from '#server/modules/notifications/mailing/service'
import type { Mail } from '#server/platform/mailer'

/**
 * The mails to those recipients of a complete delivery who had none, each once, and the notifications. Comes last in the
 * transaction; answers who was told, for `wakeInboxes`.
 */
export async function sendOut(tx: Transaction, deliveryId: string, sender: UserActor): Promise<string[]> {
  const due = await takeUnmailed.rows(tx, { id: deliveryId, again: false, link: null })
  if (due.length === 0) return []
  await queueLetters(
    tx,
    'deliveries:sent',
    due.map((link) => ({ deliveryId, linkId: link.id, isAgain: false })),
  )
  const told = await tellReceivers.rows(tx, {
    delivery: deliveryId,
    emails: due.map((link) => link.email),
    sender: sender.id,
    by: sender.name,
    title: `${sender.name} sent you files`,
  })
  await addUserEvents(tx, 'notification.created', told)
  return told.map((one) => one.user)
}

/** Once more to those who have not downloaded it; how many. `link`: to one of them. */
export async function sendAgain(tx: Transaction, deliveryId: string, link: string | null): Promise<number> {
  const due = await takeUnmailed.rows(tx, { id: deliveryId, again: true, link })
  await queueLetters(
    tx,
    'deliveries:sent',
    due.map((one) => ({ deliveryId, linkId: one.id, isAgain: true })),
  )
  return due.length
}

const Facts = z.object({
  deliveryId: z.uuid(),
  linkId: z.uuid().nullable().default(null),
  isAgain: z.boolean().default(false),
  name: z.string().default(''),
})

const find = (deps: Deps, { deliveryId, linkId }: z.infer<typeof Facts>) =>
  findFacts.first(deps.db.pool, { delivery: deliveryId, link: linkId })

type Write = (facts: LetterFacts, at: { url: string; unsubscribeUrl: string; name: string }) => Mail

/** To the sender, while they want any mails. */
const toSender =
  (write: Write, isDue: (facts: LetterFacts) => boolean = () => true) =>
  async (deps: Deps, given: unknown): Promise<Mail | null> => {
    const asked = Facts.parse(given)
    const facts = await find(deps, asked)
    if (!facts?.senderWantsMails || !isDue(facts)) return null
    const url = `${deps.config.publicUrl}/transfers?tab=sent&delivery=${facts.deliveryId}`
    return write(facts, { url, unsubscribeUrl: unsubscribeUrl(deps, facts.ownerId), name: asked.name })
  }

export const deliveryLetters: LetterWriters = {
  'deliveries:sent': async (deps, given) => {
    const asked = Facts.parse(given)
    const facts = await find(deps, asked)
    if (!facts?.isOpen || facts.linkEmail === null || facts.fileCount === 0) return null
    const url = deliveryUrl(deps, facts.deliveryId, facts.linkCode)
    return sentMail(facts, facts.linkEmail, { url, isAgain: asked.isAgain })
  },
  'deliveries:downloaded': toSender(downloadedMail),
  'deliveries:unclaimed': toSender(unclaimedMail, (facts) => facts.isOpen),
  'deliveries:deleting': toSender(deletingMail, (facts) => facts.deleteAfter),
  'deliveries:asked': toSender(askedMail),
}
