import { afterAll, beforeAll, expect, test } from 'vitest'
import { full, Installation, readyWithinMs } from './support/installation.ts'
import { type Answered, expectPromisesKept } from './support/promises.ts'
import {
  createTus,
  newFile,
  resumeTus,
  type Sent,
  sendForm,
  sendRest,
  type TusUpload,
} from './support/sending.ts'

const rounds = full(5, 1)
const uploads = 20
const requestsPerSecond = 100

let installation: Installation
const answered: Answered = new Map()
beforeAll(async () => {
  installation = await Installation.start()
})
afterAll(() => installation?.end())

const keep = ({ key, sha256 }: Sent, id: string) => answered.set(key, { id, sha256 })

test.for(Array.from({ length: rounds }, (_, round) => round))(
  'a server that is stopped during uploads loses nothing it answered, round %i',
  async (_, { annotate }) => {
    const again: (Sent | TusUpload)[] = []
    const byForm = async (sent: Sent) => {
      const reply = await sendForm(installation, sent)
      if (reply?.status === 201) keep(sent, reply.result._id)
      else again.push(sent)
    }
    const byTus = async (sent: Sent) => {
      const upload = await createTus(installation, sent).catch(() => null)
      const id = upload && (await sendRest(installation, upload, 0))
      if (id) keep(sent, id)
      else again.push(upload ?? sent)
    }
    const files = Array.from({ length: uploads }, () => newFile(8_000_000))
    const sending = files.map((sent, index) => (index % 2 === 0 ? byForm(sent) : byTus(sent)))
    const asking: Promise<number>[] = []
    const timer = setInterval(() => {
      const reply = installation.ask('/review/api/v1/user')
      asking.push(reply.then((one) => one?.status ?? 0))
    }, 1000 / requestsPerSecond)
    await expect.poll(() => asking.length).toBeGreaterThan(requestsPerSecond * 0.3)

    const from = performance.now()
    installation.server.child.kill('SIGTERM')
    const { code } = await installation.server.exit
    const tookMs = performance.now() - from
    await annotate(`ended after ${(tookMs / 1_000).toFixed(1)} s with ${code}`)
    expect(tookMs).toBeLessThan(30_000)
    expect(code).toBe(0)
    await Promise.all(sending)
    clearInterval(timer)
    // Answered in full, or not at all because nobody listens any more.
    for (const status of await Promise.all(asking)) expect([200, 0, 503]).toContain(status)

    expect(await installation.startAgain()).toBeLessThan(readyWithinMs)
    for (const one of again) {
      const sent = 'sent' in one ? one.sent : one
      const id =
        'sent' in one
          ? (await resumeTus(installation, one)).id
          : (await sendForm(installation, sent))?.result._id
      expect(id).toBeDefined()
      keep(sent, id ?? '')
    }
  },
)

test('all promises are kept', () => expectPromisesKept(installation, answered))
