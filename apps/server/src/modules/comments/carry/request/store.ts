import type { Database, Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'

/** After previews, and after comparisons, for which someone waits. */
const priority = 16

/** Queues of owners, who share them by chance so that they stay few. */
const sharedQueues = 64
const queueOf = (file: string) => `'carry-' || (hashtext(${file}.owner_id::text) & ${sharedQueues - 1})`

/** For files whose current version has a preview, and pins on others that it should show. */
const requestFor = (name: string, which: string) =>
  statement(`carry-request-${name}`, {
    takes: { about: 'uuid' },
    text: `with wanted as (
        select f.id, f.version, f.owner_id from files f join blobs b on b.id = f.blob_id
        where ${which} and f.purpose = 'REVIEW' and f.version_count > 1 and not f.starts_fresh and b.state = 'READY'
          and exists (select 1 from comments c
            where c.file_id = f.id and c.version <> f.version and c.status = 'OPEN' and c.marker is not null)
      ), run as (
        insert into carry_runs (file_id, version, state) select id, version, 'CARRYING' from wanted order by id
        on conflict (file_id, version) do update set state = 'CARRYING', error = null
      )
      select graphile_worker.add_job('comments:carry', json_build_object('fileId', id),
        queue_name => ${queueOf('wanted')}, job_key => 'carry-' || id,
        flags => array['compare', 'carry'], priority => ${priority}) from wanted`,
  })

const forFile = requestFor('for-file', 'f.id = {about}::uuid')
const forComment = requestFor(
  'for-comment',
  'f.id = (select c.file_id from comments c where c.id = {about}::uuid)',
)
const forBlob = requestFor(
  'for-blob',
  `f.id in (select coalesce(v.stack_id, v.id) from files v
    where v.blob_id = {about}::uuid and v.purpose in ('REVIEW', 'VERSION'))`,
)

const lacking = statement('carry-lacks-resolved', {
  takes: { file: 'uuid', version: 'int4' },
  gives: row<{ isSo: boolean }>({ isSo: 'bool' }),
  text: `select exists (select 1 from files f join comments c on c.file_id = f.id
    where f.id = {file}::uuid and f.version = {version}::int and f.version_count > 1 and not f.starts_fresh
      and c.status = 'RESOLVED' and c.version <> f.version and c.marker is not null
      and not exists (select 1 from carries e where e.comment_id = c.id and e.version = f.version)) as "isSo"`,
})

/** Whether resolved comments are not carried onto the current version yet. */
export async function lacksResolved(
  { pool }: Database,
  where: { file: string; version: number },
): Promise<boolean> {
  return (await lacking.first(pool, where))?.isSo ?? false
}

const addResolved = statement('carry-request-resolved', {
  takes: { file: 'uuid' },
  text: `select graphile_worker.add_job('comments:carry', json_build_object('fileId', f.id, 'withResolved', true),
      queue_name => ${queueOf('f')}, job_key => 'carry-resolved-' || f.id, flags => array['compare', 'carry'],
      priority => ${priority}) from files f where f.id = {file}::uuid`,
})

/** Carries resolved ones, too, since someone wants to see them. */
export async function requestResolved({ pool }: Database, file: string): Promise<void> {
  await addResolved.count(pool, { file })
}

/** Adds the job that carries pins onto the current version, if there is anything to carry. */
export async function requestCarry(tx: Transaction, file: string): Promise<void> {
  await forFile.count(tx, { about: file })
}

export async function requestCarryOf(tx: Transaction, comment: string): Promise<void> {
  await forComment.count(tx, { about: comment })
}

/** The same for files one of whose versions has these bytes. */
export async function requestCarryWith(tx: Transaction, blob: string): Promise<void> {
  await forBlob.count(tx, { about: blob })
}
