import type { MemberRole } from '@wingmark/contract/reviews'
import type { Database } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { rankOf, workspacePeople } from '#server/modules/access/sql'

/** What identifies a workspace: its id or something in it; with `task` also a deleted task. */
export type WorkspaceBy =
  | { workspace: string }
  | { task: string }
  | { item: string }
  | { label: string }
  | { taskThere: string }

type Row = { workspaceId: string; role: MemberRole }

const query = (kind: string, workspace: string) =>
  statement(`access-workspace-${kind}`, {
    takes: { id: 'uuid', user: 'uuid' },
    gives: row<Row>({ workspaceId: 'uuid', role: 'text' }),
    text: `select p.workspace_id as "workspaceId", p.role from ${workspacePeople} p
     where p.workspace_id = ${workspace} and p.user_id = {user}::uuid order by ${rankOf('p.role')} limit 1`,
  })

const queries = {
  workspace: query('own', '{id}::uuid'),
  task: query('task', '(select workspace_id from tasks where id = {id}::uuid)'),
  taskThere: query(
    'task-there',
    '(select workspace_id from tasks where id = {id}::uuid and deleted_at is null)',
  ),
  label: query('label', '(select workspace_id from task_labels where id = {id}::uuid)'),
  item: query('item', '(select workspace_id from timeline_items where id = {id}::uuid)'),
}

/** Null for outsiders and missing workspaces. One statement. */
export function findWorkspaceAccess(db: Database, by: WorkspaceBy, user: string): Promise<Row | null> {
  const [kind, id] =
    'workspace' in by
      ? (['workspace', by.workspace] as const)
      : 'task' in by
        ? (['task', by.task] as const)
        : 'taskThere' in by
          ? (['taskThere', by.taskThere] as const)
          : 'label' in by
            ? (['label', by.label] as const)
            : (['item', by.item] as const)
  return queries[kind].first(db.lookups, { id, user })
}

const standings = statement('workspace-standings', {
  takes: { id: 'uuid', users: 'uuid[]' },
  gives: row<{ user: string; role: MemberRole; epoch: number }>({
    user: 'uuid',
    role: 'text',
    epoch: 'int4',
  }),
  text: `select distinct on (p.user_id) p.user_id as "user", p.role, w.access_epoch as epoch
    from workspaces w join ${workspacePeople} p on p.workspace_id = w.id
    where w.id = {id}::uuid and p.user_id = any({users}::uuid[]) order by p.user_id, ${rankOf('p.role')}`,
})

/** What each of these people is in a workspace now; one statement. */
export const findStandings = (db: Database, id: string, users: readonly string[]) =>
  standings.rows(db.pool, { id, users })
/** A user's role in a workspace, inside the transaction that relies on it; no row for outsiders. */
export const findWorkspaceRole = statement('role-in-workspace', {
  takes: { workspace: 'uuid', user: 'uuid' },
  gives: row<{ role: MemberRole }>({ role: 'text' }),
  text: `select p.role from ${workspacePeople} p
    where p.workspace_id = {workspace}::uuid and p.user_id = {user}::uuid order by ${rankOf('p.role')} limit 1`,
})
