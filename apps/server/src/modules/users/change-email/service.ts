import {
  type changeEmail as contract,
  sameEmail,
  takeBackDays,
  takeBackInvalid,
} from '@wingmark/contract/change-email'
import type { RouteBody } from '@wingmark/contract/route'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import type { Transaction } from '#server/db/client'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { signalUser } from '#server/modules/events/service'
import { type EmailWriters, queueEmail } from '#server/modules/mail/service'
import { makeAddressCode, requireAddressCode } from '#server/modules/users/change-email/codes'
import { changeCodeMail, emailChangedMail } from '#server/modules/users/change-email/present'
import {
  deleteChangesFrom,
  type EmailChange,
  findChange,
  findChangeByToken,
  insertChange,
  isEmailTaken,
  moveMail,
  returnMail,
  setEmail,
  setTakeBackToken,
} from '#server/modules/users/change-email/store'
import { codeMinutes } from '#server/modules/users/codes/service'
import { verifyEmail } from '#server/modules/users/email-verification/service'
import { endSessions } from '#server/modules/users/sessions/service'
import { requirePasswordOrCode } from '#server/modules/users/settings/reauthenticate'
import { requireUser } from '#server/modules/users/settings/service'
import { lockSignedIn } from '#server/modules/users/settings/store'
import { findUser, lockUser } from '#server/modules/users/store'
import { signalAfterVerification } from '#server/modules/users/unverified-work/service'
import { DomainError, invalidFields } from '#server/platform/domain-error'
import { hashToken, randomToken } from '#server/platform/tokens'

type Caller = { actor: UserActor; ip: string }

/** Two steps: the new address with password or code, then the emailed code. Throws INVALID_FIELDS, EMAIL_TAKEN once verified. */
export async function changeEmail(deps: Deps, { actor, ip }: Caller, body: RouteBody<typeof contract>) {
  const { email, code, ...evidence } = body
  if (email === undefined) return enterCode(deps, actor, code ?? '')
  const user = await requireUser(deps, actor)
  if (email === user.email) throw invalidFields({ email: sameEmail })
  const tries = `new address of ${actor.id}`
  await deps.limits.consume({ codeMailByAddress: ip, codeMailByTrier: tries, codeMailByTrierADay: tries })
  await deps.limits.consume({ codeMailByTrierADay: `new address ${email}` })
  await requirePasswordOrCode(deps, actor, user, evidence)
  const facts = { userId: actor.id, email }
  await queueEmail(deps.db.orm, { letter: 'users:change-code', facts, key: `change-code:${actor.id}` })
  return { email, isChanged: false }
}

async function enterCode(deps: Deps, actor: UserActor, code: string) {
  await deps.limits.consume({ settingsByUser: actor.id })
  const email = await requireAddressCode(deps, actor, code)
  await deps.db.orm
    .transaction((tx) => change(tx, actor, email))
    .catch((error: unknown) => {
      throw isTwice(error) ? new DomainError('EMAIL_TAKEN') : error
    })
  return { email, isChanged: true }
}

async function change(tx: Transaction, actor: UserActor, email: string): Promise<void> {
  if (!(await lockSignedIn(tx, actor))) throw new DomainError('UNAUTHENTICATED')
  const user = await findUser(tx, actor.id)
  if (!user) throw new DomainError('UNAUTHENTICATED')
  // A code for the current address changes nothing.
  if (email === user.email) throw invalidFields({ email: sameEmail })
  if (await isEmailTaken(tx, { email, days: takeBackDays, except: user.id }))
    throw new DomainError('EMAIL_TAKEN')
  const wasConfirmed = user.emailConfirmedAt !== null
  const former = user.email
  await setEmail(tx, user.id, { email, emailConfirmedAt: new Date() })
  // Work sent to an unverified address is not theirs to keep.
  const moved = wasConfirmed ? await moveMail(tx, { from: former, to: email }) : {}
  const id = uuid()
  const { id: userId, googleId: formerGoogleId } = user
  await insertChange(tx, { id, userId, former, wasConfirmed, formerGoogleId, ...moved })
  await queueEmail(tx, { letter: 'users:email-changed', facts: { changeId: id } })
}

// Someone else took it at the same moment.
const isTwice = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === '23505'

async function requireChange(deps: Deps, ip: string, token: string): Promise<EmailChange> {
  await deps.limits.consume({ resetTryByAddress: ip })
  const found = await findChangeByToken(deps.db.orm, hashToken(token), takeBackDays)
  if (!found) throw invalidFields({ token: takeBackInvalid })
  return found
}

const dayMs = 86_400_000

export async function getFormerEmail(deps: Deps, ip: string, token: string) {
  const { former, createdAt } = await requireChange(deps, ip, token)
  return { email: former, until: new Date(createdAt.getTime() + takeBackDays * dayMs).toISOString() }
}

/** Ends every session, the password and any Google account added since, against the intruder. Throws INVALID_FIELDS. */
export async function takeBackEmail(deps: Deps, ip: string, token: string): Promise<{ email: string }> {
  const { userId } = await requireChange(deps, ip, token)
  const email = await deps.db.orm.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    const change = await findChangeByToken(tx, hashToken(token), takeBackDays)
    if (!user || !change) throw invalidFields({ token: takeBackInvalid })
    const { former, formerGoogleId: googleId, wasConfirmed } = change
    const undone = await deleteChangesFrom(tx, change)
    const emailConfirmedAt = wasConfirmed ? new Date() : null
    const lost = { email: former, googleId, passwordHash: null, emailConfirmedAt }
    await setEmail(tx, userId, lost)
    for (const { invitations, links } of undone) await returnMail(tx, { to: former, invitations, links })
    await endSessions(tx, userId, null)
    // This verifies a former address that was unverified; others' work under it is suspended as usual.
    await verifyEmail(deps, tx, { ...user, ...lost }, { kind: 'visitor' })
    return former
  })
  signalUser(deps, userId)
  await signalAfterVerification(deps, userId)
  return { email }
}

const CodeFacts = z.object({ userId: z.uuid(), email: z.string() })
const ChangeFacts = z.object({ changeId: z.uuid() })

export const changeEmailEmails: EmailWriters = {
  'users:change-code': async (deps, facts) => {
    const { userId, email } = CodeFacts.parse(facts)
    const user = await findUser(deps.db.orm, userId)
    if (!user) return null
    const code = await makeAddressCode(deps, { userId, email, minutes: codeMinutes })
    return changeCodeMail(email, { name: user.name, code, minutes: codeMinutes })
  },
  'users:email-changed': async (deps, facts) => {
    const change = await findChange(deps.db.orm, ChangeFacts.parse(facts).changeId)
    const user = change && (await findUser(deps.db.orm, change.userId))
    if (!user) return null
    const token = randomToken()
    await setTakeBackToken(deps.db.orm, change.id, hashToken(token))
    const url = `${deps.config.publicUrl}/auth/take-back?token=${token}`
    // The holder of an address that was never verified may be a stranger, after a typing mistake.
    const email = change.wasConfirmed ? user.email : null
    return emailChangedMail(change.former, { name: user.name, email, url, days: takeBackDays })
  },
}
