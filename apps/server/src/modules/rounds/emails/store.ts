import type { Database, Queryable, Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { nameOf } from '#server/modules/access/sql'
import { countingIn, filesOfRound } from '#server/modules/rounds/sql'

const waiting = statement('round-addresses', {
  takes: { round: 'uuid' },
  gives: row<{ person: string }>({ person: 'uuid' }),
  text: `select p.id as person from rounds d join round_people p on p.round_id = d.id
    where d.id = {round}::uuid and p.email is not null and p.user_id is null and p.gone_at is null
      and p.quiet_since is null and not p.is_former and p.id not in (
        select vote.person_id from ${countingIn('d')} vote group by vote.person_id
        having bool_or(vote.decision = 'CHANGES_REQUESTED')
          or count(*) = (select count(*) from ${filesOfRound('d')} part))`,
})

/** People named by address who have not decided and still want emails. */
export const listWaiting = (tx: Transaction, round: string) => waiting.rows(tx, { round })

export type Letter = {
  email: string
  reviewId: string
  reviewName: string
  by: string
  message: string
  endsAt: Date
  timeZone: string
}

const letter = statement('round-letter', {
  takes: { person: 'uuid' },
  gives: row<Letter>({
    ...{ email: 'text', reviewId: 'uuid', reviewName: 'text', by: 'text', message: 'text' },
    ...{ endsAt: 'timestamptz', timeZone: 'text' },
  }),
  text: `select p.email, r.id as "reviewId", r.name as "reviewName",
      coalesce(${nameOf('d.started_by')}, d.started_by_name) as by, d.message, d.ends_at as "endsAt",
      d.time_zone as "timeZone"
    from round_people p join rounds d on d.id = p.round_id and d.state = 'OPEN'
      join reviews r on r.id = d.review_id and r.deleted_at is null and r.rests_since is null
      join share_links l on l.person_id = p.id and l.access <> 'NONE'
    where p.id = {person}::uuid and p.email is not null and p.gone_at is null and p.quiet_since is null`,
})

/** Null where nothing is asked any more, or their link does not work. */
export const findLetter = (db: Database, person: string): Promise<Letter | null> =>
  letter.first(db.pool, { person })

const quiet = statement('round-quiet', {
  takes: { person: 'uuid' },
  text: 'update round_people set quiet_since = coalesce(quiet_since, now()) where id = {person}::uuid',
})

export const stopLetters = (db: Queryable, person: string) => quiet.count(db, { person })
