import type { Transaction } from '#server/db/client'
import { statement } from '#server/db/statement'
import type { DeletedAccount } from '#server/module-parts'

const leaving = (name: string, update: string) =>
  statement(`leaving-${name}`, {
    takes: { user: 'uuid', guest: 'uuid' },
    text: `${update} set user_id = null, guest_id = {guest}::uuid where user_id = {user}::uuid`,
  })
const leaveWords = [leaving('comments', 'update comments'), leaving('replies', 'update replies')]
const leaveResolved = statement('leaving-resolved', {
  takes: { user: 'uuid' },
  text: 'update comments set resolved_by = null where resolved_by = {user}::uuid',
})

/** Comments and replies in others' reviews become the guest's. */
export async function leaveComments(tx: Transaction, { user, guest }: DeletedAccount): Promise<void> {
  for (const one of leaveWords) await one.count(tx, { user, guest })
  await leaveResolved.count(tx, { user })
}
