import { personColors } from '@wingmark/contract/person-colors'
import type { Database } from '#server/db/client'
import { row, statement } from '#server/db/statement'

/** SQL for a person's colour: their place among the writers, or by id as in `laterColor`. */
export const colorIn = (writers: string, person: string) =>
  `coalesce(array_position(${writers}, ${person}) - 1, ('x' || right((${person})::text, 1))::bit(4)::int % ${personColors.length})`

const writer = 'coalesce({user}::uuid, {guest}::uuid)'

/** For an update of the review in which `user` or `guest` writes: gives them the lowest free colour. */
export const withWriter = `case when ${writer} = any(writers) or cardinality(writers) >= ${personColors.length} then writers
  else writers || ${writer} end`

const writersOf = statement('review-writers', {
  takes: { review: 'uuid' },
  gives: row<{ writers: readonly string[] }>({ writers: 'uuid[]' }),
  text: 'select writers from reviews where id = {review}::uuid',
})

/** The first eight, in the order of their colours. */
export async function listWriters(db: Database, review: string): Promise<readonly string[]> {
  return (await writersOf.first(db.pool, { review }))?.writers ?? []
}
