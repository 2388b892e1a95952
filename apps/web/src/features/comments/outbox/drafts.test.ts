import { afterAll, expect, test, vi } from 'vitest'
import {
  draftsOf,
  emptyDraft,
  forgetDrafts,
  isEmptyDraft,
  keepDraft,
  parseDraft,
  readDraft,
  renameDrafts,
  sendDrafts,
  sendFromComposer,
} from './drafts.ts'

// Signing out stops storing for good: other test files share these modules and start fresh.
afterAll(() => {
  vi.resetModules()
})

const marker = { page: 2, x: 0.5, y: 0.25, shape: 'POINT' as const }

test('restores a stored draft', () => {
  const file = { _id: 'f', name: 'a.png', kind: 'IMAGE' as const }
  const left = { id: 'u', name: 'b.mov', type: 'video/quicktime', size: 5, lastModified: 1 }
  const unfinished = [
    { ...left, address: null },
    { ...left, address: 'https://server/tus/b' },
  ]
  const draft = {
    text: 'Move this',
    files: [file],
    unfinished,
    marker,
    mentioned: [{ _id: 'u', name: 'Ada Example' }],
    base: { text: 'Move', version: 3 },
  }
  expect(parseDraft(JSON.stringify(draft))).toEqual(draft)
})

test('drops what is invalid, but keeps the text', () => {
  expect(
    parseDraft(
      '{"text":"Hi","files":[{"_id":1}],"unfinished":[{"id":"u"}],"marker":{"page":0},"base":{"text":"H"}}',
    ),
  ).toEqual({
    text: 'Hi',
    files: [],
    unfinished: [],
    marker: null,
    mentioned: [],
  })
  expect(parseDraft('"x"')).toEqual(emptyDraft)
  expect(parseDraft(null)).toEqual(emptyDraft)
})

test('blanks alone are not a draft', () => {
  expect(isEmptyDraft({ ...emptyDraft, text: ' \n', marker })).toBe(true)
})

test('signing out leaves no draft, not even from an open composer', () => {
  const kept: Record<string, string> = { 'wingmark.theme': 'dark' }
  // Own properties, as in browsers.
  const storage = Object.defineProperties(kept, {
    getItem: { value: (name: string) => kept[name] ?? null },
    setItem: { value: (name: string, text: string) => Object.assign(kept, { [name]: text }) },
    removeItem: { value: (name: string) => Reflect.deleteProperty(kept, name) },
  })
  vi.stubGlobal('localStorage', storage)
  const draft = { ...emptyDraft, text: 'Move this' }
  keepDraft('r.general.f', draft)
  expect(readDraft('r.general.f')).toEqual(draft)
  keepDraft('r.reply.c', draft)
  keepDraft('r2.general.f', draft)
  keepDraft('r.mark.f', emptyDraft)
  expect(draftsOf('r.')).toEqual([
    { slot: 'r.general.f', draft },
    { slot: 'r.reply.c', draft },
  ])
  forgetDrafts()
  keepDraft('r.general.f', draft)
  expect(Object.keys(kept)).toEqual(['wingmark.theme'])
})

test('moves drafts of an earlier version to the new name', () => {
  const kept: Record<string, string> = {}
  vi.stubGlobal(
    'localStorage',
    Object.defineProperties(kept, {
      getItem: { value: (name: string) => kept[name] ?? null },
      setItem: { value: (name: string, text: string) => Object.assign(kept, { [name]: text }) },
      removeItem: { value: (name: string) => Reflect.deleteProperty(kept, name) },
    }),
  )
  kept['wingmark.draft.task.t'] = '{"text":"On the timeline"}'
  kept['wingmark.draft.task.t.title'] = '{"text":"A title"}'
  renameDrafts('task.t', 'w.timeline.task.t')
  expect(readDraft('w.timeline.task.t').text).toBe('On the timeline')
  expect(readDraft('task.t').text).toBe('')
  expect(readDraft('task.t.title').text).toBe('A title')
})

test('an open composer sends its draft itself, a closed one does not', () => {
  const send = vi.fn<() => void>()
  const close = sendDrafts('r.mark.f', send)
  expect([sendFromComposer('r.mark.f'), sendFromComposer('r.general.f')]).toEqual([true, false])
  close()
  expect(sendFromComposer('r.mark.f')).toBe(false)
  expect(send).toHaveBeenCalledOnce()
})
