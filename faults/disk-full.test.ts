import { afterAll, beforeAll, expect, test } from 'vitest'
import { Installation, type Reply } from './support/installation.ts'
import { namesIn } from './support/promises.ts'
import { createTus, newFile, type Sent, sendForm, sendRest } from './support/sending.ts'
import { filesOnSmallDisk } from './support/small-disk.ts'

const MB = 1_048_576
const clearText = 'The server has no space left for files. Nothing was saved. Please try again later.'

let installation: Installation
let kept: { sent: Sent; id: string }
beforeAll(async () => {
  installation = await Installation.start(filesOnSmallDisk)
  const sent = newFile(MB)
  const reply = await sendForm(installation, sent)
  kept = { sent, id: reply?.result._id ?? '' }
  await installation.askJson('POST', '/review/api/v1', { name: 'On a small disk', files: [kept.id] })
  await installation.untilJobsAreDone()
})
afterAll(() => installation?.end())

const countFiles = async () => {
  const [row] = await installation.query<{ files: number }>('select count(*)::int as files from files')
  return row?.files
}
/** Files that are being rendered are there for a moment, too. */
const expectNothingIncoming = async () => {
  await expect.poll(() => namesIn(installation, 'incoming'), { timeout: 60_000 }).toEqual([])
}
const expectFull = (reply: Reply | null) => expect([reply?.status, reply?.message]).toEqual([503, clearText])

test('an upload by the form that does not fit says so and leaves nothing', async () => {
  expectFull(await sendForm(installation, newFile(200 * MB)))
  await expectNothingIncoming()
  expect(await countFiles()).toBe(1)
})

test('one by tus says so before the first byte is sent', async () => {
  await expect(createTus(installation, newFile(200 * MB))).rejects.toThrow(clearText)
  expect(await namesIn(installation, 'resumable')).toEqual([])
})

test('one by tus that runs out of space keeps what was acknowledged, and continues later', async () => {
  const sent = newFile(40 * MB)
  const upload = await createTus(installation, sent)
  if (!upload) throw new Error('no answer')
  const first = { path: upload.path, sent: { ...sent, bytes: sent.bytes.subarray(0, 10 * MB) } }
  await sendRest(installation, first, 0)
  const other = await sendForm(installation, newFile(30 * MB))
  expect(other?.status).toBe(201)
  expect(await sendRest(installation, upload, 10 * MB)).toBeNull()
  expectFull(installation.refusals.at(-1) ?? null)
  await installation.askJson('DELETE', `/file/api/v1/${other?.result._id}`)
  await installation.untilJobsAreDone()
  const id = await sendRest(installation, upload, 10 * MB)
  expect(id).not.toBeNull()
  await installation.askJson('DELETE', `/file/api/v1/${id}`)
  await installation.untilJobsAreDone()
})

test('ten uploads of 10 MB: those that fit are stored, the others say so, and everything else works meanwhile', async ({
  annotate,
}) => {
  const replies: (Reply | null)[] = []
  for (let n = 0; n < 10; n++) replies.push(await sendForm(installation, newFile(10 * MB)))
  const good = replies.filter((reply) => reply?.status === 201)
  for (const reply of replies) if (reply?.status !== 201) expectFull(reply)
  await annotate(`of ten files of 10 MB on 64 MB ${good.length} were kept, the others answered 503`)
  expect(good.length).toBeGreaterThan(2)
  expect(good.length).toBeLessThan(7)
  await expectNothingIncoming()
  expect(await countFiles()).toBe(1 + good.length)

  const body = { file: kept.id, type: 'GENERAL', message: 'Still here.' }
  expect((await installation.askJson('POST', '/comment/api/v1', body)).status).toBe(201)
  const { result } = await installation.askJson('GET', `/file/api/v1/${kept.id}`)
  const { pathname, search } = new URL(result.url)
  const bytes = await (await fetch(installation.server.origin + pathname + search)).arrayBuffer()
  expect(Buffer.from(bytes).equals(kept.sent.bytes)).toBe(true)

  // Once there is space again, uploads work without a restart.
  const [first] = good
  await installation.askJson('DELETE', `/file/api/v1/${first?.result._id}`)
  await installation.untilJobsAreDone()
  expect((await sendForm(installation, newFile(5 * MB)))?.status).toBe(201)
})
