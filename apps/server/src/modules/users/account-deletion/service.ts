import type { RouteBody } from '@wingmark/contract/route'
import type { SharedWork, SharedWorkChoice } from '@wingmark/contract/shared-work'
import type { Subject } from '@wingmark/contract/subjects'
import { unverifiedUndoDays } from '@wingmark/contract/unverified-work'
import type { deleteAccount as contract } from '@wingmark/contract/users'
import type { Queryable, Transaction } from '#server/db/client'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import type { Departure, SettledWork } from '#server/module-parts'
import { signalInboxes, signalSubject, signalUser } from '#server/modules/events/service'
import { queueEmail, queueEmails } from '#server/modules/mail/service'
import { settle } from '#server/modules/users/account-deletion/policy'
import { workLeftFacts } from '#server/modules/users/account-deletion/present'
import { deleteUser, insertFormerGuest } from '#server/modules/users/account-deletion/store'
import { requirePasswordOrCode } from '#server/modules/users/settings/reauthenticate'
import { requireUser } from '#server/modules/users/settings/service'
import { formerName, lockUser } from '#server/modules/users/store'
import { findKeeper, listOldKeepers } from '#server/modules/users/unverified-work/store'
import { DomainError } from '#server/platform/domain-error'

/** Others' reviews keep the words and files, without the name. Throws INVALID_FIELDS for a wrong password or code, SHARED_WORK. */
export async function deleteAccount(deps: Deps, actor: UserActor, body: RouteBody<typeof contract>) {
  const user = await requireUser(deps, actor)
  const { choices = [], ...evidence } = body
  // A code works once, so it is checked last.
  await requireSettled(deps, deps.db.orm, user.id, choices)
  await requirePasswordOrCode(deps, actor, user, evidence)
  const news = await deps.db.orm.transaction(async (tx) => {
    const keeper = await findKeeper(tx, user.id)
    if (keeper) await unsafeDeleteUser(deps, tx, keeper)
    const { settled, ...own } = await unsafeDeleteUser(deps, tx, user, { actor, choices })
    await queueEmail(tx, { letter: 'users:account-deleted', facts: { email: user.email, name: user.name } })
    await queueEmails(tx, 'users:work-left', workLeftFacts(user.name, settled))
    return { subjects: own.subjects, notified: await notifyOthers(deps, tx, user.name, { settled, ...own }) }
  })
  signalUser(deps, user.id)
  for (const subject of news.subjects) signalSubject(deps, subject)
  signalInboxes(deps, news.notified)
}

/** The caller's subjects with other members. */
export async function listSharedWork(deps: Deps, actor: UserActor): Promise<SharedWork[]> {
  return listShared(deps, deps.db.orm, actor.id)
}

async function listShared(deps: Deps, db: Queryable, user: string): Promise<SharedWork[]> {
  const shared: SharedWork[] = []
  for (const part of deps.parts.sharedWork) shared.push(...(await part.list(db, user)))
  return shared
}

async function requireSettled(
  deps: Deps,
  db: Queryable,
  user: string,
  choices: readonly SharedWorkChoice[],
): Promise<SettledWork[]> {
  const shared = await listShared(deps, db, user)
  const settled = settle(shared, choices)
  if (!settled) throw new DomainError('SHARED_WORK', { sharedWork: shared })
  return settled
}

type Left = { subjects: Subject[]; settled: SettledWork[]; departures: Departure[] }

/** Returns what to signal. Without `owner`, shared work is deleted, too. Lock order: reviews, workspaces, user. */
async function unsafeDeleteUser(
  deps: Deps,
  tx: Transaction,
  { id: user, email, name = formerName }: { id: string; email: string; name?: string },
  owner?: { actor: UserActor; choices: readonly SharedWorkChoice[] },
): Promise<Left> {
  const { on, sharedWork } = deps.parts
  const subjects: Subject[] = []
  for (const listen of on['account.locking']) subjects.push(...(await listen(tx, { user })))
  for (const part of sharedWork) await part.lock(tx, user)
  await lockUser(tx, user)
  const settled = owner ? await requireSettled(deps, tx, user, owner.choices) : []
  if (owner) for (const part of sharedWork) await part.handOver(tx, owner.actor, settled)
  const departures: Departure[] = []
  for (const listen of on['account.leaving']) departures.push((await listen(tx, { user, name })) ?? {})
  const account = await insertFormerGuest(tx, user)
  for (const listen of on['account.deleted']) await listen(tx, account)
  await deleteUser(tx, account, email)
  subjects.push(
    ...settled.map(({ work }) => work.subject),
    ...departures.flatMap((one) => one.subjects ?? []),
  )
  return { subjects, settled, departures }
}

/** Must come last in the transaction. */
async function notifyOthers(
  deps: Deps,
  tx: Transaction,
  name: string,
  { settled, departures }: Pick<Left, 'settled' | 'departures'>,
): Promise<string[]> {
  const notified: string[] = []
  for (const { tell } of departures) notified.push(...((await tell?.(tx)) ?? []))
  for (const part of deps.parts.sharedWork) notified.push(...(await part.tell(tx, name, settled)))
  return notified
}

/** Daily: permanently deletes removed work that can no longer be restored. */
export async function sweepRemoved(deps: Deps): Promise<void> {
  for (const keeper of await listOldKeepers(deps.db, unverifiedUndoDays)) {
    const { subjects, notified } = await deps.db.orm.transaction(async (tx) => {
      const left = await unsafeDeleteUser(deps, tx, keeper)
      return { ...left, notified: await notifyOthers(deps, tx, formerName, left) }
    })
    for (const subject of subjects) signalSubject(deps, subject)
    signalInboxes(deps, notified)
  }
}
