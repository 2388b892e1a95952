import type { Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { withRemoved } from '#server/modules/access/sql'
import { storageLimit } from '#server/modules/files/quota/store'

/** `all`: with attachments and transfers; otherwise only designs, each version of them. */
type Handover = { reviewId: string; from: string; to: string; all: boolean }

const isMeant = (f: string) =>
  `({all}::boolean or ${f}.purpose in ('REVIEW', 'VERSION') and ${f}.transfer_state is null)`

const lockBoth = statement('change-owner-lock', {
  takes: { from: 'uuid', to: 'uuid' },
  text: 'select 1 from users where id in ({from}::uuid, {to}::uuid) order by id for no key update',
})
const sumFiles = statement('change-owner-sum', {
  takes: { review: 'uuid', from: 'uuid', all: 'bool' },
  gives: row<{ bytes: number }>({ bytes: 'int8' }),
  text: `select coalesce(sum(b.size), 0)::bigint as bytes from files f join blobs b on b.id = f.blob_id
    where f.review_id in ${withRemoved('{review}::uuid')} and f.owner_id = {from}::uuid
      and ${isMeant('f')}`,
})
const handOver = statement('change-owner-files', {
  takes: { review: 'uuid', from: 'uuid', to: 'uuid', all: 'bool' },
  text: `update files f set owner_id = {to}::uuid
    where f.review_id in ${withRemoved('{review}::uuid')} and f.owner_id = {from}::uuid and ${isMeant('f')}`,
})
const charge = statement('change-owner-charge', {
  takes: { to: 'uuid', bytes: 'int8' },
  text: `update users set used_bytes = used_bytes + {bytes}::bigint
    where id = {to}::uuid and used_bytes + {bytes}::bigint <= ${storageLimit}`,
})
const refund = statement('change-owner-refund', {
  takes: { from: 'uuid', bytes: 'int8' },
  text: 'update users set used_bytes = used_bytes - {bytes}::bigint where id = {from}::uuid',
})

/** False, with nothing moved, if over the new owner's quota. Locks both users in a fixed order. */
export async function moveFiles(tx: Transaction, { reviewId, from, to, all }: Handover): Promise<boolean> {
  await lockBoth.count(tx, { from, to })
  const { bytes } = (await sumFiles.first(tx, { review: reviewId, from, all })) ?? { bytes: 0 }
  if (bytes === 0) return true
  if ((await charge.count(tx, { to, bytes })) !== 1) return false
  await refund.count(tx, { from, bytes })
  await handOver.count(tx, { review: reviewId, from, to, all })
  return true
}
