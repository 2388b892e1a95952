import type { Database } from '#server/db/client'
import { type Row, row, statement } from '#server/db/statement'
import { firstId } from '#server/platform/ids'

const pageSize = 200

/** A list that is read in pages, to save memory. `text` takes `{owner}`; ends in `… id > {after}::uuid order by id`. */
export function byPages<R extends { id: string }>(name: string, gives: Row<R>, text: string) {
  const page = statement(`pages-${name}`, {
    takes: { owner: 'uuid', after: 'uuid' },
    gives,
    text: `${text} limit ${pageSize}`,
  })
  return async function* (db: Database, owner: string): AsyncGenerator<R> {
    let after = firstId
    for (;;) {
      const rows = await page.rows(db.pool, { owner, after })
      yield* rows
      const last = rows.at(-1)
      if (!last || rows.length < pageSize) return
      after = last.id
    }
  }
}

/** One thing that someone owns, as the export of their account shows it. */
export type ExportedItem = { id: string; item: object }

/** All things of one kind that someone owns: `id`, and `item` as JSON. */
export const exportedItems = (name: string, text: string) =>
  byPages(name, row<ExportedItem>({ id: 'uuid', item: 'json' }), text)
