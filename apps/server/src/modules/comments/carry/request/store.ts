import type { Transaction } from '#server/db/client'
import { statement } from '#server/db/statement'

/** After previews, and after comparisons, for which someone waits. */
const priority = 16

/** Queues of owners, who share them by chance so that they stay few. */
const sharedQueues = 64

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
        queue_name => 'carry-' || (hashtext(owner_id::text) & ${sharedQueues - 1}), job_key => 'carry-' || id,
        flags => array['compare'], priority => ${priority}) from wanted`,
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
