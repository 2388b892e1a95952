import type { Database } from '#server/db/client'
import { statement } from '#server/db/statement'

const storeAnew = statement('store-access-key-anew', {
  takes: { link: 'uuid', was: 'text', now: 'text' },
  text: `update share_links set access_key_hash = {now}::text
    where id = {link}::uuid and access_key_hash = {was}::text`,
})

/** The same key in another form; nothing happens where it was changed meanwhile. */
export async function storeKeyAnew(
  db: Database,
  key: { link: string; was: string; now: string },
): Promise<void> {
  await storeAnew.count(db.pool, key)
}
