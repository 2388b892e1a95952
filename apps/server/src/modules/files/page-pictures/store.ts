import { row, statement } from '#server/db/statement'
import type { BlobToDraw, Size } from '#server/modules/files/rendering/store'

export type PageToDraw = Pick<BlobToDraw, 'id' | 'storageKey' | 'lock' | 'kind' | 'state'> & {
  /** Points of a PDF's page; null where it has no such page. */
  pageSize: Size | null
}

export const findPage = statement('page-picture', {
  takes: { file: 'uuid', page: 'int4' },
  gives: row<PageToDraw>({
    id: 'uuid',
    storageKey: 'text',
    lock: 'text',
    kind: 'text',
    state: 'text',
    pageSize: 'jsonb',
  }),
  text: `select b.id, b.storage_key as "storageKey", b.lock, b.kind, b.state, b.pages -> ({page} - 1) as "pageSize"
    from files f join blobs b on b.id = f.blob_id where f.id = {file}`,
})
