import type { Transaction } from '#server/db/client'
import { statement } from '#server/db/statement'
import type { DeletedAccount } from '#server/module-parts'

const leave = statement('leaving-activity', {
  takes: { user: 'uuid', name: 'text' },
  text: 'update activity set actor_id = null, actor_name = {name}::text where actor_id = {user}::uuid',
})

/** What happened in others' reviews keeps no name. */
export async function leaveActivity(tx: Transaction, { user, name }: DeletedAccount): Promise<void> {
  await leave.count(tx, { user, name })
}
