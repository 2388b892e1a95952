import { row, statement } from '#server/db/statement'
import type { BlobToRender, Size } from '#server/modules/files/rendering/store'

export type PageToRender = Pick<BlobToRender, 'id' | 'storageKey' | 'lock' | 'kind' | 'state'> & {
  /** Points of a PDF's page; null if there is no such page. */
  pageSize: Size | null
}

/** `width` and `height`: pixels of a picture. */
export type PageWithSize = PageToRender & { mime: string; width: number | null; height: number | null }

export const findPage = statement('page-picture', {
  takes: { file: 'uuid', page: 'int4' },
  gives: row<PageWithSize>({
    id: 'uuid',
    storageKey: 'text',
    lock: 'text',
    kind: 'text',
    mime: 'text',
    state: 'text',
    width: 'float4',
    height: 'float4',
    pageSize: 'jsonb',
  }),
  text: `select b.id, b.storage_key as "storageKey", b.lock, b.kind, b.mime, b.state, b.width, b.height,
      b.pages -> ({page} - 1) as "pageSize"
    from files f join blobs b on b.id = f.blob_id where f.id = {file}`,
})
