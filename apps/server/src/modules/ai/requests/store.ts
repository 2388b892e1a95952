import type { Database, Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'

const keep = statement('ai-answer-keep', {
  takes: { id: 'uuid', user: 'uuid', answer: 'jsonb' },
  text: 'insert into ai_answers (id, user_id, answer) values ({id}::uuid, {user}::uuid, {answer}::jsonb)',
})

const find = statement('ai-answer', {
  takes: { id: 'uuid', user: 'uuid' },
  gives: row<{ answer: object }>({ answer: 'jsonb' }),
  text: 'select answer from ai_answers where id = {id}::uuid and user_id = {user}::uuid',
})

const sweep = statement('ai-answers-sweep', {
  takes: {},
  text: `delete from ai_answers where given_at < now() - interval '1 hour'`,
})

type Known = { id: string; user: string }

export async function keepAnswer(tx: Transaction, { answer, ...known }: Known & { answer: object }) {
  await keep.count(tx, { ...known, answer: JSON.stringify(answer) })
}

export const findAnswer = async (db: Database, known: Known): Promise<object | null> =>
  (await find.first(db.pool, known))?.answer ?? null

/** Anyone who missed their answer has long since asked again. */
export async function deleteOldAnswers(db: Database): Promise<void> {
  await sweep.count(db.pool, {})
}
