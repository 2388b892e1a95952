import { createReply, getComment, listReviewComments } from '@wingmark/contract/comments'
import { deleteFile, getFile } from '@wingmark/contract/files'
import { sendInvitation } from '@wingmark/contract/invitations'
import { changeMemberRole, listMembers } from '@wingmark/contract/members'
import { listNotifications } from '@wingmark/contract/notifications'
import * as contract from '@wingmark/contract/reviews'
import { search } from '@wingmark/contract/search'
import { listShareLinks } from '@wingmark/contract/share-links'
import { getStorageUse } from '@wingmark/contract/storage-use'
import { changeTaskStatus, createTask, getTask } from '@wingmark/contract/tasks'
import { getUsage } from '@wingmark/contract/users'
import { createWorkspace } from '@wingmark/contract/workspaces'
import { beforeEach, describe, expect, test } from 'vitest'
import { listNotices } from '#server/modules/notifications/mailing/store'
import { sweepTrash } from '#server/modules/reviews/trash/service'
import { checkLinks } from '#server/modules/workspaces/links/service'
import { openRoom, type Room } from '../../../../test/comment-room.ts'
import { fetchFile } from '../../../../test/files.ts'
import { listenToReview } from '../../../../test/listen-live.ts'
import { newFile, newOpenReview, newReview, type Person, waitUntilIdle } from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { Caller, TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
let room: Room & { reviewId: string }
withApp.beforeAll(({ app: shared }) => {
  app = shared
})
beforeEach(async () => {
  const opened = await openRoom(app)
  room = { ...opened, reviewId: opened.published.review._id }
})

const params = (id = room.reviewId) => ({ params: { id } })
const remove = (by: Caller = room.owner, id?: string) => app.call(contract.deleteReview, params(id), by)
const restore = (id = room.reviewId, by: Caller = room.owner) =>
  app.call(contract.restoreReview, params(id), by)
const forGood = (id = room.reviewId, by: Caller = room.owner) =>
  app.call(contract.deleteReviewForGood, params(id), by)
const see = (by: Caller, id?: string) => app.call(contract.getReview, params(id), by)
const deleted = async (by: Caller = room.owner, query = {}) =>
  (await app.call(contract.listDeletedReviews, { query }, by)).body.results
const used = async (by: Person = room.owner) =>
  (await app.call(getUsage, {}, by)).body.result.storage.usedBytes
const found = async (by: Person, word: string) => {
  const { counts } = (await app.call(search, { query: { word } }, by)).body
  return Object.values(counts).reduce((sum, one) => sum + one, 0)
}
const notified = async (by: Person) => (await app.call(listNotifications, {}, by)).body
const ageDeleted = (id: string) =>
  app.deps.db.pool.query(`update reviews set deleted_at = now() - interval '25 hours' where id = $1`, [id])
/** A later sweep deletes anything that a job or another process locks at that moment. */
const usedAfterSweep = async () => {
  await sweepTrash(app.deps)
  return used()
}
const everybody = () => [room.owner, room.editor, room.commenter, room.viewer, room.guest, room.visitor]

describe('a deleted review', () => {
  test('exists for nobody, by no link and no route, and is unchanged once restored', async () => {
    const comment = await room.newComment(room.commenter)
    await waitUntilIdle(app)
    const { body: before } = await see(room.owner)
    const [file] = before.result.files
    expect((await remove()).status).toBe(200)
    for (const caller of everybody()) expect((await see(caller)).status).toBe(404)
    const open = (body: object) => app.call(contract.openShare, { body })
    expect((await open({ shareCode: room.published.share })).status).toBe(404)
    // Its plain address was closed before.
    expect((await open({ review: room.reviewId })).status).toBe(403)
    const calls = await Promise.all([
      app.call(contract.updateReview, { ...params(), body: { name: 'Other' } }, room.owner),
      app.call(listReviewComments, params(), room.owner),
      app.call(getComment, params(comment._id), room.commenter),
      app.call(getFile, params(room.fileId), room.owner),
      app.call(deleteFile, params(room.fileId), room.owner),
      app.call(listMembers, params(), room.owner),
      room.comment(room.guest),
      app.call(createReply, { body: { comment: comment._id, message: 'Done.' } }, room.owner),
      app.call(
        changeMemberRole,
        { params: { id: room.reviewId, memberId: room.editor.user._id }, body: { role: 'VIEWER' } },
        room.owner,
      ),
    ])
    expect(calls.map(({ status }) => status)).toEqual(calls.map(() => 404))
    for (const url of [file?.url, file?.thumbnailUrl])
      expect((await fetchFile(app, url ?? '')).status).toBe(404)

    expect((await restore()).body.result).toEqual({ _id: room.reviewId, name: before.result.review.name })
    for (const caller of everybody()) expect((await see(caller)).status).toBe(200)
    const { body: after } = await see(room.owner)
    expect(after.result.comments.results).toEqual(before.result.comments.results)
    expect(after.result.review).toEqual({ ...before.result.review, updatedAt: after.result.review.updatedAt })
    expect((await fetchFile(app, file?.url ?? '')).status).toBe(200)
    expect((await restore()).status).toBe(404)
  })

  test('is in no list, search, notification or email', async () => {
    await room.newComment(room.commenter, { message: 'Zebrafinch, please' })
    const all = async () =>
      Promise.all(
        [room.owner, room.editor].flatMap((by) => [
          app.call(contract.listMyReviews, { query: {} }, by).then(({ body }) => body.total),
          ...['zebrafinch', 'design', 'spring'].map((word) => found(by, word)),
          notified(by).then(({ total }) => total),
          notified(by).then(({ unread }) => unread),
        ]),
      )
    const before = await all()
    expect(before.filter((many) => many === 0)).toEqual([])
    const ids = (await notified(room.editor)).results.map(({ _id }) => _id)
    expect(await listNotices(app.deps.db, room.editor.user._id, ids)).toHaveLength(1)
    await remove()
    expect(await all()).toEqual(before.map(() => 0))
    expect(await listNotices(app.deps.db, room.editor.user._id, ids)).toEqual([])
    await restore()
    expect(await all()).toEqual(before)
  })

  test('is no longer public work', async () => {
    const { review } = await newOpenReview(app, room.owner)
    await app.call(
      contract.changeVisibility,
      { ...params(review._id), body: { visibility: 'PUBLIC' } },
      room.owner,
    )
    const shown = async () =>
      (await app.call(contract.listPublicReviewsOfUser, params(room.owner.user._id))).body.total
    expect(await shown()).toBe(1)
    await remove(room.owner, review._id)
    expect(await shown()).toBe(0)
    const opened = await app.call(contract.openShare, { body: { review: review._id } })
    expect(opened.status).toBe(404)
    expect((await app.call(contract.listPublicReviews, { query: { name: review.name } })).body.total).toBe(0)
  })

  test('ends its streams, and its invitations admit nobody', async () => {
    const listening = await listenToReview(app.url, room.reviewId, room.editor)
    await listening.next('presence')
    const invited = { email: 'iris@example.test', role: 'VIEWER' as const }
    expect((await app.call(sendInvitation, { ...params(), body: invited }, room.owner)).status).toBe(200)
    await remove()
    await listening.ended()
    expect((await app.call(sendInvitation, { ...params(), body: invited }, room.owner)).status).toBe(404)
  })

  test('is listed for its owner alone, who restores it or deletes it permanently', async () => {
    await remove()
    expect(await deleted()).toMatchObject([
      { _id: room.reviewId, type: 'REVIEW', name: 'Spring campaign', review: null, fileCount: 2 },
    ])
    for (const by of [room.editor, room.viewer, room.stranger]) {
      expect(await deleted(by)).toEqual([])
      expect((await restore(room.reviewId, by)).status).toBe(404)
      expect((await forGood(room.reviewId, by)).status).toBe(404)
    }
    expect((await forGood()).status).toBe(200)
    expect([await deleted(), (await restore()).status]).toEqual([[], 404])
  })

  test('uses storage until deleted permanently: by hand, or after a day', async () => {
    const before = await used()
    const other = await newReview(app, room.owner)
    const size = (await used()) - before
    await remove()
    expect(await used()).toBe(before + size)
    const use = (await app.call(getStorageUse, {}, room.owner)).body.result
    expect(use.reviews.map(({ _id }) => _id)).toEqual([other.review._id])
    await forGood()
    expect(await used()).toBe(size)
    await remove(room.owner, other.review._id)
    expect(await usedAfterSweep()).toBe(size)
    await ageDeleted(other.review._id)
    expect([await deleted(), (await restore(other.review._id)).status]).toEqual([[], 404])
    await expect.poll(usedAfterSweep).toBe(0)
    const { rows } = await app.deps.db.pool.query('select 1 from reviews where owner_id = $1', [
      room.owner.user._id,
    ])
    expect(rows).toEqual([])
  })

  test('leaves a task of its comment unchanged, which finds it again', async () => {
    const workspace = (await app.call(createWorkspace, { body: { name: 'Studio Nord' } }, room.owner)).body
      .result._id
    const comment = (await room.newComment(room.commenter))._id
    const task = (await app.call(createTask, { body: { workspace, comment } }, room.owner)).body.result
    const read = async () => (await app.call(getTask, params(task._id), room.owner)).body.result
    await remove()
    expect((await read()).source).toBeNull()
    await app.call(changeTaskStatus, { ...params(task._id), body: { status: 'DONE' } }, room.owner)
    await restore()
    await checkLinks(app.deps)
    expect((await read()).source).toMatchObject({ comment, connected: true })
    const { result } = (await app.call(getComment, params(comment), room.owner)).body
    expect([(await read()).status === 'DONE', result.status === 'RESOLVED']).toEqual(
      Array.from({ length: 2 }, () => result.status === 'RESOLVED'),
    )
  })
})

describe('a file removed from a review', () => {
  const takeOut = (id = room.fileId, by: Caller = room.owner) => app.call(deleteFile, params(id), by)

  test('is restored to its place with its comments, replies and attachments', async () => {
    const attachment = await newFile(app, room.commenter, { purpose: 'COMMENT' })
    const comment = await room.newComment(room.commenter, { files: [attachment._id] })
    await app.call(createReply, { body: { comment: comment._id, message: 'Done.' } }, room.owner)
    await waitUntilIdle(app)
    const before = (await see(room.owner)).body.result
    const unread = (await notified(room.editor)).unread
    expect((await takeOut()).status).toBe(200)
    const without = (await see(room.owner)).body.result
    expect(without.files.map(({ _id }) => _id)).toEqual(before.review.files.slice(1))
    expect([without.review.commentCount, without.review.openCount]).toEqual([0, 0])
    for (const by of everybody()) {
      expect((await app.call(getFile, params(room.fileId), by)).status).toBe(404)
      expect((await app.call(getComment, params(comment._id), by)).status).toBe(404)
      expect((await app.call(listReviewComments, params(), by)).body.results).toEqual([])
    }
    expect((await fetchFile(app, before.files[0]?.url ?? '')).status).toBe(404)
    expect(await found(room.owner, 'tighter')).toBe(0)
    expect([unread, (await notified(room.editor)).unread]).toEqual([2, 0])

    const listening = await listenToReview(app.url, room.reviewId, room.viewer)
    await listening.next('presence')
    expect((await restore(room.fileId, room.editor)).body.result._id).toBe(room.fileId)
    expect((await listening.next('file.added')).data).toMatchObject({ _id: room.fileId, commentCount: 1 })
    listening.close()
    const after = (await see(room.owner)).body.result
    expect(after.review).toEqual({ ...before.review, updatedAt: after.review.updatedAt })
    expect(after.files).toEqual(before.files)
    expect(after.comments.results).toEqual(before.comments.results)
    expect((await notified(room.editor)).unread).toBe(unread)
    expect((await room.newComment(room.guest)).number).toBe((comment.number ?? 0) + 1)
  })

  test('hides its comments from reconnecting clients, and counts for no link', async () => {
    const linked = async () => {
      const { results } = (await app.call(listShareLinks, params(), room.owner)).body
      return results.reduce((sum, one) => sum + one.commentCount, 0)
    }
    const secret = await room.newComment(room.guest, { message: 'Not for the client' })
    await app.call(createReply, { body: { comment: secret._id, message: 'Nor this' } }, room.owner)
    expect(await linked()).toBe(1)
    await takeOut()
    const listening = await listenToReview(app.url, room.reviewId, room.viewer, '0')
    await listening.next('file.removed')
    expect(JSON.stringify(listening.heard)).not.toMatch(/Not for the client|Nor this/)
    listening.close()
    expect(await linked()).toBe(0)
  })

  test('is removed once by parallel requests', async () => {
    const calls = [room.owner, room.editor, room.owner, room.editor]
    const answers = await Promise.all(calls.map((by) => takeOut(room.fileId, by)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404])
    expect((await deleted()).map((one) => one._id)).toEqual([room.fileId])
  })

  test('is listed for everyone who edits the review, and for nobody once that is deleted', async () => {
    await room.newComment(room.commenter)
    await takeOut()
    for (const by of [room.owner, room.editor])
      expect(await deleted(by, { review: room.reviewId })).toMatchObject([
        {
          _id: room.fileId,
          type: 'FILE',
          name: 'design-1.png',
          review: { _id: room.reviewId },
          fileCount: 1,
          commentCount: 1,
        },
      ])
    for (const by of [room.commenter, room.viewer, room.stranger]) {
      expect(await deleted(by)).toEqual([])
      expect([403, 404]).toContain((await restore(room.fileId, by)).status)
      expect([403, 404]).toContain((await forGood(room.fileId, by)).status)
    }
    await remove()
    expect((await deleted()).map(({ _id }) => _id)).toEqual([room.reviewId])
    expect((await restore(room.fileId)).status).toBe(404)
    await restore()
    expect((await restore(room.fileId)).status).toBe(200)
  })

  test('frees its storage by hand, after a day, or with its review', async () => {
    const before = await used()
    const other = room.published.files[1]?._id ?? ''
    await takeOut()
    expect(await used()).toBe(before)
    await ageDeleted(room.fileId)
    await expect.poll(usedAfterSweep).toBe(before / 2)
    await takeOut(other)
    expect((await forGood(other, room.editor)).status).toBe(200)
    expect(await used()).toBe(0)
    const { review, files } = await newReview(app, room.owner, 2)
    await takeOut(files[0]?._id)
    await remove(room.owner, review._id)
    await forGood(review._id)
    expect(await used()).toBe(0)
  })

  test('moves to another owner with its review', async () => {
    await takeOut()
    const before = await used()
    const body = { role: 'OWNER' as const }
    const answer = await app.call(
      changeMemberRole,
      { params: { id: room.reviewId, memberId: room.editor.user._id }, body },
      room.owner,
    )
    expect(answer.status, answer.body.message).toBe(200)
    expect([await used(), await used(room.editor)]).toEqual([0, before])
    expect((await restore(room.fileId, room.editor)).status).toBe(200)
  })
})

test('a full review takes no file back', async () => {
  const { review, files } = await newReview(app, room.owner, 2)
  const id = files[0]?._id ?? ''
  await app.call(deleteFile, params(id), room.owner)
  await app.deps.db.pool.query(
    `insert into files (id, key, blob_id, owner_id, name, review_id, position)
      select gen_random_uuid(), gen_random_uuid()::text, blob_id, owner_id, name, review_id, n
      from files, generate_series(1, 499) n where id = $1`,
    [files[1]?._id],
  )
  const answer = await restore(id)
  expect([answer.status, answer.body.message]).toEqual([422, contract.tooManyFiles])
  expect((await see(room.owner, review._id)).body.result.files).toHaveLength(500)
})
