import { open, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeOf } from '../apps/server/src/platform/storage-places.ts'
import { runVerifyStorage } from '../apps/server/test/run-command.ts'
import { full, Installation } from './support/installation.ts'
import { newFile, type Sent, sendForm, sha256 } from './support/sending.ts'

/** Above 256 KB, bytes are sent before the damage is known; the last one is too large for a hash. */
const sizes = [5_000, 400_000, 5_000_000, 20_000_000, ...full([70_000_000], [])]

type Kept = { sent: Sent; id: string; name: string; path: string }
let installation: Installation
beforeAll(async () => {
  installation = await Installation.start()
})
afterAll(() => installation?.end())

async function keep(sent: Sent): Promise<Kept> {
  const reply = await sendForm(installation, sent)
  const id = reply?.result._id ?? ''
  const [row] = await installation.query<{ key: string }>(
    'select storage_key as key from blobs b join files f on f.blob_id = b.id where f.id = $1',
    [id],
  )
  const key = row?.key ?? ''
  return { sent, id, name: key, path: join(installation.dataDir, 'files', placeOf({ key })) }
}

async function flipByte({ path, sent }: Kept): Promise<void> {
  await using file = await open(path, 'r+')
  const at = Math.floor(sent.bytes.length / 2)
  await file.write(Buffer.from([(sent.bytes[at] ?? 0) ^ 1]), 0, 1, at)
}

/** The hash of a download; a status if it is refused, `broken` if the connection ends early. */
async function download({ id }: Kept): Promise<string | number> {
  const { result } = await installation.askJson('GET', `/file/api/v1/${id}`)
  const { pathname, search } = new URL(result.url)
  const answer = await fetch(installation.server.origin + pathname + search)
  if (answer.status !== 200) return answer.status
  return answer.arrayBuffer().then(
    (bytes) => sha256(Buffer.from(bytes)),
    () => 'broken',
  )
}

const verify = () => runVerifyStorage({ DATA_DIR: installation.dataDir })
const linesAbout = (lines: string[], kept: Kept) => lines.filter((line) => line.includes(kept.name))

test.each(sizes)(
  'of files of %i bytes a cut, a changed and a lost one are named and never sent as complete; others are',
  async (size) => {
    const [cut, changed, lost, whole] = await Promise.all([1, 2, 3, 4].map(() => keep(newFile(size))))
    if (!cut || !changed || !lost || !whole) throw new Error('they were not kept')
    await installation.untilJobsAreDone()
    await truncate(cut.path, Math.floor(size / 3))
    await flipByte(changed)
    await rm(lost.path)

    // Before anything is read: cut or lost files are errors, and so are changed bytes up to 64 MB.
    for (const kept of [cut, lost]) expect(await download(kept)).toBe(500)
    if (size < 64 * 1_048_576) expect([500, 'broken']).toContain(await download(changed))
    expect(await download(whole)).toBe(whole.sent.sha256)

    const { code, lines } = await verify()
    expect(code).toBe(1)
    expect(linesAbout(lines, cut)).toEqual([expect.stringMatching(/^CHANGED .* bytes are there instead of /)])
    expect(linesAbout(lines, changed)).toEqual([
      expect.stringMatching(/^CHANGED .*: its bytes are not those that were uploaded$/),
    ])
    expect(linesAbout(lines, lost)).toEqual([expect.stringMatching(/^MISSING /)])
    expect(linesAbout(lines, whole)).toEqual([])

    for (const kept of [cut, changed, lost]) expect(await download(kept)).toBe(500)
    expect(await download(whole)).toBe(whole.sent.sha256)
  },
)

test('the damage is still known after a kill', async () => {
  const before = await verify()
  await installation.killAndStart()
  expect((await verify()).lines.toSorted()).toEqual(before.lines.toSorted())
})
