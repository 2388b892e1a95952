import type { Attachment, Comment, Reply } from '@wingmark/contract/comments'
import { describe, expect, test } from 'vitest'
import {
  addReplies,
  allComments,
  applyCommentEvent,
  type CommentPages,
  keepWhole,
  onePage,
  putComment,
  putWhole,
  renewFirst,
} from './comment-pages.ts'

const file = 'file-a'
const can = { edit: true, delete: true, resolve: true, reply: true, react: true }
const author = { kind: 'GUEST' as const, _id: 'g', name: 'Gina', avatar: null, color: 0 }
const time = (minute: number) => `2026-01-01T10:${String(minute).padStart(2, '0')}:00.000Z`

function comment(id: string, more: Partial<Comment> = {}): Comment {
  return {
    _id: id,
    file,
    review: 'r',
    number: 1,
    version: 1,
    type: 'MARKED',
    marker: { page: 1, x: 0.5, y: 0.5, shape: 'POINT' },
    message: `message ${id}`,
    isCut: false,
    files: [],
    mentions: [],
    mentionNames: [],
    author,
    reactions: [],
    reactionSeq: 0,
    status: 'OPEN',
    replies: [],
    replyCount: more.replies?.length ?? 0,
    repliesCursor: null,
    deleted: false,
    createdAt: time(0),
    updatedAt: time(0),
    can,
    ...more,
  }
}

function reply(id: string, to: string, more: Partial<Reply> = {}): Reply {
  return {
    _id: id,
    comment: to,
    message: `reply ${id}`,
    isCut: false,
    files: [],
    mentions: [],
    mentionNames: [],
    author,
    createdAt: time(0),
    updatedAt: time(0),
    reactions: [],
    reactionSeq: 0,
    can: { edit: true, delete: true, react: true },
    ...more,
  }
}

const pagesOf = (...results: Comment[]): CommentPages =>
  onePage({ results, nextCursor: null, total: results.length })
const ids = (pages: CommentPages) => allComments(pages).map((one) => one._id)

describe('comments of a file', () => {
  test('a comment that arrives twice is listed once', () => {
    const event = { event: 'comment.created' as const, data: comment('2') }
    let pages = applyCommentEvent(pagesOf(comment('1')), file, event)
    pages = applyCommentEvent(pages, file, event)
    expect(ids(pages)).toEqual(['1', '2'])
    expect(pages.pages[0]?.total).toBe(2)
  })

  test('a picture that an event announced stays, even if an older answer arrives later', () => {
    const bytes = { key: 'k', mime: 'image/png', kind: 'IMAGE', size: 1 } as const
    const urls = { thumbnailUrl: '/t', previewUrl: '/p' }
    const picture = (state: Attachment['state']) => [{ _id: 'p', name: 'a.png', ...bytes, ...urls, state }]
    const created = (state: Attachment['state']) => ({
      event: 'comment.created' as const,
      data: comment('1', { files: picture(state) }),
    })
    const replied = (state: Attachment['state']) => ({
      event: 'reply.created' as const,
      data: reply('r', '1', { files: picture(state) }),
    })
    let pages = applyCommentEvent(pagesOf(), file, created('READY'))
    pages = applyCommentEvent(pages, file, created('PROCESSING'))
    for (const state of ['READY', 'PROCESSING'] as const)
      pages = applyCommentEvent(pages, file, replied(state))
    const [shown] = allComments(pages)
    expect(shown?.files[0]?.state).toBe('READY')
    expect(shown?.replies[0]?.files[0]?.state).toBe('READY')
    pages = applyCommentEvent(pages, file, created('FAILED'))
    expect(allComments(pages)[0]?.files[0]?.state).toBe('FAILED')
  })

  test('a comment that came live and again with a later page is listed once, in order of time', () => {
    const pages: CommentPages = {
      pages: [
        { results: [comment('1'), comment('4')], nextCursor: 'x', total: 4 },
        { results: [comment('2'), comment('3'), comment('4')], nextCursor: null, total: 4 },
      ],
      pageParams: [undefined, 'x'],
    }
    expect(ids(pages)).toEqual(['1', '2', '3', '4'])
  })

  test('reading the first page again keeps the pages loaded after it', () => {
    const pages: CommentPages = {
      pages: [
        { results: [comment('1'), comment('2')], nextCursor: '2', total: 3 },
        { results: [comment('3')], nextCursor: null, total: 3 },
      ],
      pageParams: [undefined, '2'],
    }
    const fresh = (nextCursor: string | null) => ({ results: [comment('2')], nextCursor, total: 2 })
    const renewed = renewFirst(pages, fresh('2'))
    expect([ids(renewed), renewed.pages.at(-1)?.total]).toEqual([['2', '3'], 2])
    expect(renewed.pageParams).toEqual([undefined, '2'])
    expect(ids(renewFirst(pages, fresh(null)))).toEqual(['2'])
  })

  test('a comment of another file changes nothing', () => {
    const pages = pagesOf(comment('1'))
    const event = { event: 'comment.created' as const, data: comment('2', { file: 'file-b' }) }
    expect(applyCommentEvent(pages, file, event)).toBe(pages)
  })

  test('an older state of a comment does not undo a newer one', () => {
    const pages = pagesOf(comment('1', { message: 'new', updatedAt: time(5) }))
    const event = {
      event: 'comment.updated' as const,
      data: comment('1', { message: 'old', updatedAt: time(4) }),
    }
    expect(allComments(applyCommentEvent(pages, file, event))[0]?.message).toBe('new')
  })

  test('a deleted comment is gone; one with replies leaves a tombstone', () => {
    const pages = pagesOf(comment('1'), comment('2', { replies: [reply('r1', '2')] }))
    const gone = applyCommentEvent(pages, file, { event: 'comment.deleted', data: { _id: '1', file } })
    expect(ids(gone)).toEqual(['2'])
    const [tombstone] = allComments(
      applyCommentEvent(gone, file, { event: 'comment.deleted', data: { _id: '2', file } }),
    )
    expect(tombstone).toMatchObject({ deleted: true, message: '', replies: [{ _id: 'r1' }] })
    expect(tombstone?.can.reply).toBe(false)
  })

  test('replies come, change and go, each once', () => {
    let pages = pagesOf(comment('1'))
    const created = { event: 'reply.created' as const, data: reply('r1', '1') }
    pages = applyCommentEvent(applyCommentEvent(pages, file, created), file, created)
    expect(allComments(pages)[0]?.replies).toHaveLength(1)
    const data = reply('r1', '1', { message: 'better', updatedAt: time(1) })
    pages = applyCommentEvent(pages, file, { event: 'reply.updated', data })
    expect(allComments(pages)[0]?.replies[0]?.message).toBe('better')
    pages = applyCommentEvent(pages, file, { event: 'reply.deleted', data: { _id: 'r1', comment: '1' } })
    expect(allComments(pages)[0]?.replies).toEqual([])
  })

  test('a reply to an unknown comment changes nothing', () => {
    const pages = pagesOf(comment('1'))
    expect(applyCommentEvent(pages, file, { event: 'reply.created', data: reply('r1', '9') })).toBe(pages)
  })
})

describe('further replies and cut messages', () => {
  const first = comment('c1', {
    message: 'begin',
    isCut: true,
    replies: [reply('r1', 'c1')],
    replyCount: 4,
    repliesCursor: 'r1',
  })
  const of = (pages: CommentPages) => allComments(pages)[0]
  const ids = (pages: CommentPages) => of(pages)?.replies.map((one) => one._id)
  const pages = onePage({ results: [first], nextCursor: null, total: 1 })

  test('further replies keep their order, even if a newer one is there already', () => {
    const withReply = applyCommentEvent(pages, file, { event: 'reply.created', data: reply('r5', 'c1') })
    expect(of(withReply)).toMatchObject({ replyCount: 5, repliesCursor: 'r1' })
    const some = addReplies(withReply, 'c1', { results: [reply('r2', 'c1')], nextCursor: 'r2', total: 5 })
    expect(ids(some)).toEqual(['r1', 'r2', 'r5'])
    const rest = [reply('r3', 'c1'), reply('r4', 'c1'), reply('r5', 'c1')]
    const all = addReplies(some, 'c1', { results: rest, nextCursor: null, total: 5 })
    expect(ids(all)).toEqual(['r1', 'r2', 'r3', 'r4', 'r5'])
    expect(of(all)).toMatchObject({ replyCount: 5, repliesCursor: null })
  })

  test('a changed comment keeps its loaded replies', () => {
    const rest = [reply('r2', 'c1'), reply('r3', 'c1'), reply('r4', 'c1')]
    const loaded = addReplies(pages, 'c1', { results: rest, nextCursor: null, total: 4 })
    const whole = putWhole(loaded, { ...first, message: 'beginning and end', isCut: false })
    const changed = applyCommentEvent(whole, file, {
      event: 'comment.status',
      data: { ...first, status: 'RESOLVED', updatedAt: time(9) },
    })
    expect(ids(changed)).toEqual(['r1', 'r2', 'r3', 'r4'])
    expect(of(changed)).toMatchObject({
      status: 'RESOLVED',
      message: 'beginning and end',
      isCut: false,
      repliesCursor: null,
    })
  })

  test('a reply that is counted but not loaded can change and be deleted', () => {
    const updated = { event: 'reply.updated' as const, data: reply('r3', 'c1') }
    expect(of(applyCommentEvent(pages, file, updated))).toMatchObject({
      replyCount: 4,
      replies: [{ _id: 'r1' }],
    })
    const deleted = { event: 'reply.deleted' as const, data: { _id: 'r3', comment: 'c1' } }
    expect(of(applyCommentEvent(pages, file, deleted))).toMatchObject({
      replyCount: 3,
      replies: [{ _id: 'r1' }],
    })
    const withReply = applyCommentEvent(pages, file, { event: 'reply.created', data: reply('r5', 'c1') })
    const gone = { event: 'reply.deleted' as const, data: { _id: 'r5', comment: 'c1' } }
    expect(of(applyCommentEvent(withReply, file, gone))).toMatchObject({ replyCount: 4 })
  })

  test('a reply fetched in full stays full when its comment is resolved', () => {
    const cut = {
      ...first,
      replies: [reply('r1', 'c1', { message: 'so', isCut: true })],
      repliesCursor: null,
    }
    const whole = putWhole(
      onePage({ results: [cut], nextCursor: null, total: 1 }),
      reply('r1', 'c1', { message: 'so it ends' }),
    )
    const data = { ...cut, status: 'RESOLVED' as const, updatedAt: time(9) }
    const changed = applyCommentEvent(whole, file, { event: 'comment.status', data })
    expect(of(changed)?.replies[0]).toMatchObject({ message: 'so it ends', isCut: false })
  })

  test('a message fetched in full stays full when its page is read again, and is cut once it changes', () => {
    const whole = putWhole(pages, { ...first, message: 'beginning and end', isCut: false })
    const page = (comment: Comment) => ({ results: [comment], nextCursor: null, total: 1 })
    expect(keepWhole(whole, page(first)).results[0]).toMatchObject({
      message: 'beginning and end',
      isCut: false,
    })
    const changed = page({ ...first, message: 'other', editedAt: time(9), updatedAt: time(9) })
    expect(keepWhole(whole, changed)).toEqual(changed)
    expect(keepWhole(undefined, page(first))).toEqual(page(first))
  })

  test('a message that its writer edits is cut again', () => {
    const whole = putWhole(pages, { ...first, message: 'beginning and end', isCut: false })
    const data = { ...first, message: 'other', editedAt: time(9), updatedAt: time(9) }
    expect(of(applyCommentEvent(whole, file, { event: 'comment.updated', data }))).toMatchObject({
      message: 'other',
      isCut: true,
    })
  })
})

test('keeps the newest reactions in any order of answers and events', () => {
  const heart = (count: number) => [{ kind: 'HEART' as const, count, people: [], isMine: false }]
  const start = onePage({
    results: [comment('1', { replies: [reply('2', '1')] })],
    nextCursor: null,
    total: 1,
  })
  const event = {
    event: 'comment.reactions' as const,
    data: { _id: '1', file, reactions: heart(2), reactionSeq: 2 },
  }
  const reacted = applyCommentEvent(start, file, event)
  const late = { ...event, data: { ...event.data, reactions: heart(1), reactionSeq: 1 } }
  const edited = comment('1', {
    message: 'Other words',
    updatedAt: time(5),
    reactions: heart(1),
    reactionSeq: 1,
  })
  const after = putComment(applyCommentEvent(reacted, file, late), edited)
  expect(allComments(after)[0]).toMatchObject({ message: 'Other words', reactions: heart(2), reactionSeq: 2 })

  const ofReply = { _id: '2', comment: '1', reactions: heart(4), reactionSeq: 4 }
  const answered = applyCommentEvent(start, file, { event: 'reply.reactions', data: ofReply })
  expect(allComments(answered)[0]?.replies[0]?.reactions).toEqual(heart(4))
})
