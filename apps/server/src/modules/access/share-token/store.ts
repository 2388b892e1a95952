import type { Database } from '#server/db/client'
import { statement } from '#server/db/statement'

const storeNewHash = statement('rehash-access-key', {
  takes: { link: 'uuid', was: 'text', now: 'text' },
  text: `update share_links set access_key_hash = {now}::text
    where id = {link}::uuid and access_key_hash = {was}::text`,
})

/** The same key, hashed in another form; does nothing if it changed meanwhile. */
export async function rehashKey(
  db: Database,
  key: { link: string; was: string; now: string },
): Promise<void> {
  await storeNewHash.count(db.pool, key)
}
