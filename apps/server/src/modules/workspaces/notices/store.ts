import type { Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { recordUserEvents } from '#server/db/user-events'
import { workspacePeople } from '#server/modules/access/sql'
import { hasUnread, insertNotifications } from '#server/modules/notifications/sql'
import { confirmedPeople } from '#server/modules/users/sql'

export type Notice = {
  action: 'TASK_ASSIGNED' | 'TASK_DONE' | 'TASK_MENTIONED' | 'TASKS_UNASSIGNED' | 'WORKSPACE_INVITED'
  title: string
  by: string
  /** Gets no notification of their own action. */
  actor: string
  workspace: string
  task: string | null
}

const takes = {
  action: 'text',
  title: 'text',
  by: 'text',
  actor: 'uuid',
  workspace: 'uuid',
  task: 'uuid',
} as const
const gives = row<{ user: string }>({ user: 'uuid' })
const telling = (whom: string) => {
  const notice = {
    user: 'whom.id',
    action: '{action}::text',
    title: '{title}::text',
    by: '{by}::text',
    workspace: '{workspace}::uuid',
    task: '{task}::uuid',
  }
  return `with notified as (
      ${insertNotifications(notice, `(${whom}) whom`)} returning user_id, id as target_id
    ), ${recordUserEvents('notified', 'notification.created')} select user_id as "user" from notified`
}

const members = statement('tell-members', {
  takes: { ...takes, people: 'uuid[]' },
  gives,
  text: telling(`select distinct p.user_id as id from ${workspacePeople} p
    where p.workspace_id = {workspace}::uuid and p.user_id = any({people}::uuid[]) and p.user_id <> {actor}::uuid`),
})

/** Only `people` in the workspace; returns who was notified. */
export async function notifyMembers(
  tx: Transaction,
  notice: Notice,
  whom: readonly string[],
): Promise<string[]> {
  return (await members.rows(tx, { ...notice, people: whom })).map(({ user }) => user)
}

const unread = { user: 'u.id', workspace: '{workspace}::uuid', action: '{action}::text' }
const invited = statement('tell-invited', {
  takes: { ...takes, emails: 'text[]' },
  gives,
  text: telling(`select u.id from ${confirmedPeople} u where u.email = any({emails}::text[])
    and u.id <> {actor}::uuid and not ${hasUnread(unread)}`),
})

/** Notifies users with a verified address among these; once until they have read it. */
export async function notifyInvited(
  tx: Transaction,
  notice: Notice,
  emails: readonly string[],
): Promise<string[]> {
  return (await invited.rows(tx, { ...notice, emails })).map(({ user }) => user)
}
