import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { full, Installation, type Reply, readyWithinMs } from './support/installation.ts'
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
import { anyMoment } from './support/time.ts'

const kills = full(20, 5)
const wantedFiles = full(300, 20)

let installation: Installation
beforeAll(async () => {
  installation = await Installation.start()
})
afterAll(() => installation?.end())

const answered: Answered = new Map()
const answeredComments = new Map<string, string>()
const answeredReviews = new Set<string>()
const sentComments = new Set<string>()
const unanswered: Sent[] = []
const unfinished: TusUpload[] = []
let review = { id: '', file: '' }
let me = ''

const send = (method: string, path: string, body: object, key: string): Promise<Reply | null> =>
  installation.ask(path, {
    method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
  })

function keep({ key, sha256 }: Sent, id: string): string {
  answered.set(key, { id, sha256 })
  return id
}

const someFile = () => newFile(randomInt(1_000, 3_000_000))

/** The file's id, or null when the server was killed. */
async function uploadByForm(sent: Sent): Promise<string | null> {
  const reply = await sendForm(installation, sent)
  if (!reply) {
    unanswered.push(sent)
    return null
  }
  expect(reply.status).toBe(201)
  return keep(sent, reply.result._id)
}

async function uploadByTus(sent: Sent): Promise<string | null> {
  const upload = await createTus(installation, sent)
  if (!upload) return null
  const id = await sendRest(installation, upload, 0)
  if (id) return keep(sent, id)
  unfinished.push(upload)
  return null
}

async function uploadUntil(stop: () => boolean, upload: (sent: Sent) => Promise<string | null>) {
  while (!stop()) {
    const id = await upload(someFile())
    if (id === null) return
    if (randomInt(3) > 0) continue
    const made = await send('POST', '/review/api/v1', { name: `Of ${id}`, files: [id] }, crypto.randomUUID())
    if (made?.status === 201) answeredReviews.add(made.result._id)
  }
}

/** With an attachment and a mention: all of it or nothing. */
async function commentUntil(stop: () => boolean): Promise<void> {
  while (!stop()) {
    const attached = await uploadByForm(newFile(2_000, 'COMMENT'))
    if (attached === null) return
    const message = `Comment ${crypto.randomUUID()}`
    sentComments.add(message)
    const marker = { page: 1, x: 0.5, y: 0.5 }
    const body = { file: review.file, message, marker, files: [attached], mentions: [me] }
    const reply = await send('POST', '/comment/api/v1', body, crypto.randomUUID())
    // One person may only write so much at once.
    if (!reply || reply.status === 429) return
    expect([reply.status, reply.message]).toEqual([201, undefined])
    answeredComments.set(message, reply.result._id)
  }
}

test(`after ${kills} random kills, everything that was answered exists, complete and once`, async ({
  annotate,
}) => {
  const first = await uploadByForm(someFile())
  const made = await send('POST', '/review/api/v1', { name: 'Killed', files: [first] }, crypto.randomUUID())
  review = { id: made?.result._id ?? '', file: first ?? '' }
  const [user] = await installation.query<{ id: string }>('select id from users')
  me = user?.id ?? ''

  const untilMore = async (files: number) => {
    const isMore = () => answered.size > files && answeredComments.size > 0
    await expect.poll(isMore, { timeout: 120_000 }).toBe(true)
  }
  const isEnough = () => answered.size >= wantedFiles && answeredComments.size > 0
  for (let round = 0; round < kills || !isEnough(); round++) {
    let isStopped = false
    const stop = () => isStopped
    const work = [
      ...Array.from({ length: 4 }, () => uploadUntil(stop, uploadByForm)),
      ...Array.from({ length: 4 }, () => uploadUntil(stop, uploadByTus)),
      commentUntil(stop),
      commentUntil(stop),
    ]
    // However slow the machine is, each round answers something.
    await Promise.race([untilMore(answered.size), Promise.all(work)])
    await anyMoment(20, 900)
    expect(await installation.killAndStart({ withDatabase: randomInt(2) === 0 })).toBeLessThan(readyWithinMs)
    isStopped = true
    await Promise.all(work)
    for (const sent of unanswered.splice(0)) expect(await uploadByForm(sent)).not.toBeNull()
    for (const upload of unfinished.splice(0)) keep(upload.sent, (await resumeTus(installation, upload)).id)
  }
  const [files, comments, reviews] = [answered.size, answeredComments.size, answeredReviews.size]
  await annotate(`answered and kept: ${files} files, ${comments} comments, ${reviews} reviews`)
}, 600_000)

test('all promises are kept', () => expectPromisesKept(installation, answered))

test('comments and reviews exist, complete and once, with their files', async () => {
  const column = async (sql: string) =>
    (await installation.query<{ value: string | number }>(sql)).map(({ value }) => value)
  const ids = await column('select id as value from comments')
  for (const id of answeredComments.values()) expect(ids).toContain(id)
  const reviews = await column('select id as value from reviews')
  for (const id of answeredReviews) expect(reviews).toContain(id)
  const messages = await column('select message as value from comments')
  expect(new Set(messages).size).toBe(messages.length)
  for (const message of messages) expect(sentComments).toContain(message)
  expect(
    await column(`select c.id as value from comments c
      where (select count(*) from files a where a.comment_id = c.id) <> 1
        or cardinality(c.mentions) <> 1`),
  ).toEqual([])
  const numbers = await column(`select last_number as value from files where id = '${review.file}'`)
  expect(numbers).toEqual([messages.length])
  expect(await column('select count(*) - count(distinct result_id) as value from idempotency_keys')).toEqual([
    0,
  ])
})
