import { expect, test } from 'vitest'
import { emptyDraft } from '#web/features/comments/outbox/drafts'
import { openNote, stateWithoutSending } from '#web/features/workspaces/notes/note-draft'

const note = { _id: 'n', note: 'Ask Bo', version: 3 }
const draftOf = (text: string, base?: { text: string; version: number }) => ({
  ...emptyDraft,
  text,
  ...(base ? { base } : {}),
})

test('what an earlier visit could not save is on the screen, and goes', () => {
  expect(openNote(note, draftOf('Ask Bo, today', { text: 'Ask Bo', version: 3 }))).toEqual({
    text: 'Ask Bo, today',
    saved: { id: 'n', text: 'Ask Bo', version: 3 },
    state: 'writing',
  })
  expect(openNote(null, draftOf('A lamp'))).toMatchObject({ text: 'A lamp', state: 'writing' })
  expect(openNote(null, emptyDraft)).toMatchObject({ text: '', state: 'saved' })
})

test('what another device has written since is not written over', () => {
  const left = openNote(note, draftOf('Ask Eve', { text: 'Ask', version: 2 }))
  expect(left).toEqual({
    text: 'Ask Eve',
    saved: { id: 'n', text: 'Ask', version: 2 },
    state: 'conflict',
  })
  expect(openNote(note, draftOf('Ask Eve')).state).toBe('conflict')
})

test('a note that was changed and changed back takes the draft', () => {
  const opened = openNote(note, draftOf('Ask Bo, today', { text: 'Ask Bo', version: 1 }))
  expect(opened).toMatchObject({ state: 'writing', saved: { version: 3 } })
})

test('a draft without a change of its own shows the note as it is now', () => {
  for (const draft of [emptyDraft, draftOf('Ask ', { text: 'Ask', version: 2 }), draftOf('Ask Bo')])
    expect(openNote(note, draft)).toEqual({
      text: 'Ask Bo',
      saved: { id: 'n', text: 'Ask Bo', version: 3 },
      state: 'saved',
    })
})

test('words that are as they were are saved, none are not', () => {
  const saved = { id: 'n', text: 'Ask Bo', version: 3 }
  expect(stateWithoutSending('Ask Bo\n', saved)).toBe('saved')
  expect(stateWithoutSending(' \n', saved)).toBe('blank')
  expect(stateWithoutSending('', { id: '', text: '', version: null })).toBe('saved')
  expect(stateWithoutSending('Ask Eve', saved)).toBeNull()
})
