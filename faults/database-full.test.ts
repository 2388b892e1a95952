import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { full, Installation, type Reply, readyWithinMs } from './support/installation.ts'
import { type Answered, downloaded, expectPromisesKept } from './support/promises.ts'
import { createTus, newFile, sendForm, sha256 } from './support/sending.ts'
import { allOnSmallDisk, fillDisk, forgetInitFiles, whyNoSmallDisk } from './support/small-disk.ts'
import { lasting, pause } from './support/time.ts'

const writers = 4
const busyMs = full(30_000, 1_000)
const clearText = 'The service isn’t available right now. Please try again in a moment.'

let installation: Installation
const answered: Answered = new Map()
const comments = new Set<string>()
let [file, review, code] = ['', '', '']

describe.skipIf(whyNoSmallDisk !== '')(`when the disk of the database is full${whyNoSmallDisk}`, () => {
  beforeAll(async () => {
    installation = await Installation.start(allOnSmallDisk)
    file = (await upload()).id
    const made = await installation.askJson('POST', '/review/api/v1', { name: 'Full', files: [file] })
    review = made.result._id
    code = (made.result['share'] as { shareCode: string }).shareCode
    await installation.untilJobsAreDone()
  })
  afterAll(() => installation?.end())

  test('uploads leave space for everything else', async () => {
    const replies: (Reply | null)[] = []
    while (replies.at(-1)?.status !== 503 && replies.length < 20) {
      const sent = newFile(15 * 1_048_576)
      const reply = await sendForm(installation, sent)
      if (reply?.status === 201) answered.set(sent.key, { id: reply.result._id, sha256: sent.sha256 })
      replies.push(reply)
    }
    expect(replies.at(-1)?.message).toContain('no space left for files')
    await expect(createTus(installation, newFile(15 * 1_048_576))).rejects.toThrow('no space left for files')
    // Longer than the database needs to notice.
    await lasting(2_000)
    expect((await comment())?.status).toBe(201)
    // The database's log may keep a few 16 MB pieces more from here on: later uploads need space beside them.
    const large = [...answered].slice(2)
    expect(large.length).toBeGreaterThan(2)
    for (const [key, { id }] of large) {
      expect((await send('DELETE', `/file/api/v1/${id}`))?.status).toBe(200)
      answered.delete(key)
    }
  })

  test('writes say so, reads continue, and writes are accepted again once there is space', async ({
    annotate,
  }) => {
    const paths = await readable()
    expect(await visit()).toEqual([200, 200])
    expect(paths.length).toBeGreaterThan(20)

    const makeRoom = await fillDisk(installation)
    const refused = await writeUntil(() => lasting(busyMs))
    await expect.poll(async () => (await comment())?.status, { timeout: 20_000 }).toBe(503)
    expect(refused).toBeGreaterThan(0)
    await annotate(`${refused} writes were refused with 503 and ${paths.length} reads of other kinds went on`)
    const kinds = [
      ['POST', '/review/api/v1', { name: 'More', files: [file] }],
      ['PATCH', `/review/api/v1/${review}`, { name: 'Other' }],
      ['PATCH', '/user/api/v1/profile', { name: 'Ida Other' }],
      ['DELETE', `/review/api/v1/${review}`, undefined],
    ] as const
    for (const [method, path, body] of kinds) {
      const reply = await send(method, path, body)
      expect([method, path, reply?.status, reply?.message]).toEqual([method, path, 503, clearText])
    }
    expect((await sendForm(installation, newFile(10_000)))?.status).toBe(503)
    // As after any change of its catalogues: the next connection would write it again, and cannot.
    await forgetInitFiles(installation)
    const makeTheRest = await fillDisk(installation)
    expect(await unreadable(paths)).toEqual([])
    expect(await visit()).toEqual([200, 200])
    for (const { id, sha256: sum } of answered.values())
      expect(sha256(await downloaded(installation, id))).toBe(sum)

    await makeTheRest()
    await makeRoom()
    await goesOn()
  })

  test('and its log has no space at all, it restarts by itself once there is', async ({ annotate }) => {
    const makeRoom = await fillDisk(installation)
    await writeUntil(fillLog)
    await lasting(full(15_000, 1_000))
    expect(installation.server.child.exitCode).toBeNull()
    expect((await comment())?.status).toBe(503)
    await makeRoom()
    const from = performance.now()
    await goesOn()
    const seconds = ((performance.now() - from) / 1_000).toFixed(1)
    await annotate(`its log without room: writes were taken again ${seconds} s after there was some`)
  })

  test('all promises are kept', async () => {
    await expectPromisesKept(installation, answered)
    const rows = await installation.query<{ message: string }>('select message from comments')
    const kept = rows.map(({ message }) => message)
    expect(kept).toEqual(expect.arrayContaining([...comments]))
  })
})

const send = (method: string, path: string, body?: object) =>
  installation.ask(path, {
    method,
    ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
  })

async function upload() {
  const sent = newFile(300_000)
  const id = (await sendForm(installation, sent))?.result._id ?? ''
  answered.set(sent.key, { id, sha256: sent.sha256 })
  return { id }
}

/** Remembers what was answered. */
async function comment() {
  const message = `Comment ${crypto.randomUUID()} ${'word '.repeat(200)}`.trim()
  const reply = await send('POST', '/comment/api/v1', { file, type: 'GENERAL', message })
  if (reply?.status === 201) comments.add(message)
  return reply
}

/** People write during the work; returns how many were refused. One person may only write so much at once. */
async function writeUntil(work: () => Promise<unknown>): Promise<number> {
  let isOver = false
  let refused = 0
  const write = async () => {
    while (!isOver) {
      const reply = await comment()
      if (reply) expect([201, 503, 429]).toContain(reply.status)
      if (reply?.status === 503) refused += 1
      await pause(50)
    }
  }
  const all = Array.from({ length: writers }, write)
  await work().finally(() => {
    isOver = true
  })
  await Promise.all(all)
  return refused
}

/** Writes log records, faster than any check, until the database has no space. */
async function fillLog(): Promise<void> {
  for (;;) {
    try {
      await installation.query(`select pg_logical_emit_message(true, 'fault', repeat('a', 1000000))`)
    } catch {
      return
    }
  }
}

/** Calls that are counted, and a count is a write. */
const counted = new Set(['/search/api/v1', '/connection/api/v1/skills'])

/** Everything that can be read with only the ids of a review and a file. */
async function readable(): Promise<string[]> {
  const document = await (await fetch(`${installation.server.origin}/openapi.json`)).json()
  const paths: [string, { get?: { responses: Record<string, { content?: object }> } }][] = Object.entries(
    document.paths,
  )
  const asked = paths
    .filter(([, { get }]) => 'application/json' in (get?.responses['200']?.content ?? {}))
    .flatMap(([path]) => [path.replace('{id}', review), path.replace('{id}', file)])
    .filter((path) => !path.includes('{') && !counted.has(path))
  const all = [...new Set(asked)]
  const missing = await unreadable(all)
  return all.filter((path) => !missing.includes(path))
}

async function unreadable(paths: string[]): Promise<string[]> {
  const replies = await Promise.all(paths.map((path) => installation.ask(path)))
  return paths.filter((_, index) => replies[index]?.status !== 200)
}

/** As a visitor by link, without an account. */
async function visit(): Promise<number[]> {
  const { origin } = installation.server
  const answers = [
    await fetch(`${origin}/review/api/v1/${review}`, { headers: { 'x-share-token': code } }),
    await fetch(`${origin}/review/${review}?share=${code}`),
  ]
  return answers.map(({ status }) => status)
}

async function goesOn(): Promise<void> {
  const isReady = async () => (await fetch(`${installation.server.origin}/health/ready`)).status
  await expect.poll(isReady, { timeout: readyWithinMs }).toBe(200)
  await expect.poll(async () => (await comment())?.status, { timeout: readyWithinMs }).toBe(201)
  await upload()
  await installation.untilJobsAreDone()
}
