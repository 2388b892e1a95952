import type { Transaction } from '#server/db/client'
import { statement } from '#server/db/statement'
import type { FileMove } from '#server/module-parts'
import { settleLastSaid } from '#server/modules/comments/change/store'
import { moveNotifications } from '#server/modules/notifications/sql'

const move = statement('comments-of-file-move', {
  takes: { file: 'uuid', from: 'uuid', to: 'uuid' },
  text: `with moved as (
      update comments set review_id = {to}::uuid where file_id = {file}::uuid returning id
    )
    ${moveNotifications('{from}::uuid', '{to}::uuid')}`,
})

const moveOfVersion = statement('comments-of-version-move', {
  takes: { file: 'uuid', from: 'uuid', to: 'uuid', number: 'int4', into: 'uuid' },
  text: `with moved as (
      update comments set review_id = {to}::uuid, file_id = {into}::uuid
      where file_id = {file}::uuid and version = {number}::int returning id, status
    ), counts as (
      select count(*)::int as made, (count(*) filter (where status = 'OPEN'))::int as open from moved
    ), counted as (
      update files f set comment_count = f.comment_count + side.sign * made, open_count = f.open_count + side.sign * open
      from counts, (values ({file}::uuid, -1), ({into}::uuid, 1)) side (id, sign) where f.id = side.id
    )
    ${moveNotifications('{from}::uuid', '{to}::uuid')}`,
})

/** Moves the comments of a file or version with it, and their notifications. */
export async function moveComments(tx: Transaction, { file, from, to, version }: FileMove): Promise<never[]> {
  if (!version) {
    await move.count(tx, { file, from, to })
    return []
  }
  await moveOfVersion.count(tx, { file, from, to, ...version })
  for (const changed of [file, version.into]) await settleLastSaid(tx, changed)
  return []
}
