import {
  changeCommentStatus,
  createComment,
  createReply,
  deleteComment,
  deleteReply,
  editComment,
  listReviewComments,
} from '@wingmark/contract/comments'
import { deleteFile, duplicateFile, redrawFile, renameFile } from '@wingmark/contract/files'
import { joinReview, listMembers, removeMember } from '@wingmark/contract/members'
import {
  changeShareAccess,
  changeVisibility,
  createReview,
  deleteReview,
  getReview,
  openShare,
  updateReview,
} from '@wingmark/contract/reviews'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pdf } from './files.ts'
import { newFile, newGuest, newReview, newUser, png, upload } from './people.ts'
import { type Caller, startTestApp, type TestApp } from './start-test-app.ts'
import { createTus } from './tus.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

type Answered = { status: number }
const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(Math.random() * all.length)]
const marker = { page: 1, x: 0.5, y: 0.5 }

test('simultaneous actions of many people do not make each other fail', async () => {
  const owner = await newUser(app)
  const others = await Promise.all([1, 2, 3].map(() => newUser(app)))
  const reviews = await Promise.all([1, 2].map(() => newReview(app, owner, 3)))
  const one = () => pick(reviews)
  const guests = await Promise.all(reviews.flatMap(({ share }) => [1, 2].map(() => newGuest(app, share))))
  for (const { review } of reviews)
    await app.call(changeShareAccess, { params: { id: review._id }, body: { access: 'EDIT' } }, owner)
  const made: { comments: string[]; replies: string[] } = { comments: [], replies: [] }
  const failed: string[] = []

  const anyone = () => pick<Caller>([owner, ...others, ...guests]) ?? owner
  const member = () => pick([owner, ...others]) ?? owner
  const comment = () => pick(made.comments) ?? ''
  const attachments = async (who: Caller, review: string) => {
    const files = await Promise.all(
      [1, 2].map(async (n) => {
        if (n === 1) return (await upload(app, who, { purpose: 'COMMENT', review })).body.result?._id
        const body = png()
        const wanted = { size: body.length, purpose: 'COMMENT', review, body }
        const answer = await createTus(app, who, wanted)
        if (answer.status >= 500) failed.push(`tus ${answer.status}`)
        return answer.file ?? undefined
      }),
    )
    return files.filter((id) => id !== undefined)
  }
  const deeds: Record<string, () => Promise<Answered>> = {
    async comment() {
      const { review, files } = one() ?? { review: { _id: '' }, files: [] }
      const who = anyone()
      const attached = Math.random() < 0.4 ? await attachments(who, review._id) : []
      const body = { file: pick(files)?._id ?? '', message: 'Yes', marker, files: attached }
      const answer = await app.call(createComment, { body }, who)
      if (answer.status === 201) made.comments.push(answer.body.result._id)
      return answer
    },
    async reply() {
      const who = anyone()
      const attached = Math.random() < 0.3 ? await attachments(who, one()?.review._id ?? '') : []
      const body = { comment: comment(), message: 'No', files: attached }
      const answer = await app.call(createReply, { body }, who)
      if (answer.status === 201) made.replies.push(answer.body.result._id)
      return answer
    },
    edit: () => app.call(editComment, { params: { id: comment() }, body: { message: 'Perhaps' } }, anyone()),
    resolve: () =>
      app.call(
        changeCommentStatus,
        { params: { id: comment() }, body: { status: pick(['OPEN', 'RESOLVED'] as const) ?? 'OPEN' } },
        owner,
      ),
    remove: () => app.call(deleteComment, { params: { id: comment() } }, owner),
    removeReply: () => app.call(deleteReply, { params: { id: pick(made.replies) ?? '' } }, owner),
    list: () => app.call(listReviewComments, { params: { id: one()?.review._id ?? '' } }, owner),
    open: () => app.call(openShare, { body: { shareCode: one()?.share ?? '' } }, anyone()),
    look: () => app.call(getReview, { params: { id: one()?.review._id ?? '' } }, member()),
    join: () => app.call(joinReview, { body: { shareCode: one()?.share ?? '' } }, pick(others) ?? owner),
    async leave() {
      const id = one()?.review._id ?? ''
      const memberId = pick(others)?.user._id ?? ''
      await app.call(listMembers, { params: { id } }, owner)
      return app.call(removeMember, { params: { id, memberId } }, owner)
    },
    async add() {
      const bytes = Math.random() < 0.3 ? pdf(3) : png()
      const file = await newFile(app, member(), {
        bytes,
        name: bytes.subarray(0, 4).toString() === '%PDF' ? 'a.pdf' : 'a.png',
      })
      const found = one()
      const answer = await app.call(
        updateReview,
        { params: { id: found?.review._id ?? '' }, body: { files: [file._id] } },
        owner,
      )
      if (answer.status === 200) found?.files.push(file)
      return answer
    },
    rename: () =>
      app.call(
        renameFile,
        { params: { id: pick(one()?.files ?? [])?._id ?? '' }, body: { name: 'b.png' } },
        owner,
      ),
    copy: () => app.call(duplicateFile, { params: { id: pick(one()?.files ?? [])?._id ?? '' } }, member()),
    redraw: () => app.call(redrawFile, { params: { id: pick(one()?.files ?? [])?._id ?? '' } }, owner),
    removeFile: () =>
      app.call(deleteFile, { params: { id: pick((one()?.files ?? []).slice(2))?._id ?? '' } }, owner),
    show: () =>
      app.call(
        changeVisibility,
        {
          params: { id: one()?.review._id ?? '' },
          body: { visibility: pick(['UNLISTED', 'PUBLIC'] as const) ?? 'PUBLIC' },
        },
        owner,
      ),
    async publish() {
      const files = await Promise.all([newFile(app, owner), newFile(app, owner)])
      const { body } = await app.call(
        createReview,
        { body: { name: 'New', files: files.map(({ _id }) => _id) } },
        owner,
      )
      return app.call(deleteReview, { params: { id: body.result?._id ?? '' } }, owner)
    },
  }
  const names = Object.keys(deeds)
  const counts = new Map<string, number>()
  const until = performance.now() + 8_000
  // Fewer than connections: nobody has to wait for one.
  const workers = Array.from({ length: 10 }, async () => {
    while (performance.now() < until) {
      const name = Math.random() < 0.4 ? (pick(['comment', 'reply']) ?? '') : (pick(names) ?? '')
      const { status } = (await deeds[name]?.()) ?? { status: 0 }
      counts.set(`${name} ${status}`, (counts.get(`${name} ${status}`) ?? 0) + 1)
      if (status >= 500) failed.push(`${name} ${status}`)
    }
  })
  await Promise.all(workers)
  expect(counts.get('comment 201')).toBeGreaterThan(5)
  expect(counts.get('reply 201')).toBeGreaterThan(5)
  expect(failed).toEqual([])
})
