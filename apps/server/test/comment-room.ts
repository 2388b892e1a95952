import {
  type Comment,
  changeCommentStatus,
  createComment,
  createReply,
  deleteComment,
  editComment,
  listReviewComments,
} from '@wingmark/contract/comments'
import { getReview } from '@wingmark/contract/reviews'
import { expect } from 'vitest'
import { addMember, newFile, newGuest, newReview, newUser } from './people.ts'
import type { Caller, TestApp } from './start-test-app.ts'

export const place = { page: 1, x: 0.25, y: 0.5 }

export type Room = Awaited<ReturnType<typeof openRoom>>

/** A review of two pictures with someone in every role, and shortcuts to comment on it. */
export async function openRoom(app: TestApp) {
  const owner = await newUser(app, 'Olga Owner')
  const editor = await newUser(app, 'Emil Editor')
  const commenter = await newUser(app, 'Cleo Commenter')
  const viewer = await newUser(app, 'Vera Viewer')
  const stranger = await newUser(app, 'Stan Stranger')
  const published = await newReview(app, owner, 2)
  const reviewId = published.review._id
  await addMember(app, reviewId, editor, 'EDITOR')
  await addMember(app, reviewId, commenter, 'COMMENTER')
  await addMember(app, reviewId, viewer, 'VIEWER')
  const guest = await newGuest(app, published.share)
  const visitor: Caller = { share: published.share }
  const fileId = published.files[0]?._id ?? ''

  const comment = (caller: Caller, body: object = {}, headers: Record<string, string> = {}) =>
    app.call(
      createComment,
      { body: { file: fileId, marker: place, message: 'Tighter crop, please.', ...body }, headers },
      caller,
    )

  async function newComment(caller: Caller, body: object = {}): Promise<Comment> {
    const { status, body: answer } = await comment(caller, body)
    expect(status, answer.message).toBe(201)
    return answer.result
  }

  /** The displayed counters, beside what the lists contain. */
  async function counts(id = reviewId) {
    const list = async (query: Record<string, unknown> = {}) =>
      (await app.call(listReviewComments, { params: { id }, query }, owner)).body
    const [all, open, resolved] = [
      await list(),
      await list({ status: 'OPEN' }),
      await list({ status: 'RESOLVED' }),
    ]
    const { review, files } = (await app.call(getReview, { params: { id } }, owner)).body.result
    return {
      listed: [all.results.length, open.results.length, resolved.results.length],
      totals: [all.total, open.total, resolved.total],
      review: [review.commentCount, review.openCount, review.commentCount - review.openCount],
      files: [
        files.reduce((sum, file) => sum + file.commentCount, 0),
        files.reduce((sum, file) => sum + file.openCount, 0),
      ],
    }
  }

  return {
    app,
    owner,
    editor,
    commenter,
    viewer,
    stranger,
    guest,
    visitor,
    published,
    fileId,
    comment,
    newComment,
    reply: (caller: Caller, to: string, body: object = {}) =>
      app.call(createReply, { body: { comment: to, message: 'Done.', ...body } }, caller),
    attachment: (caller: Caller) =>
      newFile(app, caller, { purpose: 'COMMENT', review: reviewId, name: 'note.png' }),
    remove: (caller: Caller, id: string) => app.call(deleteComment, { params: { id } }, caller),
    setStatus: (caller: Caller, id: string, status: 'OPEN' | 'RESOLVED') =>
      app.call(changeCommentStatus, { params: { id }, body: { status } }, caller),
    edit: (caller: Caller, id: string, body: object) =>
      app.call(editComment, { params: { id }, body }, caller),
    counts,
    async expectCountsToFit(id?: string): Promise<void> {
      const { listed, totals, review, files } = await counts(id)
      expect(totals).toEqual(listed)
      expect(review).toEqual(listed)
      expect(files).toEqual(listed.slice(0, 2))
    },
  }
}
