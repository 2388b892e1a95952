import { shorten } from '@wingmark/contract/shorten'
import type { SettledWork, SharedPart } from '#server/module-parts'
import type { PeopledSubject } from '#server/modules/access/subjects/policy'
import {
  insertNotified,
  listShared,
  lockTouched,
  type NotifiedOfWork,
} from '#server/modules/members/account-deletion/store'
import { handOver, type Membership } from '#server/modules/members/service'
import { lockMember } from '#server/modules/members/store'
import { DomainError } from '#server/platform/domain-error'

/** What happens to one kind of shared subject when its owner's account is deleted. */
export function sharedPart(
  kind: PeopledSubject['kind'],
  membershipOf: (id: string) => Membership,
): SharedPart {
  return {
    lock: (tx, user) => lockTouched(tx, kind, user),
    list: (db, user) => listShared(db, kind, user),
    async handOver(tx, owner, settled) {
      for (const { work, to } of settled) {
        if (work.subject.kind !== kind || to === null) continue
        const membership = membershipOf(work.subject._id)
        const before = (await lockMember(tx, membership.subject, to._id))?.role ?? 'EDITOR'
        await handOver(tx, membership, { from: owner.id, to: to._id }).catch((error: unknown) => {
          throw whenFull(error, work.name, to.name)
        })
        const roles = { before, after: 'OWNER' }
        await membership.record(tx, owner, {
          action: 'HANDED_OVER',
          member: to._id,
          target: to.name,
          ...roles,
        })
      }
    },
    tell(tx, by, settled) {
      const [left, gone] = noticesOf(
        by,
        settled.filter(({ work }) => work.subject.kind === kind),
      )
      return insertNotified(tx, kind, { by, left, gone })
    },
  }
}

function whenFull(error: unknown, work: string, name: string): unknown {
  if (!(error instanceof DomainError && error.code === 'OWNER_STORAGE_QUOTA')) return error
  const message = `${name} doesn’t have enough storage for the files of “${work}”. Choose someone else.`
  return new DomainError('OWNER_STORAGE_QUOTA', { message })
}

const nameMax = 80

function noticesOf(by: string, settled: readonly SettledWork[]): [NotifiedOfWork[], NotifiedOfWork[]] {
  const rows = settled.flatMap(({ work, to }) => {
    const name = `“${shorten(work.name, nameMax)}”`
    const title = (member: string) =>
      to === null
        ? `${by} deleted their account, and ${name} with it`
        : member === to._id
          ? `${by} deleted their account: ${name} is now yours`
          : `${by} deleted their account: ${name} now belongs to ${to.name}`
    return work.members.map(({ _id }) => ({
      isGone: to === null,
      notified: { user: _id, title: title(_id), id: work.subject._id },
    }))
  })
  const of = (isGone: boolean) => rows.filter((one) => one.isGone === isGone).map(({ notified }) => notified)
  return [of(false), of(true)]
}
