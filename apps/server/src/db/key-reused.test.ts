import { createComment, createReply } from '@wingmark/contract/comments'
import { duplicateFile } from '@wingmark/contract/files'
import { createPrivateNote } from '@wingmark/contract/private-notes'
import { createReview } from '@wingmark/contract/reviews'
import { createShareLink } from '@wingmark/contract/share-links'
import { createTask } from '@wingmark/contract/tasks'
import { writeOnWorkspace } from '@wingmark/contract/timelines'
import { createTransfer } from '@wingmark/contract/transfers'
import { createWorkspace } from '@wingmark/contract/workspaces'
import { expect, test } from 'vitest'
import { newFile, newReview, newUser, type Person, png, upload } from '../../test/people.ts'
import { withApp } from '../../test/shared-app.ts'
import type { TestApp } from '../../test/start-test-app.ts'
import { createTus, sendPiece } from '../../test/tus.ts'

let app: TestApp
let owner: Person
let file: string
let review: string
let workspace: string
let comment: string
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
  owner = await newUser(app)
  const published = await newReview(app, owner)
  review = published.review._id
  file = published.files[0]?._id ?? ''
  workspace = (await app.call(createWorkspace, { body: { name: 'Studio' } }, owner)).body.result._id
  const body = { file, type: 'GENERAL' as const, message: 'Larger' }
  comment = (await app.call(createComment, { body }, owner)).body.result._id
})

type Made = { status: number; id: string; code: string | undefined; existing: string | undefined }

/** By path in the contract: the first request, and another one with the same key. */
const calls: Record<string, () => [path: string, first: object, other: object]> = {
  'a comment': () => [
    createComment.path,
    { file, type: 'GENERAL', message: 'Too dark' },
    { file, type: 'GENERAL', message: 'Too light' },
  ],
  'a reply': () => [createReply.path, { comment, message: 'Yes' }, { comment, message: 'No' }],
  'a task': () => [createTask.path, { workspace, title: 'Poster' }, { workspace, title: 'Menu' }],
  'words in a workspace': () => [
    writeOnWorkspace.path,
    { workspace, message: 'Hello' },
    { workspace, message: 'Bye' },
  ],
  'a workspace': () => [createWorkspace.path, { name: 'One' }, { name: 'Other' }],
  'a note': () => [createPrivateNote.path, { workspace, note: 'One' }, { workspace, note: 'Other' }],
  'a folder': () => [createTransfer.path, { type: 'FOLDER', name: 'One' }, { type: 'FOLDER', name: 'Other' }],
  'a share link': () => [createShareLink.path.replace(':id', review), { name: 'One' }, { name: 'Other' }],
}

async function post(path: string, body: object, key: string): Promise<Made> {
  const response = await app.fetch(path, {
    method: 'POST',
    caller: owner,
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  })
  const { result, code, existing } = JSON.parse(await response.text())
  return { status: response.status, id: result?._id, code, existing }
}

const refused = (id: string) => ({ status: 422, id: undefined, code: 'KEY_REUSED', existing: id })

test.for(Object.keys(calls))(
  'the key of %s makes nothing of another request, and says what it has made',
  async (name) => {
    const [path, first, other] = (calls[name] as (typeof calls)[string])()
    const key = crypto.randomUUID()
    const made = await post(path, first, key)
    expect(made.status).toBe(201)
    expect(await post(path, other, key)).toEqual(refused(made.id))
    // Another order and ignored fields make no other request.
    const again = Object.fromEntries([...Object.entries(first), ['unread', 1]].toReversed())
    expect(await post(path, again, key)).toMatchObject({ status: 201, id: made.id })
  },
)

test('the key of a review, or of a copy, creates nothing from other files', async () => {
  const [one, other] = [(await newFile(app, owner))._id, (await newFile(app, owner))._id]
  const key = crypto.randomUUID()
  const made = await post(createReview.path, { name: 'Spring', files: [one] }, key)
  expect(await post(createReview.path, { name: 'Spring', files: [one, other] }, key)).toEqual(
    refused(made.id),
  )
  const copy = await post(duplicateFile.path.replace(':id', file), {}, key)
  expect(copy.status).toBe(201)
  expect(await post(duplicateFile.path.replace(':id', other), {}, key)).toEqual(refused(copy.id))
})

test('the key of a file creates nothing from other bytes, another name or another purpose', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const bytes = png()
  const send = async (input: object) => {
    const { status, body } = await upload(app, owner, { bytes, headers, ...input })
    return status === 201 ? body.result._id : (body as unknown as { code: string }).code
  }
  const made = await send({})
  expect(await send({})).toBe(made)
  for (const other of [{ bytes: png() }, { name: 'other.png' }, { purpose: 'COMMENT' }, { target: 'new' }])
    expect(await send(other)).toBe('KEY_REUSED')
  expect(await send({})).toBe(made)
})

test('the key of a resumable upload creates nothing with another length or name', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const bytes = png()
  const begun = await createTus(app, owner, { size: bytes.length, headers })
  const { file: made } = await sendPiece(app, owner, begun.headers.get('location') ?? '', 0, bytes)
  expect((await createTus(app, owner, { size: bytes.length, headers })).file).toBe(made)
  for (const other of [{ size: bytes.length + 1 }, { size: bytes.length, name: 'other.png' }])
    expect((await createTus(app, owner, { ...other, headers })).status).toBe(422)
})

test('a key that an earlier version stored still gets its answer', async () => {
  const key = crypto.randomUUID()
  const made = await post(createWorkspace.path, { name: 'Before' }, key)
  await app.deps.db.pool.query('update idempotency_keys set request = null where key like $1', [`% ${key}`])
  expect(await post(createWorkspace.path, { name: 'After' }, key)).toMatchObject({ status: 201, id: made.id })
})
