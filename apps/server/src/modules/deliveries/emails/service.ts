import type { MailFailure } from '@wingmark/contract/deliveries'
import { z } from 'zod'
import type { Transaction } from '#server/db/client'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { ofDelivery } from '#server/modules/access/subjects/policy'
import {
  askedMail,
  deletingMail,
  downloadedMail,
  sentMail,
  unclaimedMail,
} from '#server/modules/deliveries/emails/present'
import {
  type EmailFacts,
  findFacts,
  insertRefusal,
  notifyRecipients,
} from '#server/modules/deliveries/emails/store'
import { setMailFailure, takeUnmailed } from '#server/modules/deliveries/links/store'
import { deliveryUrl } from '#server/modules/deliveries/present'
import { addEvent, addUserEvents, signalSubject } from '#server/modules/events/service'
import { unsafeReadThumbnail } from '#server/modules/files/serving/service'
import { type EmailWriters, queueEmails } from '#server/modules/mail/service'
import { unsubscribeUrl } from '#server/modules/notifications/mailing/service'
import { notFound } from '#server/platform/domain-error'
import { isUuid } from '#server/platform/ids'
import type { Mail } from '#server/platform/mailer'

/** Emails recipients not yet emailed, and notifies. Must come last in the transaction; returns the users for `signalInboxes`. */
export async function sendOut(tx: Transaction, deliveryId: string, sender: UserActor): Promise<string[]> {
  const due = await takeUnmailed.rows(tx, { id: deliveryId, again: false, link: null })
  if (due.length === 0) return []
  await queueEmails(
    tx,
    'deliveries:sent',
    due.map((link) => ({ deliveryId, linkId: link.id, isAgain: false })),
  )
  const notified = await notifyRecipients.rows(tx, {
    delivery: deliveryId,
    emails: due.map((link) => link.email),
    sender: sender.id,
    by: sender.name,
    title: `${sender.name} sent you files`,
  })
  await addUserEvents(tx, 'notification.created', notified)
  return notified.map((one) => one.user)
}

/** Emails those who have not downloaded it again; returns their number. `link`: only one of them. */
export async function sendAgain(tx: Transaction, deliveryId: string, link: string | null): Promise<number> {
  const due = await takeUnmailed.rows(tx, { id: deliveryId, again: true, link })
  await queueEmails(
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
  what: z.string().default(''),
  isWhole: z.boolean().default(false),
})

const find = (deps: Deps, { deliveryId, linkId }: z.infer<typeof Facts>) =>
  findFacts.first(deps.db.pool, { delivery: deliveryId, link: linkId })

export const refusalPath = '/transfer/api/v1/unsubscribe'

const signedRefusal = (link: string) => ['no-more-deliveries', link]

const refusalUrl = (deps: Deps, link: string) =>
  `${deps.config.publicUrl}${refusalPath}/${link}.${deps.signer.sign(signedRefusal(link))}`

/** The link whose recipient wants no more such emails. Throws NOT_FOUND for a forged token. */
export function requireRefusal(deps: Deps, token: string): string {
  const [link = '', mac = ''] = token.split('.')
  if (!isUuid(link) || !deps.signer.verify(signedRefusal(link), mac)) throw notFound()
  return link
}

/** No more emails about deliveries to this address; idempotent. Throws NOT_FOUND. */
export async function refuseEmails(deps: Deps, token: string): Promise<void> {
  const link = requireRefusal(deps, token)
  if (!(await insertRefusal.first(deps.db.pool, { link }))) throw notFound()
}

type Write = (
  facts: EmailFacts,
  at: { url: string; unsubscribeUrl: string; name: string; what: string; isWhole: boolean },
) => Mail

/** The first rendered file, if visible without a password. */
const pictureOf = async (deps: Deps, { coverKey, hasAccessKey }: EmailFacts) =>
  coverKey === null || hasAccessKey ? null : unsafeReadThumbnail(deps, coverKey)

/** To senders who want emails about transfers. */
const toSender =
  (write: Write, isDue: (facts: EmailFacts) => boolean = () => true) =>
  async (deps: Deps, given: unknown): Promise<Mail | null> => {
    const asked = Facts.parse(given)
    const facts = await find(deps, asked)
    if (!facts?.senderWantsMails || !isDue(facts)) return null
    const url = `${deps.config.publicUrl}/transfers/sent/${facts.deliveryId}`
    return write(facts, {
      url,
      unsubscribeUrl: unsubscribeUrl(deps, facts.ownerId, ['TRANSFERS']),
      name: asked.name,
      what: asked.what,
      isWhole: asked.isWhole,
    })
  }

/** Shows the sender the failure, live. */
async function noteFailure(deps: Deps, link: string, failure: MailFailure): Promise<void> {
  const noted = await deps.db.orm.transaction(async (tx) => {
    const found = await setMailFailure.first(tx, { link, failure })
    if (found) await addEvent(tx, ofDelivery(found.deliveryId), updateOf(found.deliveryId))
    return found
  })
  if (noted) signalSubject(deps, ofDelivery(noted.deliveryId))
}

const updateOf = (id: string) => ({ event: 'delivery.updated', targetId: id }) as const

export const deliveryEmails: EmailWriters = {
  'deliveries:sent': async (deps, given) => {
    const asked = Facts.parse(given)
    const facts = await find(deps, asked)
    if (!facts?.isOpen || facts.linkEmail === null || facts.fileCount === 0) return null
    const { linkId } = facts
    if (facts.isRefused) {
      await noteFailure(deps, linkId, 'UNWANTED')
      return null
    }
    const url = deliveryUrl(deps, facts.deliveryId, facts.linkCode)
    const mail = sentMail(facts, facts.linkEmail, {
      url,
      isAgain: asked.isAgain,
      picture: await pictureOf(deps, facts),
      unsubscribeUrl: refusalUrl(deps, linkId),
    })
    return { ...mail, whenRefused: () => noteFailure(deps, linkId, 'REFUSED') }
  },
  'deliveries:downloaded': toSender(downloadedMail),
  'deliveries:unclaimed': toSender(unclaimedMail, (facts) => facts.isOpen),
  'deliveries:deleting': toSender(deletingMail, (facts) => facts.deleteAfter),
  'deliveries:asked': toSender(askedMail),
}
