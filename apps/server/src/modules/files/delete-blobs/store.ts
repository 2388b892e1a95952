import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/db/client'
import { isNotInBin } from '#server/modules/files/store'

/** Which files go: all of a review, or a list. */
export type Going = { reviewId: string } | { ids: readonly string[] }

/**
 * Deletes file rows, gives their owners the storage back and drops bytes that nobody refers to any more.
 * Every file is charged its size, also one that shares its bytes. Answers the storage keys whose bytes are to be removed.
 */
export async function deleteFiles(
  tx: Transaction,
  going: Going,
): Promise<{ deleted: number; storageKeys: string[] }> {
  const which =
    'reviewId' in going
      ? sql`f.review_id = ${going.reviewId}`
      : sql`f.id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(going.ids)}::jsonb))`
  // Two deletions of the same bytes take turns, so that one of them sees that it is the last.
  await tx.execute(
    sql`select b.id from blobs b where b.id in (select f.blob_id from files f where ${which}) order by b.id for update`,
  )
  const deleted = await tx.execute<{ owner_id: string; blob_id: string; charged: boolean }>(
    sql`delete from files f where ${which} returning f.owner_id, f.blob_id, ${sql.raw(isNotInBin)} as charged`,
  )
  const gone = JSON.stringify(deleted.rows)
  await tx.execute(sql`
    with refunds as (
      select g.owner_id, sum(b.size) as bytes
      from jsonb_to_recordset(${gone}::jsonb) as g(owner_id uuid, blob_id uuid, charged boolean) join blobs b on b.id = g.blob_id
      where g.charged group by g.owner_id
    )
    update users u set used_bytes = u.used_bytes - refunds.bytes from refunds where u.id = refunds.owner_id`)
  const dropped = await tx.execute<{ storage_key: string }>(sql`
    delete from blobs b
    where b.id in (select blob_id from jsonb_to_recordset(${gone}::jsonb) as g(owner_id uuid, blob_id uuid))
      and not exists (select 1 from files f where f.blob_id = b.id)
    returning b.storage_key`)
  return { deleted: deleted.rows.length, storageKeys: dropped.rows.map((row) => row.storage_key) }
}

/** Attachments that were uploaded and never sent with a comment, and transfers that nobody placed, some hundreds at a time. */
export async function findAbandoned(tx: Transaction, olderThanDays: number): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from files
    where (purpose = 'COMMENT' and comment_id is null and reply_id is null and message_id is null
        or purpose = 'TRANSFER' and transfer_state is null)
      and created_at < now() - make_interval(days => case when guest_id is null then ${olderThanDays}::int else 1 end)
    order by created_at limit 500 for update skip locked`)
  return rows.map((row) => row.id)
}

/** The bytes go by a job of the same transaction: kept if it rolls back, gone for certain if it commits. */
export async function addRemovalJob(tx: Transaction, storageKeys: readonly string[]): Promise<void> {
  if (storageKeys.length === 0) return
  await tx.execute(
    sql`select graphile_worker.add_job('files:remove-bytes', ${JSON.stringify({ keys: storageKeys })}::json)`,
  )
}
