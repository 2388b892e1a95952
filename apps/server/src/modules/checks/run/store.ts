import { type CheckRule, type CheckRun, checkRules } from '@wingmark/contract/checks'
import { v7 as uuid } from 'uuid'
import type { Database, Queryable, Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { ofReview } from '#server/modules/access/subjects/policy'
import type { Found } from '#server/modules/checks/rules/found'
import { stateOf } from '#server/modules/checks/sql'
import { addEvents } from '#server/modules/events/service'
import { filesWithBytes } from '#server/modules/files/sql'

type CheckedFile = { kind: 'IMAGE' | 'PDF' | 'VIDEO' | 'OTHER' }

const checkedFile = statement('checked-file', {
  takes: { id: 'uuid' },
  gives: row<CheckedFile>({ kind: 'text' }),
  text: `select f.kind from ${filesWithBytes} f where f.id = {id}::uuid and f.purpose = 'REVIEW'`,
})

/** Null for files that are not under review: attachments are not checked. */
export const findCheckedFile = (db: Database, id: string): Promise<CheckedFile | null> =>
  checkedFile.first(db.pool, { id })

const checkedFiles = statement('checked-files', {
  takes: { review: 'uuid' },
  gives: row<{ id: string }>({ id: 'uuid' }),
  text: `select f.id from ${filesWithBytes} f
    where f.review_id = {review}::uuid and f.purpose = 'REVIEW' and f.kind in ('IMAGE', 'PDF') order by f.position, f.id`,
})

export async function listCheckedFiles(db: Database, review: string): Promise<string[]> {
  return (await checkedFiles.rows(db.pool, { review })).map(({ id }) => id)
}

/** Later files of a large batch get a lower priority, so that small batches of others need not wait. */
const firstPriority = 12
const filesOfALevel = 5
const levels = 7

type OfFile = { id: string; file: string }
const ofFile = row<OfFile>({ id: 'uuid', file: 'uuid' })

const insertRuns = statement('checks-insert', {
  takes: { user: 'uuid', review: 'uuid', runs: 'jsonb', rules: 'text[]', ofPicture: 'text[]' },
  gives: ofFile,
  text: `with waiting as (
      select count(*)::int as runs from check_runs where user_id = {user}::uuid and state in ('QUEUED', 'RUNNING')
    ), made as (
      insert into check_runs (id, file_id, user_id, pages, rules)
      select g.id, g.file, {user}::uuid, 1, case
        when f.kind = 'IMAGE' and brief.medium is null then {ofPicture}::text[] else {rules}::text[] end
      from jsonb_to_recordset({runs}::jsonb) as g(id uuid, file uuid)
      join ${filesWithBytes} f on f.id = g.file and f.review_id = {review}::uuid
      left join check_briefs brief on brief.review_id = f.review_id and brief.medium = 'PRINT' and brief.width is not null
      on conflict (file_id) where state in ('QUEUED', 'RUNNING') do nothing
      returning id, file_id
    ), queued as (
      select graphile_worker.add_job('checks:run', json_build_object('runId', m.id), queue_name => 'checks',
        job_key => 'checks:run:' || m.id, priority => (${firstPriority} + least(${levels},
          (waiting.runs + row_number() over (order by m.id)) / ${filesOfALevel}))::int)
      from made m, waiting
    )
    select made.id, made.file_id as file from made, (select count(*) from queued) all_of_them`,
})

/** Adds runs for files without a pending one, with jobs and events. Locks the review. `id`: of the first run. */
export async function addRuns(
  tx: Transaction,
  given: {
    reviewId: string
    userId: string
    files: readonly string[]
    rules?: readonly CheckRule[]
    id?: string
  },
): Promise<void> {
  const { reviewId: review, userId: user, rules = checkRules } = given
  const ofPicture = given.rules ?? checkRules.filter((rule) => rule !== 'RESOLUTION')
  const idAt = (place: number) => (place === 0 ? given.id : undefined) ?? uuid()
  const runs = JSON.stringify(given.files.map((file, place) => ({ id: idAt(place), file })))
  await tell(
    tx,
    review,
    'check.progress',
    await insertRuns.rows(tx, { user, review, runs, rules, ofPicture }),
  )
}

const runJob = (id: string) => `graphile_worker.add_job('checks:run', json_build_object('runId', ${id}),
  queue_name => 'checks', job_key => 'checks:run:' || ${id}, priority => ${firstPriority})`

const runAgain = statement('check-again', {
  takes: { id: 'uuid' },
  text: `select ${runJob('r.id')} from check_runs r where r.id = {id}::uuid`,
})

/** Continues a run that let others go first, at the end of the queue. */
export async function addRunAgain(db: Queryable, id: string): Promise<void> {
  await runAgain.count(db, { id })
}

const runLater = statement('check-later', {
  takes: { id: 'uuid' },
  text: `select graphile_worker.add_job('checks:run', json_build_object('runId', r.id), queue_name => 'checks',
      job_key => 'checks:run:' || r.id, priority => ${firstPriority}, run_at => now() + interval '5 seconds')
    from check_runs r join ${filesWithBytes} f on f.id = r.file_id
    where r.id = {id}::uuid and f.state = 'PROCESSING'`,
})

/** Checks again soon while the file is rendering; returns whether it still is. */
export async function addRunForLater(db: Queryable, id: string): Promise<boolean> {
  return (await runLater.count(db, { id })) > 0
}

const runsThatWaited = statement('checks-that-waited', {
  takes: { blob: 'uuid' },
  text: `select ${runJob('r.id')} from check_runs r join ${filesWithBytes} f on f.id = r.file_id
    where f.blob_id = {blob}::uuid and r.state in ('QUEUED', 'RUNNING')`,
})

/** Runs that waited for their file to be rendered. */
export async function addRunsThatWaited(tx: Transaction, blob: string): Promise<[]> {
  await runsThatWaited.count(tx, { blob })
  return []
}

const stop = statement('check-stop', {
  takes: { file: 'uuid' },
  gives: ofFile,
  text: `update check_runs set state = 'STOPPED', finished_at = now()
    where file_id = {file}::uuid and state in ('QUEUED', 'RUNNING') returning id, file_id as file`,
})

export async function stopRun(tx: Transaction, of: { reviewId: string; fileId: string }): Promise<void> {
  await tell(tx, of.reviewId, 'check.done', await stop.rows(tx, { file: of.fileId }))
}

async function tell(
  tx: Transaction,
  reviewId: string,
  event: 'check.progress' | 'check.done',
  runs: readonly OfFile[],
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
  pages: number
  notRun: CheckRun['notRun']
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
}

const toDo = statement('check-to-do', {
  takes: { id: 'uuid' },
  gives: row<RunToDo>({
    ...{ id: 'uuid', fileId: 'uuid', reviewId: 'uuid', userId: 'uuid', rules: 'text[]', pagesDone: 'int4' },
    ...{
      pages: 'int4',
      notRun: 'jsonb',
      kind: 'text',
      mime: 'text',
      blobState: 'text',
      blobError: 'text',
      storageKey: 'text',
      lock: 'text',
    },
    ...{ bytes: 'int8', width: 'float4', height: 'float4', pageCount: 'int4' },
  }),
  text: `select r.id, r.file_id as "fileId", f.review_id as "reviewId", r.user_id as "userId", r.rules,
        r.pages_done as "pagesDone", r.pages, r.not_run as "notRun", f.kind, f.mime, f.state as "blobState", f.error as "blobError",
        f.storage_key as "storageKey", f.lock, f.size as bytes, f.width, f.height,
        case when jsonb_typeof(f.pages) = 'array' then jsonb_array_length(f.pages) end as "pageCount"
      from check_runs r join ${filesWithBytes} f on f.id = r.file_id
      where r.id = {id}::uuid and r.state in ('QUEUED', 'RUNNING') and f.review_id is not null`,
})

/** Null for a run that is finished or gone. */
export const findRunToDo = (db: Database, id: string): Promise<RunToDo | null> => toDo.first(db.pool, { id })

/** `f` is a file under review, `t` another one of the same review. */
const withOthers = `${filesWithBytes} f join ${filesWithBytes} t
  on t.review_id = f.review_id and t.purpose = 'REVIEW' and t.id <> f.id`

const blobsWithoutSum = statement('check-blobs-without-sum', {
  takes: { file: 'uuid' },
  gives: row<{ blob: string }>({ blob: 'uuid' }),
  text: `select distinct either.blob from ${withOthers} and t.size = f.size and t.blob_id <> f.blob_id,
      lateral (values (f.blob_id, f.sha256), (t.blob_id, t.sha256)) either(blob, sum)
    where f.id = {file}::uuid and either.sum is null`,
})

/** Blobs without a checksum that could equal this file's. */
export async function listBlobsWithoutSum(db: Database, file: string): Promise<string[]> {
  return (await blobsWithoutSum.rows(db.pool, { file })).map(({ blob }) => blob)
}

const twins = statement('check-twins', {
  takes: { file: 'uuid' },
  gives: row<{ name: string }>({ name: 'text' }),
  text: `select t.name from ${withOthers} and (t.blob_id = f.blob_id or (t.size = f.size and t.sha256 = f.sha256))
    where f.id = {file}::uuid order by t.position, t.id limit 3`,
})

/** Names of other files of the review with the same bytes. */
export async function findTwins(db: Database, file: string): Promise<string[]> {
  return (await twins.rows(db.pool, { file })).map(({ name }) => name)
}

type PageDone = {
  run: RunToDo
  page: number
  /** Pages, or parts of a picture, including this one. */
  done: number
  pages: number
  takenFor: CheckRun['takenFor']
  notRun: CheckRun['notRun']
  findings: readonly Found[]
  /** For the whole run; further findings are only counted. */
  most: number
  isTold: boolean
}

const save = statement('check-save-page', {
  takes: {
    ...{ run: 'uuid', file: 'uuid', review: 'uuid', page: 'int4', done: 'int4', pages: 'int4' },
    takenFor: 'jsonb',
    ...{ notRun: 'jsonb', most: 'int4', findings: 'jsonb' },
  },
  text: `with saved as (
      update check_runs r set state = 'RUNNING', pages_done = {done}::int, pages = {pages}::int,
        taken_for = coalesce(r.taken_for, {takenFor}::jsonb), not_run = {notRun}::jsonb,
        more = r.more + greatest(0, jsonb_array_length({findings}::jsonb) - greatest(0, {most}::int - had.findings))
      from (select count(*)::int as findings from check_findings where run_id = {run}::uuid) had
      where r.id = {run}::uuid and r.state in ('QUEUED', 'RUNNING') and r.pages_done < {done}::int
      returning r.id, had.findings as had
    ), given as (
      select o.place, g.* from jsonb_array_elements({findings}::jsonb) with ordinality as o(item, place),
        jsonb_to_record(o.item) as g(id uuid, rule text, severity text, region jsonb, words text, word text, says text,
          proposal text, swatches jsonb, maybe boolean, fingerprint text)
    ), added as (
      insert into check_findings (id, run_id, file_id, rule, severity, page, region, words, word, says, proposal,
        swatches, maybe, fingerprint, state, comment_id)
      select g.id, saved.id, {file}::uuid, g.rule, g.severity, {page}::int, nullif(g.region, 'null'), g.words,
        g.word, g.says, g.proposal, array(select jsonb_array_elements_text(g.swatches)), g.maybe, g.fingerprint,
        case when before.comment_id is not null then 'PUBLISHED' when d.fingerprint is not null then 'DISMISSED'
          else 'OPEN' end, before.comment_id
      from given g join saved on g.place <= {most}::int - saved.had and not exists (
        select 1 from check_findings known
        where known.run_id = saved.id and known.fingerprint = g.fingerprint
          and (known.page = {page}::int or g.rule = 'FILE'))
      left join check_dismissals d on d.review_id = {review}::uuid and d.fingerprint = g.fingerprint
      left join lateral (
        select f.comment_id from check_findings f where f.file_id = {file}::uuid and f.fingerprint = g.fingerprint
          and f.run_id <> saved.id and f.comment_id is not null and ${stateOf('f')} = 'PUBLISHED' limit 1
      ) before on true
    )
    select 1 from saved`,
})

/** False if the run was stopped or its file is gone. Keeps earlier dismissals and publications. */
export async function savePage(tx: Transaction, step: PageDone): Promise<boolean> {
  const { run, page, done, pages, most } = step
  const saved = await save.count(tx, {
    ...{ run: run.id, file: run.fileId, review: run.reviewId, page, done, pages, most },
    takenFor: JSON.stringify(step.takenFor),
    notRun: JSON.stringify(step.notRun),
    findings: JSON.stringify(step.findings.map((one) => ({ ...one, id: uuid() }))),
  })
  if (saved === 0) return false
  if (step.isTold) await tell(tx, run.reviewId, 'check.progress', [{ id: run.id, file: run.fileId }])
  return true
}

const end = statement('check-end', {
  takes: { id: 'uuid', state: 'text', error: 'text' },
  gives: ofFile,
  text: `update check_runs set state = {state}::text, error = {error}::text, finished_at = now()
    where id = {id}::uuid and state in ('QUEUED', 'RUNNING') returning id, file_id as file`,
})
const dropOlder = statement('check-drop-older', {
  takes: { file: 'uuid' },
  text: `delete from check_runs where file_id = {file}::uuid
    and id not in (select id from check_runs where file_id = {file}::uuid order by id desc limit 2)
    and id not in (
      select id from check_runs where file_id = {file}::uuid and state = 'DONE' order by id desc limit 2)`,
})

/** Keeps the newest two runs of a file and the newest two finished ones, to recognise findings of older runs. */
export async function endRun(
  tx: Transaction,
  run: RunToDo,
  outcome: { state: 'DONE' } | { state: 'FAILED'; error: string },
): Promise<void> {
  const error = outcome.state === 'FAILED' ? outcome.error : null
  const ended = await end.rows(tx, { id: run.id, state: outcome.state, error })
  await dropOlder.count(tx, { file: run.fileId })
  await tell(tx, run.reviewId, 'check.done', ended)
}

const toCheck = statement('files-to-check', {
  takes: { review: 'uuid', files: 'uuid[]' },
  gives: row<{ id: string }>({ id: 'uuid' }),
  text: `select f.id from ${filesWithBytes} f
    join check_briefs brief on brief.review_id = f.review_id and brief.checks_uploads
    where f.id = any({files}::uuid[]) and f.review_id = {review}::uuid and f.purpose = 'REVIEW'
      and f.kind in ('IMAGE', 'PDF') order by f.position, f.id`,
})

/** Those of these files that the review's brief wants checked on arrival. */
export async function listFilesToCheck(
  tx: Transaction,
  given: { review: string; files: readonly string[] },
): Promise<string[]> {
  return (await toCheck.rows(tx, given)).map(({ id }) => id)
}
