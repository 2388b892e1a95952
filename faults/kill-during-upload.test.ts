import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { full, Installation, readyWithinMs } from './support/installation.ts'
import { type Answered, downloaded, expectPromisesKept } from './support/promises.ts'
import {
  askTus,
  createTus,
  newFile,
  type OnSent,
  resumeTus,
  sendForm,
  sendRest,
  sha256,
} from './support/sending.ts'
import { anyMoment } from './support/time.ts'

const bytes = full(100, 12) * 1_048_576
const kills = full(20, 3)
const together = 10
const waves = full(10, 1)

let installation: Installation
let slowestStartMs = 0
const answered: Answered = new Map()
beforeAll(async () => {
  installation = await Installation.start()
})
afterAll(() => installation?.end())

/** Before the first byte, near the end, after the last byte, and in between at random. */
const places = Array.from({ length: kills }, (_, round) =>
  round === 0 ? 0 : round === 1 ? Math.floor(bytes * 0.99) : round === 2 ? bytes : randomInt(bytes),
)

/** Resolves once this many bytes are sent. */
function reaching(place: number): { onSent: OnSent; reached: Promise<void> } {
  const { promise: reached, resolve } = Promise.withResolvers<void>()
  return { onSent: (sent) => sent >= place && resolve(), reached }
}

const killedAt = async (place: number, reached: Promise<void>) => {
  await reached
  // After the last byte the server does its most delicate work: the sync, the row, the answer.
  if (place === bytes) await anyMoment(0, 250)
  const took = await installation.killAndStart({ withDatabase: randomInt(2) === 0 })
  slowestStartMs = Math.max(slowestStartMs, took)
  expect(took).toBeLessThan(readyWithinMs)
}

test.each(places)(
  'by the form, killed at byte %i: sent again under its key it exists once',
  async (place) => {
    const sent = newFile(bytes)
    const { onSent, reached } = reaching(place)
    const first = sendForm(installation, sent, onSent)
    await killedAt(place, reached)
    const before = await first
    const again = await sendForm(installation, sent)
    expect(again?.status).toBe(201)
    const id = again?.result._id ?? ''
    if (before) expect(before.result._id).toBe(id)
    answered.set(sent.key, { id, sha256: sent.sha256 })
  },
)

test.each(places)('by tus, killed at byte %i: it continues and exists once', async (place) => {
  const sent = newFile(bytes)
  const upload = await createTus(installation, sent)
  if (!upload) throw new Error('no answer')
  const { onSent, reached } = reaching(place)
  const first = sendRest(installation, upload, 0, onSent)
  await killedAt(place, reached)
  const before = await first
  const { id } = await resumeTus(installation, upload)
  expect(before ?? id).toBe(id)
  answered.set(sent.key, { id, sha256: sent.sha256 })
})

test('by tus, an acknowledged offset survives a kill', async () => {
  const sent = newFile(bytes)
  const upload = await createTus(installation, sent)
  if (!upload) throw new Error('no answer')
  const half = Math.floor(bytes / 2)
  const part = { path: upload.path, sent: { ...sent, bytes: sent.bytes.subarray(0, half) } }
  await sendRest(installation, part, 0)
  const notified = await askTus(installation, upload)
  expect(notified?.offset).toBe(half)
  await installation.killAndStart()
  expect((await askTus(installation, upload))?.offset).toBe(half)
  const { id, from } = await resumeTus(installation, upload)
  expect(from).toBe(half)
  answered.set(sent.key, { id, sha256: sent.sha256 })
})

test(`${waves * together} uploads by tus, each killed at a random byte and resumed, arrive unchanged`, async ({
  annotate,
}) => {
  let equal = 0
  for (let wave = 0; wave < waves; wave++) {
    const uploads = await Promise.all(
      Array.from({ length: together }, async () => {
        const upload = await createTus(installation, newFile(randomInt(1_000, 8_000_000)))
        if (!upload) throw new Error('no answer')
        return upload
      }),
    )
    const sending = uploads.map((upload) => sendRest(installation, upload, 0))
    await anyMoment(0, 120)
    await installation.killAndStart({ withDatabase: randomInt(2) === 0 })
    await Promise.all(sending)
    for (const upload of uploads) {
      const { id } = await resumeTus(installation, upload)
      answered.set(upload.sent.key, { id, sha256: upload.sent.sha256 })
      if (sha256(await downloaded(installation, id)) === upload.sent.sha256) equal += 1
    }
  }
  await annotate(`${equal} of ${waves * together} resumed uploads equal what was sent`)
  expect(equal).toBe(waves * together)
})

test('all promises are kept', async ({ annotate }) => {
  await expectPromisesKept(installation, answered)
  const megabytes = bytes / 1_048_576
  await annotate(
    `${2 * kills} kills during ${megabytes} MB; ready again within ${(slowestStartMs / 1_000).toFixed(1)} s at most`,
  )
})
