import type { Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'

const joined = statement('leaving-workspaces-joined', {
  takes: { user: 'uuid' },
  gives: row<{ id: string; ownerId: string }>({ id: 'uuid', ownerId: 'uuid' }),
  text: `select w.id, w.owner_id as "ownerId" from workspaces w join members m on m.workspace_id = w.id
    where m.user_id = {user}::uuid and w.deleted_at is null order by w.id`,
})

/** The workspaces a user has joined, in lock order. */
export const listJoined = (tx: Transaction, user: string): Promise<{ id: string; ownerId: string }[]> =>
  joined.rows(tx, { user })
