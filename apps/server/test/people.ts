import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { type File, uploadFile } from '@wingmark/contract/files'
import { createReview, type Review } from '@wingmark/contract/reviews'
import { createGuest, register, type User } from '@wingmark/contract/users'
import { members } from '#server/db/tables/members'
import { type Answer, type Caller, callerHeaders, type TestApp } from './start-test-app.ts'

export type Person = Caller & { token: string; user: User }

export const password = 'correct horse battery'

export async function newUser(app: TestApp, name = 'Ada Example'): Promise<Person> {
  const email = `${randomBytes(6).toString('hex')}@example.test`
  const { body } = await app.call(register, { body: { name, email, password, confirmPassword: password } })
  return { token: body.result.accessToken, user: body.result.user }
}

export async function newGuest(
  app: TestApp,
  share?: string,
  name = 'Guest Example',
): Promise<Caller & { id: string }> {
  const { body } = await app.call(createGuest, { body: { name } })
  return { token: body.result.accessToken, id: body.result.guest._id, ...(share ? { share } : {}) }
}

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c >>> 0
})

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  let crc = 0xffffffff
  for (const byte of body) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE((crc ^ 0xffffffff) >>> 0)
  return Buffer.concat([length, body, check])
}

/** A valid grey PNG; random pixels, so that no two are equal. */
export function png(width = 8, height = 6): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const rows = Array.from({ length: height }, () => Buffer.concat([Buffer.from([0]), randomBytes(width)]))
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', header),
    // Uncompressed: all pictures of one size have the same number of bytes.
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 0 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

type Upload = {
  bytes?: Buffer
  name?: string
  purpose?: string
  review?: string
  target?: string
  headers?: Record<string, string>
}

/** Sends a file as the specification's multipart form does. */
export async function upload(
  app: TestApp,
  caller: Caller,
  input: Upload = {},
): Promise<Answer<typeof uploadFile>> {
  const form = new FormData()
  form.set('size', '0')
  form.set('metadata', JSON.stringify({ width: 1, height: 1 }))
  if (input.purpose) form.set('purpose', input.purpose)
  if (input.review) form.set('review', input.review)
  if (input.target !== undefined) form.set('target', input.target)
  form.set('file', new Blob([new Uint8Array(input.bytes ?? png())]), input.name ?? 'design.png')
  const response = await fetch(app.url + uploadFile.path, {
    method: 'POST',
    headers: { ...callerHeaders(caller), ...input.headers },
    body: form,
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as never }
}

export async function newFile(app: TestApp, owner: Caller, input: Upload = {}): Promise<File> {
  const { body } = await upload(app, owner, input)
  return body.result
}

export type Published = { review: Review; files: File[]; share: string }

/** A review of `count` small pictures, as after publishing; `share` is its link's code. */
export async function newOpenReview(
  app: TestApp,
  owner: Caller,
  count = 1,
  name = 'Spring campaign',
): Promise<Published> {
  const files: File[] = []
  for (let n = 0; n < count; n++) files.push(await newFile(app, owner, { name: `design-${n + 1}.png` }))
  const { body } = await app.call(
    createReview,
    { body: { name, files: files.map((file) => file._id) } },
    owner,
  )
  return { review: body.result, files, share: body.result.share.shareCode ?? '' }
}

/** A review that only members see without a link: its plain address is closed, without an activity entry. */
export async function newReview(...given: Parameters<typeof newOpenReview>): Promise<Published> {
  const { review, ...rest } = await newOpenReview(...given)
  const close = `update share_links set access = 'NONE' where review_id = $1 and code is null`
  await given[0].deps.db.pool.query(close, [review._id])
  return { ...rest, review: { ...review, share: { ...review.share, plainAddress: false } } }
}

/** Adds a member without an invitation. */
export async function addMember(
  app: TestApp,
  reviewId: string,
  person: Person,
  role: 'EDITOR' | 'COMMENTER' | 'VIEWER',
) {
  await app.deps.db.orm.insert(members).values({ reviewId, userId: person.user._id, role })
}

/** Waits until no job waits or runs, so that the database is idle. Patient, as rendering has low priority. */
export async function waitUntilIdle(app: TestApp): Promise<void> {
  const until = performance.now() + 200_000
  while (performance.now() < until) {
    // Notifications gathered for a later mail wait on purpose.
    const { rows } = await app.deps.db.pool.query(
      `select 1 from graphile_worker.jobs where key is distinct from 'notifications:mail-gathered' limit 1`,
    )
    if (rows.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('jobs are still waiting')
}
