import { expect, test, vi } from 'vitest'
import { type CommentItem, commentKinds } from './comment-changes.ts'
import { draftSlots, isSameComment, isSameReply, parseSlot, slotOf } from './comment-target.ts'
import { item, marker } from './made-item.ts'

// The module reads the session when imported.
vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null }))

const arrived = {
  type: 'MARKED' as const,
  marker,
  message: 'Too dark',
  isCut: false,
  file: 'a',
  createdAt: '2026-01-01T10:00:01.000Z',
  author: { name: 'Gina' },
}

test('recognises the live event of an own comment before its answer arrives', () => {
  expect(isSameComment(item, arrived)).toBe(true)
  expect(isSameComment(item, { ...arrived, marker: { ...marker, x: 0.2500000001 } })).toBe(true)
})

test('recognises a long one by its beginning', () => {
  const long = { ...item, message: 'Too dark. '.repeat(1_000) }
  const beginning = { ...arrived, message: long.message.slice(0, 2_000), isCut: true }
  expect(isSameComment(long, beginning)).toBe(true)
  expect(isSameComment(long, { ...beginning, isCut: false })).toBe(false)
})

test('a similar comment by someone else, or elsewhere, is not the own one', () => {
  expect(isSameComment(item, { ...arrived, author: { name: 'Olga' } })).toBe(false)
  expect(isSameComment(item, { ...arrived, marker: { ...marker, x: 0.3 } })).toBe(false)
  expect(isSameComment(item, { ...arrived, type: 'GENERAL', marker: null })).toBe(false)
})

test('recognises a reply', () => {
  const reply: CommentItem = { ...item, target: { kind: 'reply', file: 'a', comment: 'c' }, message: 'Yes' }
  expect(isSameReply(reply, { comment: 'c', message: 'Yes', isCut: false, author: { name: 'Gina' } })).toBe(
    true,
  )
  expect(isSameReply(reply, { comment: 'd', message: 'Yes', isCut: false, author: { name: 'Gina' } })).toBe(
    false,
  )
})

test('restores a stored target, and leaves anything else alone', () => {
  const reply = { kind: 'reply', file: 'a', comment: 'c' }
  const placed = { kind: 'carry', file: 'a', comment: 'c', version: 2 }
  const changes = [
    { kind: 'status', file: 'a', comment: 'c', status: 'RESOLVED' },
    { kind: 'edit', file: 'a', comment: 'c', reply: 'r' },
    { kind: 'edit', file: 'a', comment: 'c', reply: null, editedAt: null },
    { kind: 'remove', file: 'a', comment: 'c', reply: null },
    { kind: 'move', file: 'a', comment: 'c', marker },
    { kind: 'react', file: 'a', comment: 'c', reply: null, reaction: 'HEART', isOn: true },
    { kind: 'task', file: 'a', comment: 'c', workspace: 'w', title: 'Too dark', assignee: null, dueOn: null },
    { ...placed, to: 'PLACE', marker, outcome: 'MOVED', confidence: 'SURE', seen: null },
    { ...placed, to: 'GONE', marker: null, outcome: 'NOT_FOUND', confidence: 'SURE', seen: '2026-01-01' },
    { kind: 'fix', file: 'a', comment: 'c', version: 2, result: 'ACCEPTED', seen: null },
  ]
  for (const target of [item.target, { ...item.target, version: 2 }, reply, ...changes])
    expect(commentKinds.read({ ...target }, true)).toEqual(target)
  // Blank text is not sent; other changes need none.
  expect(commentKinds.read(reply, false)).toBeNull()
  for (const target of changes) expect(commentKinds.read(target, false)).toEqual(target)
  for (const value of [
    null,
    'x',
    {},
    { kind: 'reply', file: 'a' },
    { kind: 'comment', file: 'a', type: 'MARKED' },
    { kind: 'status', file: 'a', comment: 'c', status: 'GONE' },
    { kind: 'edit', file: 'a', comment: 'c' },
    { kind: 'task', file: 'a', comment: 'c' },
    { ...placed, to: 'ELSEWHERE', marker, outcome: 'MOVED', confidence: 'SURE', seen: null },
    { kind: 'fix', file: 'a', comment: 'c', version: 2, result: 'MAYBE', seen: null },
    { kind: 'react', file: 'a', comment: 'c', reply: null, reaction: 'SKULL', isOn: true },
  ])
    expect(commentKinds.read(value, true)).toBeNull()
})

test('a draft stays with its version; the first one has the slot of earlier builds', () => {
  expect(draftSlots.mark('r', 'f')).toBe(draftSlots.mark('r', 'f', 1))
  expect(parseSlot('r', draftSlots.general('r', 'f', 3))).toEqual({ kind: 'general', id: 'f', version: 3 })
  expect(parseSlot('r', draftSlots.mark('r', 'f'))).toEqual({ kind: 'mark', id: 'f', version: 1 })
  const target = { kind: 'comment', file: 'f', type: 'GENERAL', marker: null, version: 2 } as const
  expect(slotOf('r', target)).toBe(draftSlots.general('r', 'f', 2))
})
