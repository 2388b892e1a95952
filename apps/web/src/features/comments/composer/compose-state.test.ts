import { expect, test } from 'vitest'
import { emptyDraft } from '#web/features/comments/outbox/drafts'
import {
  type ComposeAction,
  composeProblem,
  composeReducer,
  draftOf,
  findUnfinished,
  hasContent,
  placesFor,
  startCompose,
} from './compose-state.ts'

const play = (...actions: ComposeAction[]) => actions.reduce(composeReducer, startCompose(emptyDraft))
const file = { _id: 'f', name: 'shot.png', kind: 'IMAGE' as const }
const chosen = (id: string, name: string) => ({
  id,
  name,
  type: 'image/png',
  size: 9,
  lastModified: 1,
  address: null,
})

test('an empty message without files cannot be sent', () => {
  expect(composeProblem(play())).toBe('Write a message or attach a file.')
  expect(composeProblem(play({ do: 'write', text: '  \n' }))).toBe('Write a message or attach a file.')
  expect(composeProblem(play({ do: 'write', text: 'Hi' }))).toBeNull()
})

test('a picture alone can be sent', () => {
  const state = play({ do: 'attach', chosen: chosen('a', 'shot.png'), isUploading: true })
  expect(composeProblem(state)).toBeNull()
  expect(hasContent(state)).toBe(true)
})

test('the draft keeps uploaded files, and names those to choose again', () => {
  const state = play(
    { do: 'write', text: 'Look' },
    { do: 'attach', chosen: chosen('a', 'shot.png'), isUploading: true },
    { do: 'attach', chosen: chosen('b', 'other.png'), isUploading: false },
    { do: 'uploaded', id: 'a', file },
  )
  const draft = {
    text: 'Look',
    files: [file],
    unfinished: [chosen('b', 'other.png')],
    marker: null,
    mentioned: [],
  }
  expect(draftOf(state, null)).toEqual(draft)
})

test('a failed upload keeps its place and says why; it can be tried again', () => {
  const state = play(
    { do: 'attach', chosen: chosen('a', 'shot.png'), isUploading: true },
    { do: 'uploadFailed', id: 'a', error: 'No line.' },
  )
  expect(state.attached[0]).toMatchObject({ state: 'failed', error: 'No line.' })
  expect(composeReducer(state, { do: 'upload', id: 'a' }).attached[0]).toMatchObject({
    state: 'uploading',
    error: null,
  })
})

test('a reload during an upload names the file, which resumes once chosen again', () => {
  const left = play(
    { do: 'attach', chosen: chosen('a', 'shot.png'), isUploading: true },
    { do: 'progress', id: 'a', percent: 40 },
    { do: 'addressed', id: 'a', address: 'https://server/tus/a' },
  )
  const back = startCompose(draftOf(left, null))
  expect(back.attached.map((one) => [one.name, one.state])).toEqual([['shot.png', 'missing']])
  expect(composeProblem(back)).toBe('shot.png didn’t finish uploading. Choose it again, or remove it.')
  const { id: _, address: __, ...seen } = chosen('', 'shot.png')
  expect(findUnfinished(back.attached, { ...seen, size: 10 })).toBeUndefined()
  const again = findUnfinished(back.attached, seen)
  expect(again?.address).toBe('https://server/tus/a')
  if (!again) return
  const goingOn = composeReducer(back, { do: 'attach', chosen: again, isUploading: true })
  expect(goingOn.attached).toMatchObject([{ id: 'a', state: 'uploading' }])
})

test('an eleventh file is refused with a sentence', () => {
  const many = Array.from(
    { length: 11 },
    (_, i): ComposeAction => ({ do: 'attach', chosen: chosen(`${i}`, 'x'), isUploading: true }),
  )
  const state = play(...many)
  expect(state.attached).toHaveLength(10)
  expect(state.error).toMatch(/At most 10 files/)
})

test('a refusal restores the text, with the reason', () => {
  const state = play({ do: 'write', text: 'Hi' }, { do: 'send' }, { do: 'refuse', error: 'Too fast.' })
  expect(state).toMatchObject({ step: 'writing', text: 'Hi', error: 'Too fast.' })
})

test('a message cannot change while it is sent; stopping gives all of it back', () => {
  const written = play(
    { do: 'write', text: 'Hi' },
    { do: 'attach', chosen: chosen('a', 'shot.png'), isUploading: true },
    { do: 'send' },
  )
  const edits: ComposeAction[] = [
    { do: 'write', text: 'Hi, and more' },
    { do: 'attach', chosen: chosen('b', 'other.png'), isUploading: true },
    { do: 'detach', id: 'a' },
  ]
  expect(edits.reduce(composeReducer, written)).toEqual(written)
  const arrived = composeReducer(written, { do: 'uploaded', id: 'a', file })
  expect(arrived.attached[0]?.state).toBe('ready')
  const back = composeReducer(arrived, { do: 'back' })
  expect(back).toMatchObject({ step: 'writing', text: 'Hi', attached: [{ id: 'a' }] })
  expect(edits.reduce(composeReducer, back)).toMatchObject({ text: 'Hi, and more', attached: [{ id: 'b' }] })
})

test('a returned message is appended to the new draft, which it keeps intact', () => {
  const state = play(
    { do: 'write', text: 'Another' },
    { do: 'attach', chosen: chosen('a', 'shot.png'), isUploading: true },
    { do: 'restore', draft: { ...emptyDraft, text: 'Refused', files: [file] } },
  )
  expect(state.text).toBe('Another\n\nRefused')
  expect(state.attached.map((one) => one.state)).toEqual(['uploading', 'ready'])
  expect(play({ do: 'restore', draft: { ...emptyDraft, text: 'Refused' } }).text).toBe('Refused')
})

test('with ten attached, a file chosen again takes its own place in any order', () => {
  const files = Array.from({ length: 10 }, (_, i) => chosen(`${i}`, `${i}.png`))
  const back = startCompose({ ...emptyDraft, unfinished: files })
  const [nine] = files.slice(-1)
  const fresh = chosen('', 'new.png')
  const places = placesFor([fresh, nine ?? fresh], back.attached)
  expect(places.map((one) => [one.chosen.name, one.isTooMuch])).toEqual([
    ['9.png', false],
    ['new.png', true],
  ])
  expect(places[0]?.chosen.id).toBe('9')
})

test('asks again for a refused name', () => {
  expect(play({ do: 'askName' }, { do: 'refuse', error: 'Please enter your name' }).step).toBe('naming')
})

test('a picked person is in the draft as long as the text has the name', () => {
  const person = { _id: 'u', name: 'Ada Example' }
  const named = [
    { do: 'mention', person } as const,
    { do: 'write', text: 'Look, @Ada Example' } as const,
  ].reduce(composeReducer, startCompose(emptyDraft))
  expect(draftOf(named, null).mentioned).toEqual([person])
  expect(startCompose(draftOf(named, null)).mentioned).toEqual([person])
  expect(draftOf(composeReducer(named, { do: 'write', text: 'Look' }), null).mentioned).toEqual([])
})

test('invisible characters alone cannot be sent', () => {
  const state = composeReducer(startCompose(emptyDraft), { do: 'write', text: '\u200B\u2060' })
  expect(composeProblem(state)).toBe('Write a message or attach a file.')
})

test('a message that was sent before keeps its key, unless the writer starts over', () => {
  const draft = { ...emptyDraft, text: 'Too dark', key: 'sent-before' }
  const given = composeReducer(play({ do: 'write', text: 'And' }), { do: 'restore', draft })
  const changed = composeReducer(given, { do: 'write', text: 'Too light' })
  expect(draftOf(changed, null)).toMatchObject({ text: 'Too light', key: 'sent-before' })
  expect(startCompose(draftOf(changed, null)).key).toBe('sent-before')
  const startOver = [
    { do: 'write' as const, text: '' },
    { do: 'write' as const, text: 'Else' },
  ]
  expect(draftOf(startOver.reduce(composeReducer, changed), null)).not.toHaveProperty('key')
  expect(draftOf(composeReducer(changed, { do: 'clear' }), null)).not.toHaveProperty('key')
})
