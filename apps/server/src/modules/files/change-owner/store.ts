import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/db/client'
import { limitByPlan } from '#server/modules/files/upload/store'

type Handover = { reviewId: string; from: string; to: string }

/** False, and nothing is moved, when the new owner has no room for it. Locks both users, always in the same order. */
export async function moveFiles(tx: Transaction, { reviewId, from, to }: Handover): Promise<boolean> {
  await tx.execute(sql`select 1 from users where id in (${from}, ${to}) order by id for no key update`)
  const { rows } = await tx.execute<{ bytes: string }>(sql`
    select coalesce(sum(b.size), 0) as bytes from files f join blobs b on b.id = f.blob_id
    where f.review_id = ${reviewId} and f.owner_id = ${from}`)
  const bytes = Number(rows[0]?.bytes ?? 0)
  if (bytes === 0) return true
  const charged = await tx.execute(sql`
    update users set used_bytes = used_bytes + ${bytes}
    where id = ${to} and used_bytes + ${bytes} <= (${limitByPlan}::jsonb ->> plan)::bigint + extra_storage_bytes`)
  if (charged.rowCount !== 1) return false
  await tx.execute(sql`update users set used_bytes = used_bytes - ${bytes} where id = ${from}`)
  await tx.execute(
    sql`update files set owner_id = ${to} where review_id = ${reviewId} and owner_id = ${from}`,
  )
  return true
}
