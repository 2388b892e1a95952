import { expect, test } from 'vitest'
import {
  type ComposeAction,
  composeProblem,
  composeReducer,
  draftOf,
  hasContent,
  startCompose,
} from './compose-state.ts'
import { emptyDraft } from './drafts.ts'

const play = (...actions: ComposeAction[]) => actions.reduce(composeReducer, startCompose(emptyDraft))
const file = { _id: 'f', name: 'shot.png', kind: 'IMAGE' as const }

test('nothing written and nothing attached cannot be sent', () => {
  expect(composeProblem(play())).toBe('Write a message or attach a file.')
  expect(composeProblem(play({ do: 'write', text: '  \n' }))).toBe('Write a message or attach a file.')
  expect(composeProblem(play({ do: 'write', text: 'Hi' }))).toBeNull()
})

test('a picture alone can be sent', () => {
  const state = play({ do: 'attach', id: 'a', name: 'shot.png', isUploading: true })
  expect(composeProblem(state)).toBeNull()
  expect(hasContent(state)).toBe(true)
})

test('only files that have arrived are kept in the draft', () => {
  const state = play(
    { do: 'write', text: 'Look' },
    { do: 'attach', id: 'a', name: 'shot.png', isUploading: true },
    { do: 'attach', id: 'b', name: 'other.png', isUploading: false },
    { do: 'uploaded', id: 'a', file },
  )
  expect(draftOf(state, null)).toEqual({ text: 'Look', files: [file], marker: null })
})

test('a failed upload keeps its place and says why; it can be tried again', () => {
  const state = play(
    { do: 'attach', id: 'a', name: 'shot.png', isUploading: true },
    { do: 'uploadFailed', id: 'a', error: 'No line.' },
  )
  expect(state.attached[0]).toMatchObject({ state: 'failed', error: 'No line.' })
  expect(composeReducer(state, { do: 'upload', id: 'a' }).attached[0]).toMatchObject({
    state: 'uploading',
    error: null,
  })
})

test('an eleventh file is refused in words', () => {
  const many = Array.from(
    { length: 11 },
    (_, i): ComposeAction => ({ do: 'attach', id: `${i}`, name: 'x', isUploading: true }),
  )
  const state = play(...many)
  expect(state.attached).toHaveLength(10)
  expect(state.error).toMatch(/At most 10 files/)
})

test('a refusal gives the text back, with the reason', () => {
  const state = play({ do: 'write', text: 'Hi' }, { do: 'send' }, { do: 'refuse', error: 'Too fast.' })
  expect(state).toMatchObject({ step: 'writing', text: 'Hi', error: 'Too fast.' })
})

test('a name that is refused is asked for again', () => {
  expect(play({ do: 'askName' }, { do: 'refuse', error: 'Please enter your name' }).step).toBe('naming')
})
