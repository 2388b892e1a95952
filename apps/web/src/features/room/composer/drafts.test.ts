import { expect, test } from 'vitest'
import { emptyDraft, isEmptyDraft, parseDraft } from './drafts.ts'

const marker = { page: 2, x: 0.5, y: 0.25, shape: 'POINT' as const }

test('a draft comes back as it was kept', () => {
  const file = { _id: 'f', name: 'a.png', kind: 'IMAGE' as const }
  const left = { id: 'u', name: 'b.mov', type: 'video/quicktime', size: 5, lastModified: 1 }
  const unfinished = [
    { ...left, address: null },
    { ...left, address: 'https://server/tus/b' },
  ]
  const draft = { text: 'Move this', files: [file], unfinished, marker }
  expect(parseDraft(JSON.stringify(draft))).toEqual(draft)
})

test('what does not fit is left out, the text is kept', () => {
  expect(
    parseDraft('{"text":"Hi","files":[{"_id":1}],"unfinished":[{"id":"u"}],"marker":{"page":0}}'),
  ).toEqual({
    text: 'Hi',
    files: [],
    unfinished: [],
    marker: null,
  })
  expect(parseDraft('"x"')).toEqual(emptyDraft)
  expect(parseDraft(null)).toEqual(emptyDraft)
})

test('blanks alone are no draft', () => {
  expect(isEmptyDraft({ text: ' \n', files: [], unfinished: [], marker })).toBe(true)
})
