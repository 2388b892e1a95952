import type { Brief, CheckRun, Finding } from '@wingmark/contract/checks'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { exportedItems } from '#server/db/by-pages'
import type { Database, Queryable } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { checkBriefs, checkDismissals, checkWords } from '#server/db/tables/checks'
import { ofReview } from '#server/modules/access/subjects/policy'
import { isNewest, stateOf } from '#server/modules/checks/sql'
import { addEvents } from '#server/modules/events/service'

const runColumns = (
  r: string,
) => `${r}.id as _id, ${r}.file_id as file, ${r}.state, ${r}.pages_done as "pagesDone",
  ${r}.pages, ${r}.rules, ${r}.not_run as "notRun", ${r}.taken_for as "takenFor", ${r}.more, ${r}.error,
  to_char(${r}.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
  to_char(${r}.finished_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "finishedAt"`

const findingColumns = `f.id as _id, f.file_id as file, f.rule, f.severity, f.page, f.region, f.words, f.word, f.says, f.proposal,
  f.swatches, f.maybe, ${stateOf('f')} as state,
  case when ${stateOf('f')} = 'PUBLISHED' then f.comment_id end as comment`

const run = row<CheckRun>({
  ...{ _id: 'uuid', file: 'uuid', state: 'text', pagesDone: 'int4', pages: 'int4', rules: 'text[]' },
  ...{
    notRun: 'jsonb',
    takenFor: 'jsonb',
    more: 'int4',
    error: 'text',
    createdAt: 'text',
    finishedAt: 'text',
  },
})
const finding = row<Finding>({
  ...{
    _id: 'uuid',
    file: 'uuid',
    rule: 'text',
    severity: 'text',
    page: 'int4',
    region: 'jsonb',
    words: 'text',
    word: 'text',
  },
  ...{ says: 'text', proposal: 'text', swatches: 'text[]', maybe: 'bool', state: 'text', comment: 'uuid' },
})

const newestRun = statement('newest-check', {
  takes: { file: 'uuid' },
  gives: run,
  text: `select ${runColumns('r')} from check_runs r where r.file_id = {file}::uuid order by r.id desc limit 1`,
})

export const findNewestRun = (db: Database, file: string): Promise<CheckRun | null> =>
  newestRun.first(db.pool, { file })

const runsById = statement('checks-by-id', {
  takes: { ids: 'uuid[]' },
  gives: run,
  text: `select ${runColumns('r')} from check_runs r where r.id = any({ids}::uuid[])`,
})

export const findRuns = (db: Database, ids: readonly string[]): Promise<CheckRun[]> =>
  runsById.rows(db.pool, { ids })

const findingsOf = statement('findings', {
  takes: { run: 'uuid', user: 'uuid' },
  gives: finding,
  text: `select ${findingColumns} from check_findings f where f.run_id = {run}::uuid
      and not (f.word is not null and ${stateOf('f')} = 'OPEN' and exists (
        select 1 from check_words own where own.user_id = {user}::uuid and own.word = lower(f.word)))
    order by f.page, f.id`,
})

/** Without words that this person accepts. */
export const findFindings = (db: Database, of: { run: string; user: string }): Promise<Finding[]> =>
  findingsOf.rows(db.pool, of)

const fileOf = statement('finding-file', {
  takes: { id: 'uuid' },
  gives: row<{ file: string }>({ file: 'uuid' }),
  text: 'select file_id as file from check_findings where id = {id}::uuid',
})

/** The file of a finding; null if unknown. */
export async function findFileOfFinding(db: Database, id: string): Promise<string | null> {
  return (await fileOf.first(db.pool, { id }))?.file ?? null
}

const setState = statement('finding-state', {
  takes: { id: 'uuid', state: 'text' },
  gives: row<{ fingerprint: string; run: string; file: string }>({
    fingerprint: 'text',
    run: 'uuid',
    file: 'uuid',
  }),
  text: `update check_findings f set state = {state}::text, comment_id = null
    where f.id = {id}::uuid and ${isNewest('f')} and ${stateOf('f')} <> 'PUBLISHED'
    returning fingerprint, run_id as run, file_id as file`,
})
const findingById = statement('finding', {
  takes: { id: 'uuid' },
  gives: finding,
  text: `select ${findingColumns} from check_findings f where f.id = {id}::uuid`,
})

/** Null for a finding already published or replaced by a newer check. Dismissals apply to the whole review. */
export async function changeState(
  db: Database,
  change: { id: string; reviewId: string; state: 'OPEN' | 'DISMISSED' },
): Promise<Finding | null> {
  const { id, reviewId, state } = change
  return db.orm.transaction(async (tx) => {
    const changed = await setState.first(tx, { id, state })
    if (!changed) return null
    const { fingerprint, run: runId, file } = changed
    if (state === 'DISMISSED')
      await tx.insert(checkDismissals).values({ reviewId, fingerprint }).onConflictDoNothing()
    else
      await tx
        .delete(checkDismissals)
        .where(and(eq(checkDismissals.reviewId, reviewId), eq(checkDismissals.fingerprint, fingerprint)))
    const event = { event: 'check.changed' as const, targetId: runId, parentId: file }
    await addEvents(tx, ofReview(reviewId), [event])
    return findingById.first(tx, { id })
  })
}

export async function findBrief(db: Queryable, reviewId: string): Promise<Brief | null> {
  const [found] = await db.select().from(checkBriefs).where(eq(checkBriefs.reviewId, reviewId))
  if (!found) return null
  const { medium, scale, width, height, strictness, languages, checksUploads } = found
  return {
    medium,
    scale: scale === 1 || scale === 2 || scale === 3 ? scale : null,
    width,
    height,
    strictness,
    languages,
    checksUploads,
  }
}

export async function saveBrief(db: Queryable, reviewId: string, brief: Brief): Promise<void> {
  await db
    .insert(checkBriefs)
    .values({ reviewId, ...brief })
    .onConflictDoUpdate({ target: checkBriefs.reviewId, set: brief })
}

export async function findWords(db: Queryable, userId: string): Promise<string[]> {
  const found = await db
    .select({ word: checkWords.word })
    .from(checkWords)
    .where(eq(checkWords.userId, userId))
    .orderBy(asc(checkWords.word))
  return found.map(({ word }) => word)
}

export async function addWords(db: Queryable, userId: string, words: readonly string[]): Promise<void> {
  if (words.length === 0) return
  await db
    .insert(checkWords)
    .values(words.map((word) => ({ id: uuid(), userId, word })))
    .onConflictDoNothing()
}

export async function removeWords(db: Queryable, userId: string, words: readonly string[]): Promise<void> {
  if (words.length === 0) return
  await db.delete(checkWords).where(and(eq(checkWords.userId, userId), inArray(checkWords.word, [...words])))
}

export const exportWords = exportedItems(
  'own-words',
  'select id, to_json(word) as item from check_words where user_id = {owner}::uuid and id > {after}::uuid order by id',
)
