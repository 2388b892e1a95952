import { describe, expect, test } from 'vitest'
import type { ReviewAccess } from '#server/modules/access/policy'
import { commentAbilities, isAuthor, replyAbilities } from '#server/modules/comments/policy'

function access(role: ReviewAccess['role'], via: ReviewAccess['via']): ReviewAccess {
  return {
    subject: { kind: 'REVIEW', _id: 'r' },
    reviewId: 'r',
    ownerId: 'o',
    visibility: 'UNLISTED',
    epoch: 1,
    via,
    role,
    user: null,
    link: null,
    grant: { via: 'p', stamp: '1.1' },
    mayDownload: true,
    mayDecide: false,
    onlyCurrent: false,
    mayJoin: false,
    endsAt: null,
  }
}

const owner = access('OWNER', 'owner')
const editor = access('EDITOR', 'member')
const commenter = access('COMMENTER', 'member')
const viewer = access('VIEWER', 'member')
const byLink = access('COMMENTER', 'link')

const own = { isOwn: true, isDeleted: false }
const another = { isOwn: false, isDeleted: false }

describe('a comment', () => {
  test('owners and editors resolve and delete anyone’s, and edit only their own', () => {
    for (const who of [owner, editor]) {
      expect(commentAbilities(who, another)).toEqual({
        edit: false,
        delete: true,
        resolve: true,
        reply: true,
        react: true,
      })
      expect(commentAbilities(who, own)).toEqual({
        edit: true,
        delete: true,
        resolve: true,
        reply: true,
        react: true,
      })
    }
  })
  test('commenters do everything with their own and reply to others’', () => {
    expect(commentAbilities(commenter, own)).toEqual({
      edit: true,
      delete: true,
      resolve: true,
      reply: true,
      react: true,
    })
    expect(commentAbilities(commenter, another)).toEqual({
      edit: false,
      delete: false,
      resolve: false,
      reply: true,
      react: true,
    })
  })
  test('people with a link resolve nothing, not even their own', () => {
    expect(commentAbilities(byLink, own)).toEqual({
      edit: true,
      delete: true,
      resolve: false,
      reply: true,
      react: true,
    })
  })
  test('people who only read can do nothing, not even with their own earlier comments', () => {
    const nothing = { edit: false, delete: false, resolve: false, reply: false, react: false }
    expect(commentAbilities(viewer, own)).toEqual(nothing)
  })
  test('that is deleted only changes its status', () => {
    const buried = { isOwn: true, isDeleted: true }
    expect(commentAbilities(owner, buried)).toEqual({
      edit: false,
      delete: false,
      resolve: true,
      reply: false,
      react: false,
    })
  })
})

test('the writer edits a reply, the writer or a moderator deletes it, and anyone who comments reacts to it', () => {
  expect(replyAbilities(byLink, { isOwn: true })).toEqual({ edit: true, delete: true, react: true })
  expect(replyAbilities(byLink, { isOwn: false })).toEqual({ edit: false, delete: false, react: true })
  expect(replyAbilities(editor, { isOwn: false })).toEqual({ edit: false, delete: true, react: true })
})

test('a guest and a user with the same id are not the same person', () => {
  const guest = { kind: 'guest', id: 'x', name: 'Gus' } as const
  expect(isAuthor({ kind: 'GUEST', _id: 'x' }, guest)).toBe(true)
  expect(isAuthor({ kind: 'USER', _id: 'x' }, guest)).toBe(false)
  expect(isAuthor({ kind: 'USER', _id: 'x' }, { kind: 'visitor' })).toBe(false)
})
