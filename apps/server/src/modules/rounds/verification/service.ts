import { randomInt } from 'node:crypto'
import { anotherAddress, codeNotRight, noMailServer } from '@wingmark/contract/round-verification'
import { z } from 'zod'
import type { Deps } from '#server/deps'
import { requireAccess, type WriterCaller } from '#server/modules/access/service'
import { type EmailWriters, queueEmail } from '#server/modules/mail/service'
import { canDecide } from '#server/modules/rounds/policy'
import { readRounds } from '#server/modules/rounds/service'
import * as store from '#server/modules/rounds/verification/store'
import { DomainError, forbidden, invalidFields, notFound } from '#server/platform/domain-error'
import { composeEmail, quietName, shortName } from '#server/platform/email-content'
import { isSame } from '#server/platform/tokens'

/** Where mails only land in a folder, nobody could ever decide. Throws INVALID_FIELDS. */
export function requireMailServer({ config }: Deps, verifiedOnly: boolean | undefined): void {
  if (verifiedOnly && config.smtpUrl === null) throw invalidFields({ verifiedOnly: noMailServer })
}

/** A guest who may decide once their address is verified. Accounts verify theirs in the settings. */
async function requireGuest(deps: Deps, caller: WriterCaller, id: string) {
  const access = await requireAccess(deps, caller, { round: id })
  const [round] = await readRounds(deps, [id])
  if (!round || round.facts.state === 'DRAFT') throw notFound()
  if (round.facts.isShut) throw new DomainError('ROUND_CLOSED')
  const { actor } = caller
  if (actor.kind !== 'guest' || !round.verifiedOnly || !canDecide(round.facts, access)) throw forbidden()
  return { access, guest: actor.id }
}

/** Throws FORBIDDEN, ROUND_CLOSED, RATE_LIMITED, INVALID_FIELDS for another address than that of the own link. */
export async function sendCode(
  deps: Deps,
  caller: WriterCaller & { ip: string },
  id: string,
  email: string,
): Promise<{ _id: string; email: string }> {
  const { access, guest } = await requireGuest(deps, caller, id)
  const own = await store.findNamedAddress(deps.db, access.person)
  if (own !== null && own !== email) throw invalidFields({ email: anotherAddress })
  const tries = `round code of ${guest}`
  await deps.limits.consume({
    codeMailByAddress: caller.ip,
    codeMailByTrier: tries,
    codeMailByTrierADay: tries,
  })
  await deps.limits.consume({ codeMailByTrierADay: `new address ${email}` })
  await deps.db.orm.transaction(async (tx) => {
    await store.putAddress(tx, { round: id, guest, email })
    const facts = { round: id, guest }
    await queueEmail(tx, { letter: 'rounds:code', facts, key: `round-code:${id}:${guest}` })
  })
  return { _id: id, email }
}

const hashOf = (deps: Deps, { round, guest }: { round: string; guest: string }, code: string) =>
  deps.signer.sign(['round code', round, guest, code])

/** Throws INVALID_FIELDS for a code that is wrong, old or used up. */
export async function verifyCode(
  deps: Deps,
  caller: WriterCaller & { ip: string },
  id: string,
  code: string,
): Promise<{ _id: string; email: string }> {
  const { guest } = await requireGuest(deps, caller, id)
  await deps.limits.consume({ codeTryByAddress: caller.ip })
  const of = { round: id, guest }
  const found = await store.countTry(deps.db, of)
  const isRight = found !== null && isSame(found.hash, hashOf(deps, of, code.replace(/\s/g, '')))
  if (!isRight || (await store.setVerified(deps.db, { ...of, hash: found.hash })) === 0)
    throw invalidFields({ code: codeNotRight })
  return { _id: id, email: found.email }
}

const Facts = z.object({ round: z.uuid(), guest: z.uuid() })

export const codeEmails: EmailWriters = {
  // The code is made when its mail is, so that no secret is queued.
  'rounds:code': async (deps, facts) => {
    const of = Facts.parse(facts)
    const found = await store.findAddress(deps.db, of)
    if (!found) return null
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    await store.saveCode(deps.db, { ...of, hash: hashOf(deps, of, code) })
    const content = composeEmail({
      subject: `${code} verifies your email address for ${shortName(found.name)}`,
      title: `Verify your email address to decide on ${quietName(found.name)}`,
      parts: [{ text: 'Enter this code where you decide. It is valid for 10 minutes.' }, { code }],
      reasons: ['You’re receiving this email because someone entered your address in a review.'],
    })
    return { to: found.email, ...content }
  },
}
