import type { Comment } from '@wingmark/contract/comments'
import type { File } from '@wingmark/contract/files'
import type { ReviewEvent } from '@wingmark/contract/live'
import type { ReviewPage } from '@wingmark/contract/reviews'
import { expect, test } from 'vitest'
import { applyToPage } from './apply-to-page.ts'

const time = '2026-01-01T10:00:00.000Z'

function file(id: string, more: Partial<File> = {}): File {
  return {
    _id: id,
    key: id,
    name: `${id}.png`,
    mime: 'image/png',
    kind: 'IMAGE',
    size: 1,
    animated: false,
    locked: false,
    state: 'READY',
    thumbnailUrl: '',
    previewUrl: '',
    version: 1,
    versionCount: 1,
    commentCount: 2,
    openCount: 1,
    lastSaidAt: time,
    createdAt: time,
    can: { rename: false, delete: false, download: false, redraw: false },
    ...more,
  }
}

const review: ReviewPage['review'] = {
  _id: 'r',
  name: 'Posters',
  description: '',
  commentsUntil: null,
  owner: { _id: 'o', name: 'Olga', avatar: null },
  files: ['a', 'b'],
  fileCount: 2,
  commentCount: 4,
  openCount: 2,
  cover: null,
  coverUrl: null,
  visibility: 'UNLISTED',
  share: { access: 'COMMENT', allowDownload: true },
  role: null,
  status: 'OPEN',
  round: null,
  createdAt: time,
  updatedAt: time,
  can: {
    edit: false,
    comment: true,
    resolve: false,
    share: false,
    delete: false,
    download: true,
    join: false,
    summarise: false,
    decide: false,
    startRound: false,
  },
}

const page: ReviewPage = {
  _id: 'r',
  review,
  files: [file('a'), file('b')],
  comments: { results: [], nextCursor: null, total: 0 },
  lastEventId: '9',
  readAt: time,
}

const comment: Comment = {
  _id: 'c',
  file: 'a',
  review: 'r',
  number: 3,
  version: 1,
  type: 'GENERAL',
  marker: null,
  message: 'Hello',
  files: [],
  mentions: [],
  mentionNames: [],
  author: { kind: 'GUEST', _id: 'g', name: 'Gina', avatar: null, color: 0 },
  status: 'OPEN',
  replies: [],
  replyCount: 0,
  repliesCursor: null,
  isCut: false,
  deleted: false,
  createdAt: time,
  updatedAt: time,
  reactions: [],
  reactionSeq: 0,
  can: { edit: false, delete: false, resolve: false, reply: true, react: true },
}

const countsOf = ({ files, review: { commentCount, openCount } }: ReviewPage) => [
  commentCount,
  openCount,
  files[0]?.commentCount,
  files[0]?.openCount,
]

test('counts a new comment on its file and on the review, once', () => {
  const event: ReviewEvent = { event: 'comment.created', data: comment, id: '10' }
  const once = applyToPage(page, event)
  expect(countsOf(once)).toEqual([5, 3, 3, 2])
  expect(applyToPage(once, event)).toBe(once)
})

test('an event that the first view contains is not counted again, even past one digit', () => {
  expect(applyToPage(page, { event: 'comment.created', data: comment, id: '9' })).toBe(page)
  expect(
    applyToPage({ ...page, lastEventId: '100' }, { event: 'comment.created', data: comment, id: '99' })
      .review,
  ).toBe(review)
})

test('a file has the time of its newest comment or reply', () => {
  const lastSaid = ({ files }: ReviewPage) => files.map((one) => one.lastSaidAt)
  const [later, latest] = ['2026-01-01T11:00:00.000Z', '2026-01-01T12:00:00.000Z']
  const data = { ...comment, file: 'b', createdAt: later }
  const commented = applyToPage(page, { event: 'comment.created', data, id: '10' })
  expect(lastSaid(commented)).toEqual([time, later])
  const replied = (createdAt: string, id: string): ReviewEvent => {
    const { _id, isCut, files, mentions, mentionNames, author, reactions, reactionSeq, updatedAt, can } = data
    const words = {
      _id,
      isCut,
      files,
      mentions,
      mentionNames,
      author,
      reactions,
      reactionSeq,
      updatedAt,
      can,
    }
    return {
      event: 'reply.created',
      data: { ...words, comment: 'c', file: 'a', message: 'Yes', createdAt },
      id,
    }
  }
  const answered = applyToPage(commented, replied(latest, '11'))
  expect(lastSaid(answered)).toEqual([latest, later])
  expect(lastSaid(applyToPage(answered, replied(later, '12')))).toEqual([latest, later])
})

test('resolving counts down the open ones, reopening counts up', () => {
  const resolved = applyToPage(page, {
    event: 'comment.status',
    data: { ...comment, status: 'RESOLVED' },
    id: '10',
  })
  expect(countsOf(resolved)).toEqual([4, 1, 2, 0])
  expect(countsOf(applyToPage(resolved, { event: 'comment.status', data: comment, id: '11' }))).toEqual([
    4, 2, 2, 1,
  ])
})

test('deleting a resolved comment keeps the count of open ones', () => {
  const event: ReviewEvent = { event: 'comment.deleted', data: { _id: 'c', file: 'a' }, id: '10' }
  expect(countsOf(applyToPage(page, event, false))).toEqual([3, 2, 1, 1])
  expect(countsOf(applyToPage(page, event, true))).toEqual([3, 1, 1, 0])
})

test('files come, become ready and go', () => {
  const added = applyToPage(page, { event: 'file.added', data: file('c', { state: 'PROCESSING' }), id: '10' })
  expect(added.review.files).toEqual(['a', 'b', 'c'])
  const ready = applyToPage(added, { event: 'file.ready', data: file('c'), id: '11' })
  expect(ready.files.map((one) => one.state)).toEqual(['READY', 'READY', 'READY'])
  const removed = applyToPage(ready, { event: 'file.removed', data: { _id: 'a' }, id: '12' })
  expect(removed.review).toMatchObject({ files: ['b', 'c'], fileCount: 2 })
})

test('applies a new order of the files', () => {
  const data = { ...review, files: ['b', 'a'], name: 'Posters, round 2' }
  const next = applyToPage(page, { event: 'review.updated', data, id: '10' })
  expect(next.files.map((one) => one._id)).toEqual(['b', 'a'])
  expect(next.review.name).toBe('Posters, round 2')
})
