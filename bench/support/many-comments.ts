import type pg from 'pg'
import type { Pin } from './pin-pages.ts'
import type { PublishedReview } from './published.ts'

/** A comment for each pin on the review's first file, in one statement: over HTTP it would take minutes. */
export async function addPins(
  database: pg.Client,
  review: PublishedReview,
  pins: readonly Pin[],
): Promise<void> {
  const file = review.files[0]?._id
  const markers = pins.map(({ marker }) => JSON.stringify({ page: 1, ...marker }))
  await database.query(
    `insert into comments (id, review_id, file_id, number, type, marker, message, user_id)
     select uuidv7(), $1, $2, n, 'MARKED', marker, 'Comment number ' || n || ': a little higher, please.',
       (select owner_id from reviews where id = $1)
     from unnest($3::jsonb[]) with ordinality as pin (marker, n)`,
    [review.id, file, markers],
  )
  const counts = [pins.length]
  await database.query(
    'update files set comment_count = $2, open_count = $2, last_number = $2 where id = $1',
    [file, ...counts],
  )
  await database.query('update reviews set comment_count = $2, open_count = $2 where id = $1', [
    review.id,
    ...counts,
  ])
}
