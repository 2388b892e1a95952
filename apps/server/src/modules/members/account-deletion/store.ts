import type { SharedWork } from '@wingmark/contract/shared-work'
import type { Queryable, Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { recordUserEvents } from '#server/db/user-events'
import { rankOf } from '#server/modules/access/sql'
import {
  byPeopled,
  type PeopledSubject,
  subjectColumn,
  subjectTable,
} from '#server/modules/access/subjects/policy'
import { insertNotifications } from '#server/modules/notifications/sql'
import { isKeeper, people } from '#server/modules/users/sql'

type Kind = PeopledSubject['kind']

/** Locks what goes with the account and the workspaces it leaves. Reviews do not change when a member leaves. */
const isTouched = {
  REVIEW: 's.owner_id = {user}::uuid',
  WORKSPACE: `(s.owner_id = {user}::uuid or s.id in (select m.workspace_id from members m where m.user_id = {user}::uuid))`,
} as const satisfies Record<Kind, string>

const locks = byPeopled((kind) =>
  statement(`leaving-lock-${kind}`, {
    takes: { user: 'uuid' },
    text: `select s.id from ${subjectTable({ kind })} s where ${isTouched[kind]} order by s.id for update`,
  }),
)

export async function lockTouched(tx: Transaction, kind: Kind, user: string): Promise<void> {
  await locks[kind].count(tx, { user })
}

const listings = byPeopled((kind) =>
  statement(`leaving-shared-${kind}`, {
    takes: { user: 'uuid' },
    gives: row<{ id: string; name: string; members: SharedWork['members'] }>({
      id: 'uuid',
      name: 'text',
      members: 'json',
    }),
    text: `select s.id, s.name, json_agg(json_build_object('_id', u.id, 'name', u.name, 'avatar', u.avatar)
        order by ${rankOf('m.role')}, m.created_at, u.id) as members
      from ${subjectTable({ kind })} s join members m on m.${subjectColumn({ kind })} = s.id
      join ${people} u on u.id = m.user_id
      where s.owner_id = {user}::uuid and s.deleted_at is null and not ${isKeeper('u.id')}
      group by s.id order by lower(s.name), s.id`,
  }),
)

/** By name. */
export async function listShared(db: Queryable, kind: Kind, user: string): Promise<SharedWork[]> {
  const rows = await listings[kind].rows(db, { user })
  return rows.map(({ id, name, members }) => ({ subject: { kind, _id: id }, name, members }))
}

/** One person and one subject. */
export type NotifiedOfWork = { user: string; title: string; id: string }

const telling = (name: string, action: string, about: Parameters<typeof insertNotifications>[0]) =>
  statement(`leaving-tell-${name}`, {
    takes: { notified: 'jsonb', by: 'text' },
    gives: row<{ user: string }>({ user: 'uuid' }),
    text: `with notified as (
        ${insertNotifications({ ...about, action: `'${action}'` }, `jsonb_to_recordset({notified}::jsonb) as t("user" uuid, title text, id uuid)`)}
        returning user_id, id as target_id
      ), ${recordUserEvents('notified', 'notification.created')} select user_id as "user" from notified`,
  })

const notified = { user: 't."user"', action: '', title: 't.title', by: '{by}::text' }
const handedOver = {
  REVIEW: telling('review', 'WORK_HANDED_OVER', { ...notified, review: 't.id', comment: 'null::uuid' }),
  WORKSPACE: telling('workspace', 'WORK_HANDED_OVER', { ...notified, workspace: 't.id', task: 'null::uuid' }),
}
// A deleted subject has no row to refer to, so the notification refers to its reader.
const deleted = telling('deleted', 'WORK_DELETED', { ...notified, person: 't."user"' })

/** Returns who was notified. */
export async function insertNotified(
  tx: Transaction,
  kind: Kind,
  { by, left, gone }: { by: string; left: readonly NotifiedOfWork[]; gone: readonly NotifiedOfWork[] },
): Promise<string[]> {
  const rows = [
    ...(left.length > 0 ? await handedOver[kind].rows(tx, { notified: JSON.stringify(left), by }) : []),
    ...(gone.length > 0 ? await deleted.rows(tx, { notified: JSON.stringify(gone), by }) : []),
  ]
  return rows.map(({ user }) => user)
}
