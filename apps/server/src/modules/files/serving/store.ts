import type { Database } from '#server/db/client'

export type ServedFile = {
  key: string
  name: string
  mime: string
  size: number
  state: 'PROCESSING' | 'READY' | 'FAILED'
  kind: 'IMAGE' | 'PDF' | 'VIDEO' | 'OTHER'
  storageKey: string
  pageCount: number
  /** 0 for a file of no review. */
  epoch: number
  isPublic: boolean
  /** Whether whoever may see the public review may also have the original. */
  isPublicDownload: boolean
}

export async function findServedFile(db: Database, key: string): Promise<ServedFile | null> {
  const { rows } = await db.pool.query<ServedFile>({
    name: 'served-file',
    text: `select f.key, f.name, b.mime, b.size, b.state, b.kind, b.storage_key as "storageKey",
        coalesce(jsonb_array_length(b.pages), 1) as "pageCount", coalesce(r.access_epoch, 0) as epoch,
        coalesce(r.visibility = 'PUBLIC', false) as "isPublic", coalesce(l.allow_download, false) as "isPublicDownload"
      from files f join blobs b on b.id = f.blob_id
      left join reviews r on r.id = f.review_id left join share_links l on l.review_id = r.id
      where f.key = $1`,
    values: [key],
  })
  return rows[0] ?? null
}
