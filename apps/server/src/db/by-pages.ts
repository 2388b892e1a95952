import type { Database } from '#server/db/client'

const pageSize = 200

/**
 * Rows of a list by pages, so that no list is ever in memory as a whole. `text` has the owner as $1 and ends in
 * `… id > $2 order by id`.
 */
export async function* byPages<T extends { id: string }>(
  db: Database,
  text: string,
  owner: string,
): AsyncGenerator<T> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await db.pool.query<T>(`${text} limit ${pageSize}`, [owner, after])
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    after = last.id
  }
}

/** One thing of somebody's, as the export of their account shows it. */
export type ExportedItem = { id: string; item: object }
