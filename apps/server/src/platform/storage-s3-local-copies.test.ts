import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepLocalCopies, type LocalCopies } from './storage-s3-local-copies.ts'

let folder: string
let fetched: string[]
let copies: LocalCopies
let names = 0

const open = (keptMs = 60_000) =>
  keepLocalCopies({
    measure: async () => 40,
    fetch: async (key, path) => {
      fetched.push(key)
      if (key === 'broken') throw new Error('line lost')
      await writeFile(path, key)
    },
    temporaryPath: () => join(folder, String(names++)),
    maxBytes: 100,
    keptMs,
  })

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wingmark-copies-'))
  fetched = []
  copies = open()
})
afterEach(() => rm(folder, { recursive: true }))

const settled = async (count: number) => {
  await expect.poll(async () => (await readdir(folder)).length).toBe(count)
}

test('one copy serves all who ask, also a little later', async () => {
  const all = Promise.withResolvers<void>()
  let here = 0
  const use = async () => {
    if (++here === 3) all.resolve()
    await all.promise
  }
  await Promise.all([1, 2, 3].map(() => copies.with('a', use)))
  await copies.with('a', async (path) => expect(existsSync(path)).toBe(true))
  expect(fetched).toEqual(['a'])
})

test('removes the longest unused copy when there is no room', async () => {
  for (const key of ['a', 'b', 'a', 'c']) await copies.with(key, async () => {})
  await settled(2)
  await copies.with('a', async () => {})
  expect(fetched).toEqual(['a', 'b', 'c'])
})

test('a caller without room waits until another one is done', async () => {
  const done = Promise.withResolvers<void>()
  const using = ['a', 'b'].map((key) => copies.with(key, () => done.promise))
  const third = copies.with('c', async () => 'done')
  // Others who find a copy are served meanwhile.
  await copies.with('b', async () => {})
  expect(fetched).toEqual(['a', 'b'])
  done.resolve()
  await Promise.all(using)
  expect(await third).toBe('done')
})

test('a dropped copy is not found again, and stays whole for its reader', async () => {
  await copies.with('a', async (path) => {
    copies.drop('a')
    await copies.with('a', async (other) => expect(other).not.toBe(path))
    expect(existsSync(path)).toBe(true)
  })
  expect(fetched).toEqual(['a', 'a'])
  await settled(1)
})

test('one that a sweep has taken is fetched again', async () => {
  await copies.with('a', (path) => rm(path))
  await copies.with('a', async (path) => expect(existsSync(path)).toBe(true))
  expect(fetched).toEqual(['a', 'a'])
})

test('a copy in use is not old', async () => {
  const longAgo = new Date(Date.now() - 7_200_000)
  await copies.with('a', (path) => utimes(path, longAgo, longAgo))
  await copies.with('a', async (path) =>
    expect((await stat(path)).mtimeMs).toBeGreaterThan(Date.now() - 60_000),
  )
})

test('a failed one takes no room and is tried again', async () => {
  for (let tries = 0; tries < 3; tries++)
    await expect(copies.with('broken', async () => {})).rejects.toThrow('line lost')
  expect(fetched).toHaveLength(3)
  await Promise.all(['a', 'b'].map((key) => copies.with(key, async () => {})))
  await settled(2)
})

test('takes over a local file, and stores none for long', async () => {
  copies = open(30)
  const path = join(folder, 'here')
  await writeFile(path, 'x')
  copies.give('a', path, 40)
  await copies.with('a', async (found) => expect(found).toBe(path))
  expect(fetched).toEqual([])
  await settled(0)
})
