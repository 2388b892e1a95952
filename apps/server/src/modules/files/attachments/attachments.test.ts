import { createComment, createReply, editComment, getComment } from '@wingmark/contract/comments'
import { deleteFile, renameFile } from '@wingmark/contract/files'
import { expect, test } from 'vitest'
import { fetchFile } from '../../../../test/files.ts'
import { holdRendering, waitForLockOrRendered } from '../../../../test/hold-rendering.ts'
import { listenToReview } from '../../../../test/listen-live.ts'
import { newFile, newReview, newUser, type Person, png, waitUntilIdle } from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
let owner: Person
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
  owner = await newUser(app)
})

async function commentWith(file: string, files: string[]) {
  const body = { file, type: 'GENERAL' as const, files }
  return (await app.call(createComment, { body }, owner)).body.result
}

test('a picture is attached while it is being rendered, and readers of the comment hear when it is ready', async () => {
  const { files, review } = await newReview(app, owner)
  await waitUntilIdle(app)
  const resumeRendering = holdRendering(app)
  const picture = await newFile(app, owner, { purpose: 'COMMENT' })
  const comment = await commentWith(files[0]?._id ?? '', [picture._id])
  expect(comment.files).toMatchObject([{ _id: picture._id, state: 'PROCESSING' }])

  const listening = await listenToReview(app.url, review._id, owner)
  await listening.next('presence')
  resumeRendering()
  const { data } = await listening.next('comment.updated')
  expect(data).toMatchObject({ _id: comment._id, files: [{ _id: picture._id, state: 'READY' }] })
  expect((await fetchFile(app, comment.files[0]?.thumbnailUrl ?? '')).status).toBe(200)
  listening.close()
  await waitUntilIdle(app)
})

test('a picture that is ready at the moment of attaching is announced, too', async () => {
  const { files, review } = await newReview(app, owner)
  const first = await newFile(app, owner, { purpose: 'COMMENT' })
  const comment = await commentWith(files[0]?._id ?? '', [first._id])
  await waitUntilIdle(app)
  const resumeRendering = holdRendering(app)
  const second = await newFile(app, owner, { purpose: 'COMMENT' })
  const listening = await listenToReview(app.url, review._id, owner)
  await listening.next('presence')
  const { pool } = app.deps.db
  const attaching = await pool.connect()
  try {
    await attaching.query('begin')
    const tie = 'update files set comment_id = $2, review_id = $3, position = 1 where id = $1'
    await attaching.query(tie, [second._id, comment._id, review._id])
    resumeRendering()
    await waitForLockOrRendered(app, second._id)
    await attaching.query('commit')
  } finally {
    attaching.release()
  }
  const { data } = await listening.next('comment.updated')
  expect(data).toMatchObject({
    _id: comment._id,
    files: [{ _id: first._id }, { _id: second._id, state: 'READY' }],
  })
  listening.close()
  await waitUntilIdle(app)
})

test('readers of a reply hear too, even if rendering fails; the file itself can be downloaded', async () => {
  const { files, review } = await newReview(app, owner)
  const comment = await commentWith(files[0]?._id ?? '', [
    (await newFile(app, owner, { purpose: 'COMMENT' }))._id,
  ])
  await waitUntilIdle(app)
  const resumeRendering = holdRendering(app)
  const bytes = png(60, 40).subarray(0, 60)
  const torn = await newFile(app, owner, { bytes, purpose: 'COMMENT' })
  const body = { comment: comment._id, files: [torn._id] }
  const { result: reply } = (await app.call(createReply, { body }, owner)).body
  expect(reply.files).toMatchObject([{ state: 'PROCESSING' }])

  const listening = await listenToReview(app.url, review._id, owner)
  await listening.next('presence')
  resumeRendering()
  const { data } = await listening.next('reply.updated')
  expect(data).toMatchObject({ _id: reply._id, files: [{ _id: torn._id, state: 'FAILED' }] })
  const original = await fetchFile(app, reply.files[0]?.url ?? '')
  expect(Buffer.from(await original.arrayBuffer()).equals(bytes)).toBe(true)
  listening.close()
  await waitUntilIdle(app)
})

test('a picture that is renamed or deleted changes in its comment, live for everyone', async () => {
  const { files, review } = await newReview(app, owner)
  const [one, other] = [
    await newFile(app, owner, { purpose: 'COMMENT' }),
    await newFile(app, owner, { purpose: 'COMMENT' }),
  ]
  const comment = await commentWith(files[0]?._id ?? '', [one._id, other._id])
  await waitUntilIdle(app)
  const listening = await listenToReview(app.url, review._id, owner)
  await listening.next('presence')
  const params = { id: one._id }
  await app.call(renameFile, { params, body: { name: 'Sketch.png' } }, owner)
  const renamed = await listening.next('comment.updated')
  expect(renamed.data).toMatchObject({
    _id: comment._id,
    files: [{ name: 'Sketch.png' }, { _id: other._id }],
  })
  expect((await app.call(deleteFile, { params }, owner)).status).toBe(200)
  const left = await listening.next('comment.updated')
  expect(left.data).toMatchObject({ _id: comment._id, files: [{ _id: other._id }] })
  expect(listening.heard.map(({ event }) => event).filter((event) => event.startsWith('file.'))).toEqual([])
  listening.close()
})

test('no comment or reply is left empty: its only content is deleted only with it', async () => {
  const { files } = await newReview(app, owner)
  const picture = await newFile(app, owner, { purpose: 'COMMENT' })
  const comment = await commentWith(files[0]?._id ?? '', [picture._id])
  const answer = await newFile(app, owner, { purpose: 'COMMENT' })
  await app.call(createReply, { body: { comment: comment._id, files: [answer._id] } }, owner)
  for (const { _id } of [picture, answer]) {
    const { status, body } = await app.call(deleteFile, { params: { id: _id } }, owner)
    expect([status, body.message]).toEqual([409, expect.stringContaining('the whole comment')])
  }
  const params = { id: comment._id }
  const kept = (await app.call(getComment, { params }, owner)).body.result
  expect([kept.files, kept.replies[0]?.files]).toMatchObject([[{ _id: picture._id }], [{ _id: answer._id }]])
  await app.call(editComment, { params, body: { message: 'Like this' } }, owner)
  expect((await app.call(deleteFile, { params: { id: picture._id } }, owner)).status).toBe(200)
  expect((await app.call(getComment, { params }, owner)).body.result).toMatchObject({
    message: 'Like this',
    files: [],
  })
})
