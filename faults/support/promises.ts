import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Installation } from './installation.ts'
import { sha256 } from './sending.ts'

/** Where the server sees its files: it can have a disk of its own. */
const filesOf = ({ pid, dataDir }: Installation) => join(`/proc/${pid}/root${dataDir}`, 'files')

/** Names in a folder of the file store, below all of its folders. */
export async function namesIn(installation: Installation, folder: string): Promise<string[]> {
  const entries = await readdir(join(filesOf(installation), folder), {
    recursive: true,
    withFileTypes: true,
  })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

export async function downloaded(installation: Installation, fileId: string): Promise<Buffer> {
  const { result } = await installation.askJson('GET', `/file/api/v1/${fileId}`)
  const { pathname, search } = new URL(result.url)
  const response = await fetch(installation.server.origin + pathname + search)
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

/** Makes all leftovers hours old, and sweeps as the server does every hour. */
export async function sweep(installation: Installation): Promise<void> {
  await installation.untilJobsAreDone()
  const longAgo = new Date(Date.now() - 2 * 3_600_000)
  for (const folder of ['incoming', 'pending', 'resumable']) {
    for (const name of await namesIn(installation, folder))
      await utimes(join(filesOf(installation), folder, name), longAgo, longAgo)
  }
  await installation.query(
    `update uploads set touched_at = now() - interval '25 hours' where file_id is null`,
  )
  await installation.query(`select graphile_worker.add_job('files:sweep')`)
  await installation.untilJobsAreDone()
}

/** Answered files by their client's key: the answered id and the hash of what was sent. */
export type Answered = Map<string, { id: string; sha256: string }>

/** What must hold after any fault; sweeps first. With `isAll`, nothing else than `answered` may exist. */
export async function expectPromisesKept(
  installation: Installation,
  answered: Answered,
  { isAll = true } = {},
): Promise<void> {
  await sweep(installation)
  const column = async (sql: string) =>
    (await installation.query<{ value: string | number }>(sql)).map((row) => row.value)

  // I1: every answered write exists, with the right bytes.
  const ids = await column('select id as value from files')
  for (const { id, sha256: sum } of answered.values()) {
    expect(ids).toContain(id)
    expect(sha256(await downloaded(installation, id))).toBe(sum)
  }
  // I5: one object for each key.
  expect(new Set([...answered.values()].map(({ id }) => id)).size).toBe(answered.size)
  if (isAll) expect(ids).toHaveLength(answered.size)
  // I3: bytes for every row, a row for all bytes, and nothing pending.
  const stored = await namesIn(installation, 'objects')
  expect(stored.toSorted()).toEqual((await column('select storage_key as value from blobs')).toSorted())
  for (const folder of ['incoming', 'pending', 'resumable'])
    expect([folder, await namesIn(installation, folder)]).toEqual([folder, []])
  // I4: the quota matches what exists.
  expect(
    await column(`select u.id as value from users u where used_bytes <> coalesce(
      (select sum(b.size) from files f join blobs b on b.id = f.blob_id
        where f.owner_id = u.id and f.transfer_state is distinct from 'IN_BIN'), 0)`),
  ).toEqual([])
  // I2, I8: complete reviews, whose counts match their lists.
  expect(
    await column(`select r.id as value from reviews r where
      file_count <> (select count(*) from files f where f.review_id = r.id and f.purpose = 'REVIEW')
      or comment_count <> (select count(*) from comments c join files f on f.id = c.file_id
        where f.review_id = r.id and c.deleted_at is null)
      or event_seq <> (select count(*) from events e where e.review_id = r.id)
      or not exists (select 1 from share_links l where l.review_id = r.id)`),
  ).toEqual([])
  // I7: no answer reveals internals.
  for (const { status, text } of installation.refusals) {
    expect(text).not.toMatch(/node_modules|\n\s+at |select |\/tmp\/|\/src\//)
    expect(status).not.toBe(500)
  }
}
