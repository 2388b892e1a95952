import { mkdir, open, readdir, readFile, readlink, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { deleteFile, type File } from '@wingmark/contract/files'
import { addVersion } from '@wingmark/contract/versions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { placeOf } from '#server/platform/storage-places'
import { eventually } from '../../../../test/eventually.ts'
import { fetchFile, finished } from '../../../../test/files.ts'
import { newFile, newReview, newUser, type Person, png, waitUntilIdle } from '../../../../test/people.ts'
import { type Ran, runVerifyStorage } from '../../../../test/run-command.ts'
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts'
import { type Original, openSound } from './service.ts'

let app: TestApp
let owner: Person
beforeAll(async () => {
  app = await startTestApp()
  owner = await newUser(app, 'Ida Example')
})
afterAll(() => app.close())

const verify = () =>
  runVerifyStorage({ DATABASE_URL: app.deps.db.pool.options.connectionString ?? '', DATA_DIR: app.dataDir })

async function keyOf(file: File): Promise<string> {
  const { rows } = await app.deps.db.pool.query<{ key: string }>(
    'select storage_key as key from blobs b join files f on f.blob_id = b.id where f.id = $1',
    [file._id],
  )
  return rows[0]?.key ?? ''
}
const pathOf = async (file: File) => join(app.dataDir, 'files', placeOf({ key: await keyOf(file) }))

async function flipByte(path: string, at: number): Promise<void> {
  await using file = await open(path, 'r+')
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, at)
  buffer.writeUInt8(buffer.readUInt8(0) ^ 1)
  await file.write(buffer, 0, 1, at)
}

/** A file with its rendering and checksum done. */
async function settled(bytes = png(60, 60), name = 'design.png'): Promise<File> {
  const file = await finished(app, owner, await newFile(app, owner, { bytes, name }))
  await waitUntilIdle(app)
  return file
}

/** The result of downloading the original: bytes, a status, or a broken connection. */
async function download(file: File): Promise<Buffer | number | 'broken'> {
  const answer = await fetchFile(app, file.url ?? '')
  if (answer.status !== 200) return answer.status
  return answer.arrayBuffer().then(
    (bytes) => Buffer.from(bytes),
    () => 'broken' as const,
  )
}

test('without damage it reports how much it has read, and nothing else', async () => {
  await settled()
  const { code, lines, stderr } = await verify()
  expect([code, stderr]).toEqual([0, ''])
  expect(lines).toEqual([
    'Checked 1 stored originals, 1 MB: all match what was uploaded, and nothing is orphaned.',
  ])
})

describe('with truncated, changed and lost files', () => {
  const bytes = Array.from({ length: 4 }, () => png(300, 300))
  let files: File[]
  let verified: Ran
  beforeAll(async () => {
    files = []
    for (const [index, one] of bytes.entries()) files.push(await settled(one, `design-${index}.png`))
    const [cut, changed, lost] = await Promise.all(files.map(pathOf))
    await truncate(cut ?? '', 100)
    await flipByte(changed ?? '', 5_000)
    await rm(lost ?? '')
    verified = await verify()
  })

  test('all three are reported, with the damage, and no intact one', async () => {
    const [cut, changed, lost] = await Promise.all(files.map(keyOf))
    const named = (index: number, key: string | undefined) =>
      `“design-${index}.png” in no review, of Ida Example (file ${files[index]?._id}, key ${key})`
    expect(verified.lines.slice(0, -1).toSorted()).toEqual(
      [
        `CHANGED ${named(0, cut)}: 100 bytes are there instead of ${bytes[0]?.length}`,
        `CHANGED ${named(1, changed)}: its bytes are not those that were uploaded`,
        `MISSING ${named(2, lost)}`,
      ].toSorted(),
    )
    expect(verified.lines.at(-1)).toMatch(
      /^Checked \d+ stored originals, .*: 1 missing, 2 changed, 0 orphaned\.$/,
    )
    expect(verified.code).toBe(1)
  })

  test('none is served as if it were intact, and the intact one is', async () => {
    const [cut, changed, lost, whole] = await Promise.all(files.map(download))
    expect([cut, changed, lost]).toEqual([500, 500, 500])
    expect(Buffer.isBuffer(whole) && whole.equals(bytes[3] ?? Buffer.alloc(0))).toBe(true)
  })

  test('they are served again once restored and checked', async () => {
    for (const [index, file] of files.entries()) await writeFile(await pathOf(file), bytes[index] ?? '')
    expect((await verify()).code).toBe(0)
    for (const [index, file] of files.entries()) {
      const got = await download(file)
      expect(Buffer.isBuffer(got) && got.equals(bytes[index] ?? Buffer.alloc(0))).toBe(true)
    }
  })
})

test.each([
  ['small', 60],
  ['large', 900],
])('a byte changed since the last check is not served unnoticed: %s', async (_, side) => {
  const file = await settled(png(side, side))
  await flipByte(await pathOf(file), 3_000)
  expect([500, 'broken']).toContain(await download(file))
  // The damage is known from now on.
  expect(await download(file)).toBe(500)
  await flipByte(await pathOf(file), 3_000)
  expect((await verify()).code).toBe(0)
  expect(Buffer.isBuffer(await download(file))).toBe(true)
})

test('a client that leaves before the first byte leaves no open file', async () => {
  const file = await settled()
  const path = await pathOf(file)
  const { rows } = await app.deps.db.pool.query<Original>(
    `select id as "blobId", storage_key as "storageKey", size, sha256, false as "isDamaged" from blobs where storage_key = $1`,
    [await keyOf(file)],
  )
  const [of] = rows
  if (!of?.sha256) throw new Error('not summed')
  const opened = async () => {
    const links = (await readdir('/proc/self/fd')).map((fd) =>
      readlink(`/proc/self/fd/${fd}`).catch(() => ''),
    )
    return (await Promise.all(links)).filter((link) => link === path).length
  }
  const object = await openSound(app.deps, of)
  expect(await opened()).toBe(1)
  object?.stream().destroy()
  await eventually(async () => expect(await opened()).toBe(0))
})

test('a review, and files that share their bytes, are reported, too', async () => {
  const { files } = await newReview(app, owner, 1, 'Autumn posters')
  await waitUntilIdle(app)
  const [file] = files
  if (!file) throw new Error('the review has no file')
  await app.fetch(`/file/api/v1/duplicate/${file._id}`, { method: 'POST', caller: owner })
  const path = await pathOf(file)
  await flipByte(path, 40)
  const { lines } = await verify()
  expect(lines[0]).toContain('in the review “Autumn posters”, of Ida Example')
  expect(lines[0]).toContain(', and 1 more that share its bytes: its bytes are not')
  await flipByte(path, 40)
})

test('older files without a checksum get it at the first check', async () => {
  const file = await settled()
  await app.deps.db.pool.query('update blobs set sha256 = null where storage_key = $1', [await keyOf(file)])
  const first = await verify()
  expect([first.code, first.lines.at(-1)]).toEqual([
    0,
    expect.stringContaining('1 had no checksum to compare with yet'),
  ])
  await flipByte(await pathOf(file), 10)
  expect((await verify()).code).toBe(1)
  await flipByte(await pathOf(file), 10)
})

test('a version is named by its number', async () => {
  const { review, files } = await newReview(app, owner)
  const id = files[0]?._id ?? ''
  const first = await pathOf(files[0] as File)
  const bytes = await readFile(first)
  const { _id: file } = await newFile(app, owner, { name: 'second.png' })
  await app.call(addVersion, { params: { id }, body: { file } }, owner)
  await waitUntilIdle(app)
  await rm(first)
  const { code, lines } = await verify()
  expect(code).toBe(1)
  const place = `in the review “${review.name}”, of Ida Example (file ${id}, key `
  expect(lines[0]).toContain(`MISSING “design-1.png” (version 1) ${place}`)
  await writeFile(first, bytes)
})

describe('with stored things that no file refers to', () => {
  const key = 'd4'.repeat(16)
  const longAgo = new Date(Date.now() - 7_200_000)
  const leave = async (name: { key: string; derivative?: string }, at: Date) => {
    const path = join(app.dataDir, 'files', placeOf(name))
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, 'left over')
    await utimes(path, at, at)
    return path
  }

  test('old ones are reported with their place; new ones may be running uploads', async () => {
    const paths = [await leave({ key }, longAgo), await leave({ key, derivative: 'thumbnail' }, longAgo)]
    paths.push(await leave({ key: 'e5'.repeat(16) }, new Date()))
    const { code, lines } = await verify()
    const since = longAgo.toISOString().slice(0, 10)
    expect(code).toBe(1)
    expect(lines.slice(0, -1).toSorted()).toEqual([
      `ORPHANED derived/d/4/${key}/thumbnail: 9 bytes of ${since} that no file refers to`,
      `ORPHANED objects/d/4/${key}: 9 bytes of ${since} that no file refers to`,
    ])
    for (const path of paths) await rm(path)
  })

  test('those with a pending removal job are not', async () => {
    const file = await settled()
    const path = await pathOf(file)
    await utimes(path, longAgo, longAgo)
    await app.deps.jobs.stop()
    await app.call(deleteFile, { params: { id: file._id } }, owner)
    expect((await verify()).code).toBe(0)
  })
})

test('an unreachable database is reported', async () => {
  const { code, stderr } = await runVerifyStorage({
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    DATA_DIR: app.dataDir,
  })
  expect([code, stderr]).toEqual([2, expect.stringContaining('DATABASE_URL')])
})
