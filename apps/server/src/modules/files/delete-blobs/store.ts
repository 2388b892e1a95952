import type { Database, Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { isNotInBin } from '#server/modules/files/store'
import { backupLock } from '#server/platform/postgres/back-up'

/** The files to delete: a review's, or a list. */
export type Going = { reviewId: string } | { ids: readonly string[] }

type Gone = { owner_id: string; blob_id: string; charged: boolean }

/** The steps of a deletion; `which` is a condition on `f` with `{what}`. */
const deletionOf = <K extends 'uuid' | 'uuid[]'>(name: string, what: K, which: string) => {
  const takes = { what }
  return {
    // Deletions of the same bytes take turns, so that one of them is the last.
    lock: statement(`delete-lock-${name}`, {
      takes,
      text: `select b.id from blobs b where b.id in (select f.blob_id from files f where ${which})
        order by b.id for update`,
    }),
    remove: statement(`delete-${name}`, {
      takes,
      gives: row<Gone>({ owner_id: 'uuid', blob_id: 'uuid', charged: 'bool' }),
      text: `delete from files f where ${which} returning f.owner_id, f.blob_id, ${isNotInBin} as charged`,
    }),
  }
}
const ofReview = deletionOf('of-review', 'uuid', 'f.review_id = {what}::uuid')
const ofIds = deletionOf('by-ids', 'uuid[]', 'f.id = any({what}::uuid[])')

const refund = statement('delete-refund', {
  takes: { gone: 'jsonb' },
  text: `with refunds as (
      select g.owner_id, sum(b.size) as bytes
      from jsonb_to_recordset({gone}::jsonb) as g(owner_id uuid, blob_id uuid, charged boolean) join blobs b on b.id = g.blob_id
      where g.charged group by g.owner_id
    )
    update users u set used_bytes = u.used_bytes - refunds.bytes from refunds where u.id = refunds.owner_id`,
})
const dropUnused = statement('delete-blobs', {
  takes: { gone: 'jsonb' },
  gives: row<{ storageKey: string }>({ storageKey: 'text' }),
  text: `delete from blobs b
    where b.id in (select blob_id from jsonb_to_recordset({gone}::jsonb) as g(blob_id uuid))
      and not exists (select 1 from files f where f.blob_id = b.id)
    returning b.storage_key as "storageKey"`,
})

async function removeRows(tx: Transaction, going: Going): Promise<Gone[]> {
  if ('reviewId' in going) {
    await ofReview.lock.count(tx, { what: going.reviewId })
    return ofReview.remove.rows(tx, { what: going.reviewId })
  }
  await ofIds.lock.count(tx, { what: going.ids })
  return ofIds.remove.rows(tx, { what: going.ids })
}

/** Deletes files, refunds their owners and drops unreferenced blobs. Each file is charged in full. Returns the keys to remove. */
export async function deleteFiles(
  tx: Transaction,
  going: Going,
): Promise<{ deleted: number; storageKeys: string[] }> {
  const rows = await removeRows(tx, going)
  const gone = JSON.stringify(rows)
  await refund.count(tx, { gone })
  const dropped = await dropUnused.rows(tx, { gone })
  return { deleted: rows.length, storageKeys: dropped.map(({ storageKey }) => storageKey) }
}

const abandoned = statement('files-abandoned', {
  takes: { days: 'int4' },
  gives: row<{ id: string }>({ id: 'uuid' }),
  text: `select id from files
    where (purpose = 'COMMENT' and comment_id is null and reply_id is null and message_id is null
        or purpose = 'TRANSFER' and transfer_state is null)
      and created_at < now() - make_interval(days => case when guest_id is null then {days}::int else 1 end)
    order by created_at limit 500 for update skip locked`,
})

/** Unsent attachments and unplaced transfers, a few hundred at a time. */
export async function findAbandoned(tx: Transaction, olderThanDays: number): Promise<string[]> {
  return (await abandoned.rows(tx, { days: olderThanDays })).map(({ id }) => id)
}

const addRemoval = statement('remove-bytes', {
  takes: { keys: 'text[]' },
  text: `select graphile_worker.add_job('files:remove-bytes', json_build_object('keys', {keys}::text[]))`,
})

/** A job of the same transaction removes the bytes: never after a rollback, always after a commit. */
export async function addRemovalJob(tx: Transaction, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await addRemoval.count(tx, { keys })
}

const putOff = statement('remove-bytes-later', {
  takes: { keys: 'text[]' },
  text: `select graphile_worker.add_job('files:remove-bytes', json_build_object('keys', {keys}::text[]),
      run_at => now() + interval '1 minute')
    where not pg_try_advisory_xact_lock_shared(${backupLock})`,
})

/** Postpones the removal during a backup, whose records may still name these bytes. True if postponed. */
export async function isPutOff(pool: Database['pool'], keys: readonly string[]): Promise<boolean> {
  return (await putOff.count(pool, { keys })) > 0
}
