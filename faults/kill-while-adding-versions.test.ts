import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runVerifyStorage } from '../apps/server/test/run-command.ts'
import { full, Installation, readyWithinMs } from './support/installation.ts'
import { downloaded, sweep } from './support/promises.ts'
import { newFile, type Sent, sendForm, sha256 } from './support/sending.ts'
import { anyMoment } from './support/time.ts'

const kills = full(20, 4)

let installation: Installation
let stack = ''
const first = newFile(20_000)
beforeAll(async () => {
  installation = await Installation.start()
  stack = (await sendForm(installation, first))?.result._id ?? ''
  await installation.askJson('POST', '/review/api/v1', { name: 'Versions', files: [stack] })
})
afterAll(() => installation?.end())

/** As the browser does it, with the same keys each time. */
type Wish = { sent: Sent; key: string }
const newWish = (): Wish => ({ sent: newFile(randomInt(1_000, 300_000)), key: crypto.randomUUID() })
const added = new Map<number, Sent>()

/** False where the server was killed before its answer. */
async function add({ sent, key }: Wish): Promise<boolean> {
  const uploaded = await sendForm(installation, sent)
  if (!uploaded) return false
  expect(uploaded.status).toBe(201)
  const reply = await installation.ask(`/file/api/v1/version/${stack}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ file: uploaded.result._id }),
  })
  if (!reply) return false
  expect([reply.status, reply.message]).toEqual([201, undefined])
  added.set(Number(reply.result['added']), sent)
  return true
}

async function addUntilCut(unanswered: Wish | null): Promise<Wish> {
  for (let next = unanswered ?? newWish(); ; next = newWish()) if (!(await add(next))) return next
}

type Listed = { number: number; isCurrent: boolean; file: { _id: string } }
async function listVersions(): Promise<Listed[]> {
  const reply = await installation.askJson('GET', `/file/api/v1/versions/${stack}`)
  return JSON.parse(reply.text).results
}

test(`versions that were added before ${kills} kills are there, each once, and charged once`, async () => {
  let left: Wish | null = null
  for (let kill = 0; kill < kills; kill++) {
    const adding = addUntilCut(left)
    await anyMoment(50, 1_200)
    expect(await installation.killAndStart({ withDatabase: kill % 2 === 0 })).toBeLessThan(readyWithinMs)
    left = await adding
  }
  if (left) expect(await add(left)).toBe(true)
  await sweep(installation)

  const listed = await listVersions()
  const numbers = listed.map(({ number }) => number)
  expect(numbers).toEqual([...added.keys(), 1].toSorted((a, b) => b - a))
  expect(listed.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
  expect(numbers.length).toBeGreaterThan(kills)

  const sums = await installation.query<{ number: number; sum: string }>(
    `select f.version as number, encode(b.sha256, 'hex') as sum from files f join blobs b on b.id = f.blob_id
      where f.id = $1 or f.stack_id = $1`,
    [stack],
  )
  const sent = new Map([[1, first], ...added])
  expect(new Map(sums.map(({ number, sum }) => [number, sum]))).toEqual(
    new Map([...sent].map(([number, one]) => [number, one.sha256])),
  )
  const current = listed.find(({ isCurrent }) => isCurrent)?.number ?? 0
  expect(sha256(await downloaded(installation, stack))).toBe(sent.get(current)?.sha256)

  const [used] = await installation.query<{ bytes: number }>('select used_bytes::int as bytes from users')
  expect(used?.bytes).toBe([...sent.values()].reduce((sum, { bytes }) => sum + bytes.length, 0))
  expect(await runVerifyStorage({ DATA_DIR: installation.dataDir })).toMatchObject({ code: 0, stderr: '' })
})
