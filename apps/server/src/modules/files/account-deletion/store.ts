import type { Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'

const handOver = statement('leaving-hand-over', {
  takes: { user: 'uuid' },
  text: `with handed as (
      update files f set owner_id = r.owner_id from reviews r
      where f.owner_id = {user}::uuid and r.id = f.review_id and r.owner_id <> {user}::uuid
      returning f.owner_id, f.blob_id
    ), charges as (
      select h.owner_id, sum(b.size) as bytes from handed h join blobs b on b.id = h.blob_id group by h.owner_id
    )
    update users u set used_bytes = u.used_bytes + charges.bytes from charges where u.id = charges.owner_id`,
})

/** Moves files in others' reviews, and their charge, to those reviews' owners. */
export async function handOverFiles(tx: Transaction, user: string): Promise<void> {
  await handOver.count(tx, { user })
}

const filesToDelete = statement('leaving-files', {
  takes: { user: 'uuid' },
  gives: row<{ id: string }>({ id: 'uuid' }),
  text: `select id from files where owner_id = {user}::uuid
    union select f.id from files f join reviews r on r.id = f.review_id where r.owner_id = {user}::uuid`,
})

/** The user's remaining files, and everyone's files in the user's reviews. */
export async function listFilesToDelete(tx: Transaction, user: string): Promise<string[]> {
  return (await filesToDelete.rows(tx, { user })).map(({ id }) => id)
}
