import { expect, test } from 'vitest'
import { emptyDraft } from '#web/features/comments/outbox/drafts'
import { openNote, stateWithoutSending } from '#web/features/workspaces/notes/note-draft'

const note = { _id: 'n', note: 'Ask Bo', version: 3 }
const draftOf = (text: string, base?: { text: string; version: number }) => ({
  ...emptyDraft,
  text,
  ...(base ? { base } : {}),
})

test('shows what an earlier visit could not save, and sends it', () => {
  expect(openNote(note, draftOf('Ask Bo, today', { text: 'Ask Bo', version: 3 }))).toEqual({
    text: 'Ask Bo, today',
    saved: { id: 'n', text: 'Ask Bo', version: 3 },
    state: 'writing',
  })
  expect(openNote(null, draftOf('A lamp'))).toMatchObject({ text: 'A lamp', state: 'writing' })
  expect(openNote(null, emptyDraft)).toMatchObject({ text: '', state: 'saved' })
})

test('does not overwrite what another device has written since', () => {
  const left = openNote(note, draftOf('Ask Eve', { text: 'Ask', version: 2 }))
  expect(left).toEqual({
    text: 'Ask Eve',
    saved: { id: 'n', text: 'Ask', version: 2 },
    state: 'conflict',
  })
  expect(openNote(note, draftOf('Ask Eve')).state).toBe('conflict')
})

test('a note that was changed and changed back accepts the draft', () => {
  const opened = openNote(note, draftOf('Ask Bo, today', { text: 'Ask Bo', version: 1 }))
  expect(opened).toMatchObject({ state: 'writing', saved: { version: 3 } })
})

test('a draft without changes shows the current note', () => {
  for (const draft of [emptyDraft, draftOf('Ask ', { text: 'Ask', version: 2 }), draftOf('Ask Bo')])
    expect(openNote(note, draft)).toEqual({
      text: 'Ask Bo',
      saved: { id: 'n', text: 'Ask Bo', version: 3 },
      state: 'saved',
    })
})

test('unchanged text counts as saved, blank text does not', () => {
  const saved = { id: 'n', text: 'Ask Bo', version: 3 }
  expect(stateWithoutSending('Ask Bo\n', saved)).toBe('saved')
  expect(stateWithoutSending(' \n', saved)).toBe('blank')
  expect(stateWithoutSending('', { id: '', text: '', version: null })).toBe('saved')
  expect(stateWithoutSending('Ask Eve', saved)).toBeNull()
})
