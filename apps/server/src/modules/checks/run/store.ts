import type { CheckRule, CheckRun } from '@wingmark/contract/checks'
import { sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Database, Queryable, Transaction } from '#server/db/client'
import { ofReview } from '#server/modules/access/subjects/policy'
import type { Found } from '#server/modules/checks/rules/found'
import { stateOf } from '#server/modules/checks/sql'
import { addEvents } from '#server/modules/events/service'

type CheckedFile = { kind: 'IMAGE' | 'PDF' | 'VIDEO' | 'OTHER' }

/** Null for what is not under review: attachments are not checked. */
export async function findCheckedFile(db: Database, id: string): Promise<CheckedFile | null> {
  const { rows } = await db.pool.query<CheckedFile>({
    name: 'checked-file',
    text: `select b.kind from files f join blobs b on b.id = f.blob_id where f.id = $1 and f.purpose = 'REVIEW'`,
    values: [id],
  })
  return rows[0] ?? null
}

export async function listCheckedFiles(db: Database, reviewId: string): Promise<string[]> {
  const { rows } = await db.pool.query<{ id: string }>(
    `select f.id from files f join blobs b on b.id = f.blob_id
     where f.review_id = $1 and f.purpose = 'REVIEW' and b.kind in ('IMAGE', 'PDF') order by f.position, f.id`,
    [reviewId],
  )
  return rows.map(({ id }) => id)
}

/** Whoever has much to be checked waits longer for the later ones, so that others' few do not wait for all of it. */
const firstPriority = 12
const filesOfALevel = 5
const levels = 7

/** One for each file that has none that waits or works, with its job and what editors are told; locks the review. */
export async function addRuns(
  tx: Transaction,
  given: { reviewId: string; userId: string; files: readonly string[]; rules: readonly CheckRule[] },
): Promise<void> {
  const { reviewId, userId } = given
  const runs = given.files.map((file) => ({ id: uuid(), file }))
  const { rows } = await tx.execute<{ id: string; file: string }>(sql`
    with waiting as (
      select count(*)::int as runs from check_runs where user_id = ${userId} and state in ('QUEUED', 'RUNNING')
    ), made as (
      insert into check_runs (id, file_id, user_id, pages, rules)
      select g.id, g.file, ${userId}::uuid, 1, ${sql.param([...given.rules])}::text[]
      from jsonb_to_recordset(${JSON.stringify(runs)}::jsonb) as g(id uuid, file uuid)
      join files f on f.id = g.file and f.review_id = ${reviewId}
      on conflict (file_id) where state in ('QUEUED', 'RUNNING') do nothing
      returning id, file_id
    ), queued as (
      select graphile_worker.add_job('checks:run', json_build_object('runId', m.id), queue_name => 'checks',
        job_key => 'checks:run:' || m.id, priority => (${firstPriority} + least(${levels},
          (waiting.runs + row_number() over (order by m.id)) / ${filesOfALevel}))::int)
      from made m, waiting
    )
    select made.id, made.file_id as file from made, (select count(*) from queued) all_of_them`)
  await tell(tx, reviewId, 'check.progress', rows)
}

const runJob = (id: string) => `graphile_worker.add_job('checks:run', json_build_object('runId', ${id}),
  queue_name => 'checks', job_key => 'checks:run:' || ${id}, priority => ${firstPriority})`

/** Goes on with a run that has given its place to others, at the end of the line. */
export async function addRunAgain(db: Queryable, runId: string): Promise<void> {
  await db.execute(sql`select ${sql.raw(runJob('r.id'))} from check_runs r where r.id = ${runId}`)
}

/** Those that waited for their file to be drawn. */
export async function addRunsThatWaited(tx: Transaction, blobId: string): Promise<void> {
  await tx.execute(sql`
    select ${sql.raw(runJob('r.id'))} from check_runs r join files f on f.id = r.file_id
    where f.blob_id = ${blobId} and r.state in ('QUEUED', 'RUNNING')`)
}

export async function stopRun(tx: Transaction, of: { reviewId: string; fileId: string }): Promise<void> {
  const { rows } = await tx.execute<{ id: string; file: string }>(sql`
    update check_runs set state = 'STOPPED', finished_at = now()
    where file_id = ${of.fileId} and state in ('QUEUED', 'RUNNING') returning id, file_id as file`)
  await tell(tx, of.reviewId, 'check.done', rows)
}

async function tell(
  tx: Transaction,
  reviewId: string,
  event: 'check.progress' | 'check.done',
  runs: readonly { id: string; file: string }[],
): Promise<void> {
  const events = runs.map(({ id, file }) => ({ event, targetId: id, parentId: file }))
  await addEvents(tx, ofReview(reviewId), events)
}

export type RunToDo = {
  id: string
  fileId: string
  reviewId: string
  userId: string | null
  rules: CheckRule[]
  pagesDone: number
  kind: 'IMAGE' | 'PDF'
  mime: string
  blobState: 'PROCESSING' | 'READY' | 'FAILED'
  blobError: string | null
  storageKey: string
  lock: 'LOCKED' | 'OPENED' | null
  bytes: number
  width: number | null
  height: number | null
  pageCount: number | null
  /** Names of other files of the review with the same bytes. */
  twins: string[]
}

/** Null for one that is over or gone. */
export async function findRunToDo(db: Database, id: string): Promise<RunToDo | null> {
  const { rows } = await db.pool.query<RunToDo>({
    name: 'check-to-do',
    text: `select r.id, r.file_id as "fileId", f.review_id as "reviewId", r.user_id as "userId", r.rules,
        r.pages_done as "pagesDone", b.kind, b.mime, b.state as "blobState", b.error as "blobError",
        b.storage_key as "storageKey", b.lock, b.size as bytes, b.width, b.height,
        case when jsonb_typeof(b.pages) = 'array' then jsonb_array_length(b.pages) end as "pageCount",
        array(select t.name from files t where t.blob_id = f.blob_id and t.review_id = f.review_id
          and t.purpose = 'REVIEW' and t.id <> f.id order by t.position limit 3) as twins
      from check_runs r join files f on f.id = r.file_id join blobs b on b.id = f.blob_id
      where r.id = $1 and r.state in ('QUEUED', 'RUNNING') and f.review_id is not null`,
    values: [id],
  })
  return rows[0] ?? null
}

type PageDone = {
  run: RunToDo
  page: number
  pages: number
  takenFor: CheckRun['takenFor']
  notRun: CheckRun['notRun']
  findings: readonly Found[]
  /** Of the whole run; the others are only counted. */
  most: number
  isTold: boolean
}

/** False where the run was stopped meanwhile, or its file is gone. What was dismissed or published before stays so. */
export async function savePage(tx: Transaction, done: PageDone): Promise<boolean> {
  const { run, page, pages, takenFor, notRun, most } = done
  const findings = done.findings.map((one) => ({ ...one, id: uuid() }))
  const { rowCount } = await tx.execute(sql`
    with saved as (
      update check_runs r set state = 'RUNNING', pages_done = ${page}, pages = ${pages},
        taken_for = coalesce(r.taken_for, ${JSON.stringify(takenFor)}::jsonb), not_run = ${JSON.stringify(notRun)}::jsonb,
        more = r.more + greatest(0, ${findings.length}::int - greatest(0, ${most}::int - had.findings))
      from (select count(*)::int as findings from check_findings where run_id = ${run.id}) had
      where r.id = ${run.id} and r.state in ('QUEUED', 'RUNNING') and r.pages_done < ${page}
      returning r.id, had.findings as had
    ), given as (
      select o.place, g.* from jsonb_array_elements(${JSON.stringify(findings)}::jsonb) with ordinality as o(item, place),
        jsonb_to_record(o.item) as g(id uuid, rule text, severity text, region jsonb, words text, says text,
          proposal text, swatches jsonb, maybe boolean, fingerprint text)
    ), added as (
      insert into check_findings (id, run_id, file_id, rule, severity, page, region, words, says, proposal, swatches,
        maybe, fingerprint, state, comment_id)
      select g.id, saved.id, ${run.fileId}::uuid, g.rule, g.severity, ${page}::int, nullif(g.region, 'null'), g.words,
        g.says, g.proposal, array(select jsonb_array_elements_text(g.swatches)), g.maybe, g.fingerprint,
        case when before.comment_id is not null then 'PUBLISHED' when d.fingerprint is not null then 'DISMISSED'
          else 'OPEN' end, before.comment_id
      from given g join saved on g.place <= ${most}::int - saved.had
      left join check_dismissals d on d.review_id = ${run.reviewId} and d.fingerprint = g.fingerprint
      left join lateral (
        select f.comment_id from check_findings f where f.file_id = ${run.fileId} and f.fingerprint = g.fingerprint
          and f.run_id <> saved.id and f.comment_id is not null and ${sql.raw(stateOf('f'))} = 'PUBLISHED' limit 1
      ) before on true
    )
    select 1 from saved`)
  if (rowCount === 0) return false
  if (done.isTold) await tell(tx, run.reviewId, 'check.progress', [{ id: run.id, file: run.fileId }])
  return true
}

/** The newest two runs of a file stay: what belongs to an older one can still be told from what never was. */
export async function endRun(
  tx: Transaction,
  run: RunToDo,
  outcome: { state: 'DONE' } | { state: 'FAILED'; error: string },
): Promise<void> {
  const error = outcome.state === 'FAILED' ? outcome.error : null
  const { rows } = await tx.execute<{ id: string; file: string }>(sql`
    update check_runs set state = ${outcome.state}, error = ${error}, finished_at = now()
    where id = ${run.id} and state in ('QUEUED', 'RUNNING') returning id, file_id as file`)
  await tx.execute(sql`
    delete from check_runs where file_id = ${run.fileId} and id not in (
      select id from check_runs where file_id = ${run.fileId} order by id desc limit 2)`)
  await tell(tx, run.reviewId, 'check.done', rows)
}
