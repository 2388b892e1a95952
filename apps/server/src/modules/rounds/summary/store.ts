import type { DecisionKind } from '@wingmark/contract/rounds'
import type { Database } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { filesOfRound } from '#server/modules/rounds/sql'
import { nameIn } from '#server/modules/rounds/store'

export type SummedFile = { file: string; sha256: string | null }

const sums = statement('round-sums', {
  takes: { round: 'uuid' },
  gives: row<SummedFile>({ file: 'uuid', sha256: 'text' }),
  text: `select part.id as file, encode(b.sha256, 'hex') as sha256 from rounds d
    join lateral ${filesOfRound('d')} part on true
    join files v on (v.id = part.id or v.stack_id = part.id) and v.version = part.version
    join blobs b on b.id = v.blob_id where d.id = {round}::uuid`,
})

export const findSums = (db: Database, round: string) => sums.rows(db.pool, { round })

export type LastDecision = {
  file: string
  name: string | null
  decision: DecisionKind
  version: number
  isOlder: boolean
  note: string
  decidedAt: Date
}

/** More than any round with people who know each other. */
export const decisionsShown = 2_000

const last = statement('round-last-decisions', {
  takes: { round: 'uuid', onlyCurrent: 'bool' },
  gives: row<LastDecision>({
    ...{ file: 'uuid', name: 'text', decision: 'text', version: 'int4', isOlder: 'bool', note: 'text' },
    decidedAt: 'timestamptz',
  }),
  text: `select vote.file_id as file, ${nameIn('p')} as name, vote.decision, vote.version,
      vote.version <> part.version as "isOlder", vote.note, vote.created_at as "decidedAt"
    from rounds d join lateral ${filesOfRound('d')} part on true
      join round_decisions vote on vote.round_id = d.id and vote.file_id = part.id and vote.is_last
      join round_people p on p.id = vote.person_id and p.gone_at is null
    where d.id = {round}::uuid and (not {onlyCurrent}::boolean or vote.version = part.version)
    order by vote.id limit ${decisionsShown + 1}`,
})

/** The last decision of each person about each file that is in the round. */
export const findLastDecisions = (db: Database, round: string, onlyCurrent: boolean) =>
  last.rows(db.pool, { round, onlyCurrent })

export type LastAnswer = { question: string; name: string | null; answer: string }

const answers = statement('round-last-answers', {
  takes: { round: 'uuid' },
  gives: row<LastAnswer>({ question: 'uuid', name: 'text', answer: 'text' }),
  text: `select said.question_id as question, ${nameIn('p')} as name, said.answer
    from round_answers said join round_people p on p.id = said.person_id and p.gone_at is null
    where said.round_id = {round}::uuid and said.is_last and said.answer <> '' order by said.id limit 1000`,
})

export const findLastAnswers = (db: Database, round: string) => answers.rows(db.pool, { round })

const named = statement('round-review-name', {
  takes: { review: 'uuid' },
  gives: row<{ name: string }>({ name: 'text' }),
  text: 'select name from reviews where id = {review}::uuid',
})

export const findReviewName = async (db: Database, review: string): Promise<string> =>
  (await named.first(db.pool, { review }))?.name ?? ''
