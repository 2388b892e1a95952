import { statement } from '#server/db/statement'
import type { Deps } from '#server/deps'

/** Of a version that is not even in the trash: comments of a removed one hang on its holder. */
const isOfNone = (row: string, file: string) => `not exists (
      select 1 from files f join files v on v.id = coalesce(f.stack_id, f.id) or v.stack_id = coalesce(f.stack_id, f.id)
      where f.id = ${file} and v.version = ${row}.version)`

const ofComments = (table: 'carries' | 'fixes') =>
  statement(`sweep-${table}`, {
    takes: {},
    text: `delete from ${table} e using comments c where c.id = e.comment_id and ${isOfNone('e', 'c.file_id')}`,
  })
const ofFiles = (table: 'alignments' | 'carry_runs') =>
  statement(`sweep-${table}`, {
    takes: {},
    text: `delete from ${table} e where ${isOfNone('e', 'e.file_id')}`,
  })
const sweeps = [ofComments('carries'), ofComments('fixes'), ofFiles('alignments'), ofFiles('carry_runs')]

/** Deletes what was kept for versions that were deleted for good. */
export async function sweepCarries({ db }: Deps): Promise<void> {
  for (const one of sweeps) await one.count(db.pool, {})
}
