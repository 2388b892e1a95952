import type { Brief, CheckRun, Finding } from '@wingmark/contract/checks'
import { eq, sql } from 'drizzle-orm'
import type { Database, Queryable } from '#server/db/client'
import { checkBriefs } from '#server/db/tables/checks'
import { isNewest, stateOf } from '#server/modules/checks/sql'

const runColumns = (
  r: string,
) => `${r}.id as _id, ${r}.file_id as file, ${r}.state, ${r}.pages_done as "pagesDone",
  ${r}.pages, ${r}.rules, ${r}.not_run as "notRun", ${r}.taken_for as "takenFor", ${r}.more, ${r}.error,
  to_char(${r}.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
  to_char(${r}.finished_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "finishedAt"`

const findingColumns = `f.id as _id, f.file_id as file, f.rule, f.severity, f.page, f.region, f.words, f.says, f.proposal,
  f.swatches, f.maybe, ${stateOf('f')} as state,
  case when ${stateOf('f')} = 'PUBLISHED' then f.comment_id end as comment`

export async function findNewestRun(db: Database, fileId: string): Promise<CheckRun | null> {
  const { rows } = await db.pool.query<CheckRun>({
    name: 'newest-check',
    text: `select ${runColumns('r')} from check_runs r where r.file_id = $1 order by r.id desc limit 1`,
    values: [fileId],
  })
  return rows[0] ?? null
}

export async function findRuns(db: Database, ids: readonly string[]): Promise<CheckRun[]> {
  const { rows } = await db.pool.query<CheckRun>({
    name: 'checks-by-id',
    text: `select ${runColumns('r')} from check_runs r where r.id = any($1::uuid[])`,
    values: [ids],
  })
  return rows
}

export async function findFindings(db: Database, runId: string): Promise<Finding[]> {
  const { rows } = await db.pool.query<Finding>({
    name: 'findings',
    text: `select ${findingColumns} from check_findings f where f.run_id = $1 order by f.page, f.id`,
    values: [runId],
  })
  return rows
}

/** The file that a finding is of; null for none. */
export async function findFileOfFinding(db: Database, id: string): Promise<string | null> {
  const { rows } = await db.pool.query<{ file: string }>(
    'select file_id as file from check_findings where id = $1',
    [id],
  )
  return rows[0]?.file ?? null
}

/** Null where it is published, or a newer check has replaced it. What is dismissed is so for the whole review. */
export async function changeState(
  db: Database,
  change: { id: string; reviewId: string; state: 'OPEN' | 'DISMISSED' },
): Promise<Finding | null> {
  const { id, reviewId, state } = change
  return db.orm.transaction(async (tx) => {
    const { rows } = await tx.execute<{ fingerprint: string }>(sql`
      update check_findings f set state = ${state}, comment_id = null
      where f.id = ${id} and ${sql.raw(isNewest('f'))} and ${sql.raw(stateOf('f'))} <> 'PUBLISHED'
      returning fingerprint`)
    const [changed] = rows
    if (!changed) return null
    const { fingerprint } = changed
    await tx.execute(
      state === 'DISMISSED'
        ? sql`insert into check_dismissals (review_id, fingerprint) values (${reviewId}, ${fingerprint}) on conflict do nothing`
        : sql`delete from check_dismissals where review_id = ${reviewId} and fingerprint = ${fingerprint}`,
    )
    const found = await tx.execute<Finding>(
      sql`select ${sql.raw(findingColumns)} from check_findings f where f.id = ${id}`,
    )
    return found.rows[0] ?? null
  })
}

export async function findBrief(db: Queryable, reviewId: string): Promise<Brief | null> {
  const [row] = await db.select().from(checkBriefs).where(eq(checkBriefs.reviewId, reviewId))
  if (!row) return null
  const { medium, scale, width, height, strictness } = row
  return {
    medium,
    scale: scale === 1 || scale === 2 || scale === 3 ? scale : null,
    width,
    height,
    strictness,
  }
}

export async function saveBrief(db: Queryable, reviewId: string, brief: Brief): Promise<void> {
  await db
    .insert(checkBriefs)
    .values({ reviewId, ...brief })
    .onConflictDoUpdate({ target: checkBriefs.reviewId, set: brief })
}
