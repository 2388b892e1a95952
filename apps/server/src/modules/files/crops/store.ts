import type { Marker } from '@wingmark/contract/comments'
import type { Queryable } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import type { PageToRender } from '#server/modules/files/page-pictures/store'
import { isVersionOf } from '#server/modules/files/sql'

export type CropToRender = PageToRender & {
  /** The key of the file that shows it. */
  key: string
  marker: Marker
  /** Changes with the place. */
  name: string
}

/** A comment's marker and the blob below it; no row for comments on the whole file or deleted ones. */
export const findCrop = statement('crop', {
  takes: { comment: 'uuid' },
  gives: row<CropToRender>({
    id: 'uuid',
    storageKey: 'text',
    lock: 'text',
    kind: 'text',
    state: 'text',
    key: 'text',
    marker: 'json',
    name: 'text',
    pageSize: 'jsonb',
  }),
  text: `select b.id, b.storage_key as "storageKey", b.lock, b.kind, b.state, f.key, c.marker,
      'crop-' || md5(c.id::text || c.marker::text) as name,
      b.pages -> ((c.marker ->> 'page')::int - 1) as "pageSize"
    from comments c join files f on ${isVersionOf('f', 'c')} join blobs b on b.id = f.blob_id
    where c.id = {comment}::uuid and c.marker is not null and c.deleted_at is null`,
})

/** After thumbnails and previews of new files, before tiles. */
const priority = 12

const addDrawing = statement('crop-job', {
  takes: { comment: 'uuid' },
  text: `select graphile_worker.add_job('files:draw-crop', json_build_object('commentId', {comment}::uuid),
    priority => ${priority}, job_key => 'files:draw-crop:' || {comment}::uuid)`,
})

export async function addJob(tx: Queryable, comment: string): Promise<void> {
  await addDrawing.count(tx, { comment })
}
