import type { Marker } from '@wingmark/contract/comments'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { draftSlots } from '#web/features/comments/outbox/comment-target'
import { emptyDraft, keepDraft } from '#web/features/comments/outbox/drafts'
import { slotBeingWritten } from './slot-being-written.ts'

const kept = new Map<string, string>()
beforeEach(() => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})
afterEach(() => {
  kept.clear()
  vi.unstubAllGlobals()
})

const marker: Marker = { page: 1, x: 0.5, y: 0.5, shape: 'POINT' }
const nothing = { mark: null, selected: null }
const begin = (slot: string) => keepDraft(slot, { ...emptyDraft, text: 'Begun' })

test('a measurement goes into the open draft, wherever that is', () => {
  const [mark, general, reply] = [
    draftSlots.mark('r', 'f'),
    draftSlots.general('r', 'f'),
    draftSlots.reply('r', 'c'),
  ]
  expect(slotBeingWritten('r', 'f', nothing)).toBeNull()
  expect(slotBeingWritten('r', 'f', { ...nothing, selected: 'c' })).toBeNull()
  begin(general)
  expect(slotBeingWritten('r', 'f', nothing)).toBe(general)
  expect(slotBeingWritten('r', 'other', nothing)).toBeNull()
  begin(reply)
  expect(slotBeingWritten('r', 'f', { ...nothing, selected: 'c' })).toBe(reply)
  expect(slotBeingWritten('r', 'f', { selected: null, mark: { fileId: 'f', marker } })).toBe(mark)
  expect(slotBeingWritten('r', 'f', { selected: null, mark: { fileId: 'f', marker, finding: 'x' } })).toBe(
    draftSlots.finding('r', 'x'),
  )
})
