import { execFile } from 'node:child_process'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apart, zipName } from '#server/platform/zip/names'
import { planZip, type ZipFile, type ZipPlan } from '#server/platform/zip/plan'
import { readPlan, type ZipSource } from '#server/platform/zip/read'
import { streamZip, type ZipEntry } from '#server/platform/zip/stream'
import { readZip } from '../../../test/read-zip.ts'

const run = promisify(execFile)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zip-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Bytes in a store; `sent` may differ from those of the checksum. */
type Stored = { bytes: Buffer; sent: Buffer }

const damaged: Stored[] = []
const source: ZipSource<Stored> = {
  crc32: async ({ bytes }) => crc32(bytes),
  open: async ({ sent }, { start, end }) => {
    const asked = sent.subarray(start, end + 1)
    return Readable.from([asked.subarray(0, 3), asked.subarray(3)])
  },
  onDamage: async (of) => void damaged.push(of),
}

const modifiedAt = new Date('2026-05-04T10:20:30Z')

function file(path: string, bytes: Buffer, sent = bytes): ZipFile<Stored> {
  return { path, modifiedAt, size: bytes.length, identity: bytes.toString('hex'), of: { bytes, sent } }
}
const folderAt = (path: string): ZipFile<Stored> => ({ path, modifiedAt, size: 0, identity: '', of: null })

const whole = (plan: ZipPlan<Stored>) => buffer(readPlan(plan, source))

/** What this machine's unpackers say of a zip; at least one exists. */
async function judge(path: string): Promise<string[]> {
  const said = await Promise.all([
    run('unzip', ['-tqq', path]).then(
      () => 'unzip: fine',
      (error) => (error.code === 'ENOENT' ? '' : `unzip: ${error.stdout} ${error.stderr}`),
    ),
    run('python3', ['-c', 'import sys, zipfile; print(zipfile.ZipFile(sys.argv[1]).testzip())', path]).then(
      ({ stdout }) => (stdout.trim() === 'None' ? 'python: fine' : `python: ${stdout}`),
      (error) => (error.code === 'ENOENT' ? '' : `python: ${error.stderr}`),
    ),
  ])
  const heard = said.filter((one) => one !== '')
  expect(heard).not.toEqual([])
  return heard.filter((one) => !one.endsWith(': fine'))
}

test('any range of a zip is that slice of the whole', async () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  const contents = fc.array(fc.tuple(name, fc.option(fc.uint8Array({ maxLength: 40 }))), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(contents, fc.nat(), fc.nat(), async (some, one, other) => {
      const taken = new Map<string, number>()
      const files = some.map(([given, bytes]) => {
        const path = apart(zipName(given), taken)
        return bytes === null ? folderAt(`${path}/`) : file(path, Buffer.from(bytes))
      })
      const plan = planZip(files)
      const all = await whole(plan)
      expect(all.length).toBe(plan.size)
      const [start = 0, end = 0] = [one % plan.size, other % plan.size].toSorted((a, b) => a - b)
      expect(await buffer(readPlan(plan, source, { start, end }))).toEqual(all.subarray(start, end + 1))
      const unpacked = readZip(all)
      for (const { path, of } of files)
        expect(unpacked.get(path)).toEqual(of && 'bytes' in of ? of.bytes : Buffer.alloc(0))
    }),
    { numRuns: 100 },
  )
})

test('unpackers accept names of all kinds, folders and empty files, and restore the times', async () => {
  const hostile = [
    '..',
    'a/b',
    'C:\\x',
    'con.txt',
    ' . ',
    'Ä ö 你好 🙂.png',
    'x'.repeat(200),
    '\u0000\n',
    '-rf',
    '"; ls',
    ...['漢'.repeat(255), '漢'.repeat(255), `${'🙂'.repeat(251)}.psd`, `a.${'é'.repeat(253)}`, 'COM¹.txt'],
  ]
  const names = new Map<string, number>()
  const plan = planZip<Stored>([
    ...hostile.map((name, n) => file(apart(zipName(name), names), Buffer.alloc(n * 1_000, name))),
    folderAt('empty/'),
    file('in/a folder/deep.txt', Buffer.from('deep')),
    { path: 'missing-files.txt', modifiedAt, size: 2, identity: 'x', of: Buffer.from('x\n') },
  ])
  const path = join(folder, 'names.zip')
  await writeFile(path, await whole(plan))
  expect(await judge(path)).toEqual([])
  await run('python3', [
    '-c',
    'import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])',
    path,
    folder,
  ])
  expect(
    readZip(await whole(plan))
      .get('in/a folder/deep.txt')
      ?.toString(),
  ).toBe('deep')
})

test('equal names in one folder get numbers, even if only case or accents differ', () => {
  const names = new Map<string, number>()
  const given = ['a.png', 'A.png', 'a (2).png', 'a.png', 'e\u0301', '\u00e9', '.env', '.env']
  expect(given.map((name) => apart(name, names))).toEqual([
    'a.png',
    'A (2).png',
    'a (2) (2).png',
    'a (3).png',
    'e\u0301',
    '\u00e9 (2)',
    '.env',
    '.env (2)',
  ])
})

describe('more than the first zips could hold', () => {
  test('70,000 files', async () => {
    const files = Array.from({ length: 70_000 }, (_, n): ZipFile<Stored> => {
      const of = Buffer.from(String(n))
      return { path: `${n}.txt`, modifiedAt, size: of.length, identity: '', of }
    })
    const plan = planZip(files)
    const path = join(folder, 'many.zip')
    const all = await whole(plan)
    await writeFile(path, all)
    expect(await judge(path)).toEqual([])
    const start = plan.size - 1_000_000
    const end = plan.size - 1
    expect((await buffer(readPlan(plan, source, { start, end }))).equals(all.subarray(start))).toBe(true)
  })

  test('a file of more than 4 GB, and one behind it', async () => {
    const size = 5 * 2 ** 30
    const big: ZipFile<Stored> = {
      ...file('big.bin', Buffer.alloc(0)),
      size,
    }
    const plan = planZip([big, file('behind.txt', Buffer.from('behind'))])
    const [first, second] = plan.files
    const path = join(folder, 'big.zip')
    // Its bytes stay a hole on the disk.
    await using zip = await open(path, 'w')
    const put = async (start: number, end: number) =>
      zip.write(await buffer(readPlan(plan, source, { start, end: end - 1 })), 0, null, start)
    await put(0, first?.bytesStart ?? 0)
    await put(second?.start ?? 0, plan.size)
    const script = `import sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
print(z.getinfo('big.bin').file_size, z.read('behind.txt').decode(), z.open('big.bin').read(4))`
    const { stdout } = await run('python3', ['-c', script, path])
    expect(stdout.trim()).toBe(`${size} behind b'\\x00\\x00\\x00\\x00'`)
  })
})

describe('bytes that are not those that came', () => {
  const good = file('good.txt', Buffer.from('good'))
  test.each([
    ['changed', Buffer.from('0riginal')],
    ['too few', Buffer.from('orig')],
  ])('%s: the connection ends before the last of them', async (_, sent) => {
    const bad = file('bad.txt', Buffer.from('original'), sent)
    const plan = planZip([good, bad, good])
    const got: Buffer[] = []
    const reading = (async () => {
      for await (const chunk of readPlan(plan, source)) got.push(chunk)
    })()
    await expect(reading).rejects.toThrow('Stored bytes are damaged')
    expect(Buffer.concat(got).length).toBeLessThan(plan.files[2]?.start ?? 0)
    expect(damaged.at(-1)).toBe(bad.of)
  })
})

test('another content, name or time is another zip', () => {
  const one = planZip([file('a.txt', Buffer.from('a'))]).identity
  expect(planZip([file('a.txt', Buffer.from('a'))]).identity).toBe(one)
  expect(planZip([file('b.txt', Buffer.from('a'))]).identity).not.toBe(one)
  expect(planZip([file('a.txt', Buffer.from('b'))]).identity).not.toBe(one)
  expect(planZip([{ ...file('a.txt', Buffer.from('a')), modifiedAt: new Date(0) }]).identity).not.toBe(one)
})

describe('a zip that is made while it is read', () => {
  const entriesOf = async function* (given: Record<string, () => Readable | null>): AsyncGenerator<ZipEntry> {
    for (const [path, open] of Object.entries(given))
      yield { path, modifiedAt, isPacked: path.endsWith('.png'), open: async () => open() }
  }

  test('contains packed and unpacked, empty and long files, and names missing ones', async () => {
    const long = 'Warm grey, please. '.repeat(50_000)
    const missing: string[] = []
    const given = {
      'a.png': () => Readable.from([Buffer.from('stored'), Buffer.from(' as it is')]),
      'folder/é.txt': () => Readable.from(long.match(/.{1,1000}/gs) ?? []),
      'gone.png': () => null,
      'empty.txt': () => Readable.from([]),
    }
    const zip = await buffer(streamZip(entriesOf(given), (path) => missing.push(path)))
    expect(missing).toEqual(['gone.png'])
    expect(zip.length).toBeLessThan(20_000)
    const path = join(folder, 'streamed.zip')
    await writeFile(path, zip)
    expect(await judge(path)).toEqual([])
    const { stdout } = await run('python3', [
      '-c',
      `import sys, zipfile; z = zipfile.ZipFile(sys.argv[1])
for i in z.infolist(): print(i.filename, i.compress_type, i.file_size, i.date_time)`,
      path,
    ])
    const when = '(2026, 5, 4, 10, 20, 30)'
    expect(stdout.trim().split('\n')).toEqual([
      `a.png 0 15 ${when}`,
      `folder/é.txt 8 ${long.length} ${when}`,
      `empty.txt 8 0 ${when}`,
    ])
  })

  test('closes open files when its reader goes away, and fails where a file fails', async () => {
    for (const path of ['a.png', 'a.txt']) {
      const endless = new Readable({ read: () => endless.push(Buffer.alloc(65_536, 1)) })
      const stream = streamZip(entriesOf({ [path]: () => endless }), () => {})
      await stream[Symbol.asyncIterator]().next()
      stream.destroy()
      await expect.poll(() => endless.destroyed).toBe(true)

      const broken = new Readable({ read: () => broken.destroy(new Error('the disk is gone')) })
      await expect(buffer(streamZip(entriesOf({ [path]: () => broken }), () => {}))).rejects.toThrow('gone')
    }
  })
})
