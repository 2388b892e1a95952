import type { InvitedRole } from '@wingmark/contract/invitations'
import type { Database, Queryable } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { isShut, peopleOf } from '#server/modules/access/sql'
import {
  byPeopled,
  type PeopledSubject,
  subjectColumn,
  subjectTable,
} from '#server/modules/access/subjects/policy'
import { people } from '#server/modules/users/sql'

export type Kind = PeopledSubject['kind']

export type InvitationRow = {
  id: string
  /** Null for people invited by name. */
  email: string | null
  name: string | null
  role: InvitedRole
  invitedByName: string
  sentAt: Date
  expiresAt: Date
}

const columns = `i.id, case when i.person_id is null then i.email end as email, p.name, i.role, u.name as "invitedByName", i.sent_at as "sentAt", i.expires_at as "expiresAt"`
export const invitationTables = `invitations i join ${people} u on u.id = i.invited_by left join ${people} p on p.id = i.person_id`
const given = row<InvitationRow>({
  id: 'uuid',
  email: 'text',
  name: 'text',
  role: 'text',
  invitedByName: 'text',
  sentAt: 'timestamptz',
  expiresAt: 'timestamptz',
})

export const isOf = (kind: Kind) => `i.${subjectColumn({ kind })} = {subject}::uuid`

const pending = byPeopled((kind) =>
  statement(`invitations-pending-${kind}`, {
    takes: { subject: 'uuid', invitedBy: 'uuid', most: 'int4' },
    gives: given,
    text: `select ${columns} from ${invitationTables} where i.id in (
        select i.id from invitations i where ${isOf(kind)} and i.state = 'PENDING'
          and ({invitedBy}::uuid is null or i.invited_by = {invitedBy}::uuid)
        order by i.expires_at desc, i.id desc limit greatest(0, {most}::int - (
          select count(*) from members m where m.${subjectColumn({ kind })} = {subject}::uuid)))
      order by i.id desc`,
  }),
)

/** Pending ones, newest first, within a limit shared with members: expired ones are dropped first. `invitedBy` null: everyone's. */
export function listPending(
  db: Database,
  { kind, _id }: PeopledSubject,
  asked: { most: number; invitedBy: string | null },
): Promise<InvitationRow[]> {
  return pending[kind].rows(db.pool, { subject: _id, ...asked })
}

const pendingFor = byPeopled((kind) =>
  statement(`invitations-pending-for-${kind}`, {
    takes: { subject: 'uuid', emails: 'text[]' },
    gives: given,
    text: `select ${columns} from ${invitationTables} where ${isOf(kind)} and i.state = 'PENDING'
      and i.email = any({emails}::text[]) order by i.email`,
  }),
)

export function listPendingFor(
  db: Database,
  { kind, _id }: PeopledSubject,
  emails: readonly string[],
): Promise<InvitationRow[]> {
  return pendingFor[kind].rows(db.pool, { subject: _id, emails })
}

const counts = byPeopled((kind) =>
  statement(`invitations-count-${kind}`, {
    takes: { subject: 'uuid' },
    gives: row<{ many: number }>({ many: 'int4' }),
    text: `select count(*)::int as many from invitations i
      where ${isOf(kind)} and i.state = 'PENDING' and i.expires_at > now()`,
  }),
)

export async function countPending(tx: Queryable, { kind, _id }: PeopledSubject): Promise<number> {
  return (await counts[kind].first(tx, { subject: _id }))?.many ?? 0
}

const address = row<{ email: string }>({ email: 'text' })

const memberAddresses = byPeopled((kind) =>
  statement(`member-addresses-${kind}`, {
    takes: { subject: 'uuid', emails: 'text[]' },
    gives: address,
    text: `select u.email from ${people} u
      where u.email = any({emails}::text[]) and u.id in (
        select p.user_id from ${peopleOf[kind]} p where p.${subjectColumn({ kind })} = {subject}::uuid)
      order by u.email`,
  }),
)

/** Those of these addresses that belong to the owner or members. */
export async function listMemberAddresses(
  db: Queryable,
  { kind, _id }: PeopledSubject,
  emails: readonly string[],
): Promise<string[]> {
  return (await memberAddresses[kind].rows(db, { subject: _id, emails })).map(({ email }) => email)
}

const invitable = byPeopled((kind) =>
  statement(`people-to-invite-${kind}`, {
    takes: { subject: 'uuid', people: 'uuid[]' },
    gives: row<{ person: string; email: string; name: string }>({
      person: 'uuid',
      email: 'text',
      name: 'text',
    }),
    text: `select u.id as person, u.email, u.name from ${people} u
      where u.id = any({people}::uuid[])
        and not exists (select 1 from ${peopleOf[kind]} p where p.${subjectColumn({ kind })} = {subject}::uuid and p.user_id = u.id)
        and not exists (select 1 from invitations i where ${isOf(kind)} and i.email = u.email
          and i.state = 'PENDING' and i.expires_at > now())
      order by u.email`,
  }),
)

/** Those of these people who are neither members nor invited. */
export const findInvitable = (db: Database, { kind, _id }: PeopledSubject, ids: readonly string[]) =>
  invitable[kind].rows(db.pool, { subject: _id, people: ids })

type Renewal = {
  role: InvitedRole
  invitedBy: string
  /** Whose invitation a resent one becomes: the sender's, or still the first sender's. */
  takesOver: boolean
  days: number
  /** `person`: the user invited by name. */
  invited: { id: string; email: string; person: string | null }[]
}

const puts = byPeopled((kind) => {
  const column = subjectColumn({ kind })
  return statement(`invitations-put-${kind}`, {
    takes: {
      ...{
        subject: 'uuid',
        role: 'text',
        invitedBy: 'uuid',
        takesOver: 'bool',
        days: 'int4',
        invited: 'jsonb',
      },
    },
    gives: row<{ id: string }>({ id: 'uuid' }),
    text: `insert into invitations as i (id, ${column}, email, person_id, role, invited_by, expires_at)
      select given.id, {subject}::uuid, given.email, given.person, {role}::text, {invitedBy}::uuid,
        now() + make_interval(days => {days}::int)
      from jsonb_to_recordset({invited}::jsonb) as given(id uuid, email text, person uuid)
      order by given.email
      on conflict (${column}, email) where state = 'PENDING' do update
        set role = excluded.role, expires_at = excluded.expires_at, sent_at = now(), person_id = excluded.person_id,
          invited_by = case when {takesOver}::boolean or i.role <> excluded.role or i.expires_at < now()
            then excluded.invited_by else i.invited_by end
        where i.sent_at < now() - interval '1 minute' or i.role <> excluded.role or i.expires_at < now()
      returning i.id`,
  })
})

/** Creates or renews invitations; returns those due an email. Ones requested a minute ago stay unchanged. */
export async function putInvitations(
  tx: Queryable,
  { kind, _id }: PeopledSubject,
  { invited, ...renewal }: Renewal,
): Promise<string[]> {
  const rows = await puts[kind].rows(tx, { ...renewal, subject: _id, invited: JSON.stringify(invited) })
  return rows.map(({ id }) => id)
}

const rankOfRole = (role: string) => `array_position(array['VIEWER', 'COMMENTER', 'EDITOR'], ${role})`

const higher = byPeopled((kind) =>
  statement(`invitations-higher-${kind}`, {
    takes: { subject: 'uuid', role: 'text', emails: 'text[]', besides: 'uuid' },
    text: `select 1 from invitations i
      where ${isOf(kind)} and i.state = 'PENDING' and i.expires_at > now() and i.invited_by <> {besides}::uuid
        and ${rankOfRole('i.role')} > ${rankOfRole('{role}::text')} and i.email = any({emails}::text[]) limit 1`,
  }),
)

/** Whether someone else has invited one of these addresses to a higher role, still pending. */
export async function hasHigherPending(
  tx: Queryable,
  { kind, _id }: PeopledSubject,
  asked: { role: InvitedRole; emails: readonly string[]; besides: string },
): Promise<boolean> {
  return (await higher[kind].count(tx, { ...asked, subject: _id })) > 0
}

const revokesAround = byPeopled((kind) =>
  statement(`invitations-revoke-around-${kind}`, {
    takes: { subject: 'uuid', user: 'uuid' },
    text: `update invitations i set state = 'REVOKED'
      where ${isOf(kind)} and i.state = 'PENDING' and (i.invited_by = {user}::uuid
        or i.email = (select u.email from ${people} u where u.id = {user}::uuid))`,
  }),
)

/** Revokes invitations that a person sent or received. */
export async function revokeAround(
  tx: Queryable,
  { kind, _id }: PeopledSubject,
  user: string,
): Promise<void> {
  await revokesAround[kind].count(tx, { subject: _id, user })
}

const revokes = byPeopled((kind) =>
  statement(`invitation-revoke-${kind}`, {
    takes: { subject: 'uuid', id: 'uuid' },
    gives: row<{ invited: string }>({ invited: 'text' }),
    text: `update invitations i set state = 'REVOKED'
      where i.id = {id}::uuid and ${isOf(kind)} and i.state = 'PENDING'
      returning coalesce((select p.name from ${people} p where p.id = i.person_id), i.email) as invited`,
  }),
)

/** Returns the address or the invited person's name; null without such a pending invitation. */
export const revokeInvitationRow = (
  tx: Queryable,
  { kind, _id }: PeopledSubject,
  id: string,
): Promise<{ invited: string } | null> => revokes[kind].first(tx, { subject: _id, id })

const senders = byPeopled((kind) =>
  statement(`invitation-sender-${kind}`, {
    takes: { subject: 'uuid', id: 'uuid' },
    gives: row<{ invitedBy: string }>({ invitedBy: 'uuid' }),
    text: `select i.invited_by as "invitedBy" from invitations i
      where i.id = {id}::uuid and ${isOf(kind)} and i.state = 'PENDING'`,
  }),
)

export const findSender = (
  tx: Queryable,
  { kind, _id }: PeopledSubject,
  id: string,
): Promise<{ invitedBy: string } | null> => senders[kind].first(tx, { subject: _id, id })

const answers = byPeopled((kind) =>
  statement(`invitation-answer-${kind}`, {
    takes: { subject: 'uuid', id: 'uuid', userId: 'uuid', state: 'text' },
    gives: row<{ role: InvitedRole }>({ role: 'text' }),
    text: `update invitations i set state = {state}::text from ${people} u, ${subjectTable({ kind })} s
      where i.id = {id}::uuid and i.state = 'PENDING' and i.expires_at > now()
        and u.id = {userId}::uuid and u.email = i.email
        and s.id = i.${subjectColumn({ kind })} and s.id = {subject}::uuid and not (${isShut[kind]('s')})
        and not exists (select 1 from ${people} v where v.id = i.invited_by and i.created_at <= v.earlier_asked_at)
      returning i.role`,
  }),
)

/** Ends a pending invitation to this user's address and returns it; null for any other. */
export const answerInvitation = (
  tx: Queryable,
  { kind, _id }: PeopledSubject,
  answer: { id: string; userId: string; state: 'ACCEPTED' | 'DECLINED' },
): Promise<{ role: InvitedRole } | null> => answers[kind].first(tx, { ...answer, subject: _id })

const ofUser = statement('user-address', {
  takes: { id: 'uuid' },
  gives: address,
  text: `select u.email from ${people} u where u.id = {id}::uuid`,
})

/** The address of a user; the session holds only the id. */
export async function findAddress(db: Database, id: string): Promise<string | null> {
  return (await ofUser.first(db.pool, { id }))?.email ?? null
}
