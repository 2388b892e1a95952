import type { InvitedRole } from '@wingmark/contract/invitations'
import type { Database } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { isShut, peopleOf } from '#server/modules/access/sql'
import {
  byPeopled,
  type PeopledSubject,
  subjectColumn,
  subjectTable,
} from '#server/modules/access/subjects/policy'
import { invitationTables, isOf, type Kind } from '#server/modules/members/invitations/store'
import { confirmedPeople, people } from '#server/modules/users/sql'

export type OpenInvitation = {
  id: string
  subjectId: string
  name: string
  /** A review's due date for comments. */
  commentsUntil: string | null
  /** A review's number of files, a workspace's number of people. */
  size: number
  inviter: string
  role: InvitedRole
  email: string
  isByName: boolean
  hasAccount: boolean
  expiresAt: Date
}

// Sent before the account's address was verified, and not yet kept: see `users/unverified-work`.
const isUnverified = `coalesce(i.created_at <= u.earlier_asked_at, false)`
const sizeOf = {
  REVIEW: 's.file_count',
  WORKSPACE: `(select count(*)::int from ${peopleOf.WORKSPACE} p where p.workspace_id = s.id)`,
} as const satisfies Record<Kind, string>

const untilOf = {
  REVIEW: 's.comments_until::text',
  WORKSPACE: 'null::text',
} as const satisfies Record<Kind, string>

const shown = (
  kind: Kind,
) => `select i.id, s.id as "subjectId", s.name, ${untilOf[kind]} as "commentsUntil", ${sizeOf[kind]} as size, u.name as inviter, i.role, i.email,
    i.person_id is not null as "isByName", exists (select 1 from ${people} a where a.email = i.email) as "hasAccount", i.expires_at as "expiresAt"
  from ${invitationTables} join ${subjectTable({ kind })} s on s.id = i.${subjectColumn({ kind })}
  where not ${isUnverified} and not (${isShut[kind]('s')})`
const open = (kind: Kind) => `${shown(kind)} and i.state = 'PENDING' and i.expires_at > now()`
const opened = row<OpenInvitation>({
  id: 'uuid',
  subjectId: 'uuid',
  name: 'text',
  commentsUntil: 'text',
  size: 'int4',
  inviter: 'text',
  role: 'text',
  email: 'text',
  isByName: 'bool',
  hasAccount: 'bool',
  expiresAt: 'timestamptz',
})

const byToken = byPeopled((kind) =>
  statement(`invitation-by-token-${kind}`, {
    takes: { tokenHash: 'bytea' },
    gives: opened,
    text: `${open(kind)} and i.token_hash = {tokenHash}::bytea`,
  }),
)

export function findOpenByToken(db: Database, kind: Kind, tokenHash: Buffer): Promise<OpenInvitation | null> {
  return byToken[kind].first(db.pool, { tokenHash })
}

const forUser = byPeopled((kind) =>
  statement(`invitation-for-${kind}`, {
    takes: { subject: 'uuid', user: 'uuid' },
    gives: opened,
    text: `${open(kind)} and ${isOf(kind)} and i.email = (
      select o.email from ${confirmedPeople} o where o.id = {user}::uuid)`,
  }),
)

/** Only for users who have verified the address. */
export function findOpenFor(
  db: Database,
  { kind, _id }: PeopledSubject,
  user: string,
): Promise<OpenInvitation | null> {
  return forUser[kind].first(db.pool, { subject: _id, user })
}

const joined = byPeopled((kind) =>
  statement(`invitation-joined-${kind}`, {
    takes: { tokenHash: 'bytea', subject: 'uuid', user: 'uuid' },
    gives: opened,
    text: `${shown(kind)} and i.state = 'ACCEPTED' and (i.token_hash = {tokenHash}::bytea or ${isOf(kind)})
        and i.email = (select me.email from ${people} me where me.id = {user}::uuid)
        and exists (select 1 from ${peopleOf[kind]} m
          where m.${subjectColumn({ kind })} = s.id and m.user_id = {user}::uuid)
      order by i.id desc limit 1`,
  }),
)

/** An invitation that this person accepted and still uses, by the email's token or the subject. */
export function findJoined(
  db: Database,
  kind: Kind,
  by: { tokenHash: Buffer | null; subject: string | null; user: string },
): Promise<OpenInvitation | null> {
  return joined[kind].first(db.pool, by)
}

const tokenSet = byPeopled((kind) =>
  statement(`invitation-set-token-${kind}`, {
    takes: { id: 'uuid', tokenHash: 'bytea' },
    gives: opened,
    text: `with notified as (
        update invitations set token_hash = {tokenHash}::bytea where id = {id}::uuid and state = 'PENDING')
      ${open(kind)} and i.id = {id}::uuid`,
  }),
)

/** Sets the token of the email being written; null if there is nothing to send. */
export function setToken(
  db: Database,
  kind: Kind,
  id: string,
  tokenHash: Buffer,
): Promise<OpenInvitation | null> {
  return tokenSet[kind].first(db.pool, { id, tokenHash })
}
