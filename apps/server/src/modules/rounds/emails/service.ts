import { momentWords } from '@wingmark/contract/days'
import { z } from 'zod'
import type { Transaction } from '#server/db/client'
import type { Deps } from '#server/deps'
import type { Mounting } from '#server/http/mount'
import { mountUnsubscribePage } from '#server/http/unsubscribe-page'
import { personalCode } from '#server/modules/access/service'
import { type EmailWriters, queueEmails } from '#server/modules/mail/service'
import * as store from '#server/modules/rounds/emails/store'
import { insertLinks, listWithoutLink } from '#server/modules/rounds/links/store'
import { notFound } from '#server/platform/domain-error'
import { composeEmail, quietName, quotedWords, shortName } from '#server/platform/email-content'
import { isUuid } from '#server/platform/ids'

/** Gives people named by address a link of their own, and emails it to them. */
export async function askByAddress(deps: Deps, tx: Transaction, round: string): Promise<void> {
  const people = await listNew(deps, tx, round)
  const wanted = await store.listWaiting(tx, round)
  const asked = wanted.filter(({ person }) => people.includes(person))
  await queueEmails(tx, 'rounds:asked', asked)
}

async function listNew(deps: Deps, tx: Transaction, round: string): Promise<string[]> {
  const people = await listWithoutLink(tx, round)
  await insertLinks(
    tx,
    people.map((person) => ({ person, stored: personalCode(deps, person).stored })),
  )
  return people
}

export async function remindByAddress(tx: Transaction, round: string): Promise<void> {
  await queueEmails(tx, 'rounds:due', await store.listWaiting(tx, round))
}

const Facts = z.object({ person: z.uuid() })

async function letterTo(deps: Deps, facts: unknown, isReminder: boolean) {
  const { person } = Facts.parse(facts)
  const found = await store.findLetter(deps.db, person)
  if (!found) return null
  const { email, reviewId, reviewName, by, message, endsAt, timeZone } = found
  const url = `${deps.config.publicUrl}/reviews/${reviewId}?share=${personalCode(deps, person).code}`
  const words = (named: (name: string) => string) =>
    isReminder
      ? `Your decision on ${named(reviewName)} is due soon`
      : `${named(by)} asks for your decision on ${named(reviewName)}`
  const quote = { by: quietName(by), about: 'wrote', quote: quotedWords(message) }
  const content = composeEmail({
    subject: words(shortName),
    title: words(quietName),
    parts: [
      ...(message === '' ? [] : [quote]),
      { text: `Due ${momentWords(endsAt, timeZone)}` },
      { button: 'Open review', url },
      {
        text: 'This link is yours alone: it opens the review without an account. Opening it doesn’t record a decision.',
      },
    ],
    reasons: [`You’re receiving this email because ${quietName(by)} named you as a reviewer.`],
    unsubscribeUrl: unsubscribeUrl(deps, person),
  })
  return { to: email, ...content }
}

export const roundEmails: EmailWriters = {
  'rounds:asked': (deps, facts) => letterTo(deps, facts, false),
  'rounds:due': (deps, facts) => letterTo(deps, facts, true),
}

const parts = (person: string) => ['round emails', person]

const unsubscribeUrl = (deps: Deps, person: string) =>
  `${deps.config.publicUrl}/round/api/v1/unsubscribe/${person}.${deps.signer.sign(parts(person))}`

function readToken(deps: Deps, token: string): string {
  const [person = '', mac = ''] = token.split('.')
  if (!isUuid(person) || !deps.signer.verify(parts(person), mac)) throw notFound()
  return person
}

/** For people without an account; others choose their emails in their settings. */
export const mountRoundUnsubscribing = ({ app, deps }: Mounting): Promise<void> =>
  mountUnsubscribePage(app, {
    path: '/round/api/v1/unsubscribe/:token',
    check: (token) => readToken(deps, token),
    stop: (token) => store.stopLetters(deps.db.orm, readToken(deps, token)),
    asked: () => ({
      title: 'Stop emails about this round?',
      texts: ['You can still decide with your link.'],
      button: 'Stop these emails',
    }),
    stopped: () => ({
      title: 'You won’t get any more emails about this round',
      texts: ['You can still decide with your link.'],
    }),
    result: { stopped: true },
  })
