import { and, eq, sql } from 'drizzle-orm'
import type { Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { roundFiles, rounds } from '#server/db/tables/rounds'
import { isLetIn, reviewPeople } from '#server/modules/access/sql'
import { confirmedPeople } from '#server/modules/users/sql'

const insiders = statement('round-insiders', {
  takes: { review: 'uuid', users: 'uuid[]', emails: 'text[]' },
  gives: row<{ user: string; email: string | null }>({ user: 'uuid', email: 'text' }),
  text: `select p.user_id as "user", c.email from ${reviewPeople} p left join ${confirmedPeople} c on c.id = p.user_id
    where p.review_id = {review}::uuid and ${isLetIn('p')}
      and (p.user_id = any({users}::uuid[]) or c.email = any({emails}::text[]))`,
})

/** Members of the review among these accounts and verified addresses. */
export const findInsiders = (
  tx: Transaction,
  asked: { review: string; users: readonly string[]; emails: readonly string[] },
) => insiders.rows(tx, asked)

const filesOf = statement('round-files-there', {
  takes: { review: 'uuid', ids: 'uuid[]' },
  text: `select 1 from files where review_id = {review}::uuid and purpose = 'REVIEW' and id = any({ids}::uuid[])`,
})

/** How many of these files are in the review. */
export const countFiles = (tx: Transaction, review: string, ids: readonly string[]) =>
  filesOf.count(tx, { review, ids })

const numbers = statement('round-numbers', {
  takes: { review: 'uuid' },
  gives: row<{ many: number; last: number }>({ many: 'int4', last: 'int4' }),
  text: `select count(*)::int as many, coalesce(max(number), 0)::int as last from rounds where review_id = {review}::uuid`,
})

/** How many rounds the review has, and the number of the last. */
export async function findNumbers(tx: Transaction, review: string) {
  return (await numbers.first(tx, { review })) ?? { many: 0, last: 0 }
}

export async function insertRound(tx: Transaction, round: typeof rounds.$inferInsert): Promise<void> {
  await tx.insert(rounds).values(round)
}

/** Empty: of all files. */
export async function putFiles(tx: Transaction, roundId: string, files: readonly string[]): Promise<void> {
  await tx.delete(roundFiles).where(eq(roundFiles.roundId, roundId))
  if (files.length === 0) return
  await tx.insert(roundFiles).values(files.map((fileId, position) => ({ roundId, fileId, position })))
}

export type AskedPerson = { user: string | null; email: string | null; isNeeded: boolean }

const putPeople = statement('round-put-people', {
  takes: { round: 'uuid', asked: 'jsonb' },
  text: `with given as (
      select o.place, e.* from jsonb_array_elements({asked}::jsonb) with ordinality as o(item, place),
        jsonb_to_record(o.item) as e("user" uuid, email text, "isNeeded" boolean)
    ), stays as (
      update round_people p set is_asked = true, is_needed = given."isNeeded", place = given.place, gone_at = null
      from given where p.round_id = {round}::uuid and (p.user_id = given."user" or p.email = given.email)
      returning given.place
    ), goes as (
      update round_people p set gone_at = now() where p.round_id = {round}::uuid and p.is_asked and p.gone_at is null
        and not exists (select 1 from given where p.user_id = given."user" or p.email = given.email)
    )
    insert into round_people (id, round_id, place, user_id, email, is_asked, is_needed)
    select gen_random_uuid(), {round}::uuid, given.place, given."user", given.email, true, given."isNeeded"
    from given where given.place not in (select place from stays)`,
})

/** Those asked by name, in order; others who were asked before are taken out. */
export async function putAsked(tx: Transaction, round: string, asked: readonly AskedPerson[]): Promise<void> {
  await putPeople.count(tx, { round, asked: JSON.stringify(asked) })
}

const stillAsked = statement('round-still-asked', {
  takes: { round: 'uuid' },
  gives: row<AskedPerson>({ user: 'uuid', email: 'text', isNeeded: 'bool' }),
  text: `select user_id as "user", email, is_needed as "isNeeded" from round_people
    where round_id = {round}::uuid and is_asked and gone_at is null order by place, id`,
})

export const listAsked = (tx: Transaction, round: string): Promise<AskedPerson[]> =>
  stillAsked.rows(tx, { round })

export async function updateRound(
  tx: Transaction,
  id: string,
  change: Partial<typeof rounds.$inferInsert>,
): Promise<void> {
  if (Object.keys(change).length > 0) await tx.update(rounds).set(change).where(eq(rounds.id, id))
}

/** False unless it is a draft. */
export async function deleteDraft(tx: Transaction, id: string): Promise<boolean> {
  const gone = await tx
    .delete(rounds)
    .where(and(eq(rounds.id, id), sql`${rounds.state} = 'DRAFT'`))
    .returning({ id: rounds.id })
  return gone.length > 0
}
