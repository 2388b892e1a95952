import type { Transaction } from '#server/db/client'
import { statement } from '#server/db/statement'
import type { FileMove } from '#server/module-parts'
import { moveNotifications } from '#server/modules/notifications/sql'

const move = statement('comments-of-file-move', {
  takes: { file: 'uuid', from: 'uuid', to: 'uuid' },
  text: `with moved as (
      update comments set review_id = {to}::uuid where file_id = {file}::uuid returning id
    )
    ${moveNotifications('{from}::uuid', '{to}::uuid')}`,
})

/** Moves the comments of a file with it, and their notifications. */
export async function moveComments(tx: Transaction, { file, from, to }: FileMove): Promise<void> {
  await move.count(tx, { file, from, to })
}
