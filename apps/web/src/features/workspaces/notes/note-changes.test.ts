import * as contract from '@wingmark/contract/private-notes'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ApiError } from '#web/lib/api-error'
import { answerLocally } from '#web/lib/local-answers'
import { changeOf, type NoteInput } from './note-changes.ts'

// The module reads the session when imported.
vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null }))

const noteOf = (id: string, note: string, version = 1) =>
  ({ _id: id, workspace: 'w', note, version }) as contract.PrivateNote
const missing = () => new ApiError({ status: 404, code: 'GONE', message: 'Gone' })

/** Answers as the server does, and knows keys that it has seen. */
function serve(...notes: contract.PrivateNote[]) {
  const there = new Map(notes.map((note) => [note._id, note]))
  const deleted = new Map<string, contract.PrivateNote>()
  const made = new Map<string, string>()
  const move = (id: string, from: typeof there, to: typeof there) => {
    const note = from.get(id)
    if (!note) throw missing()
    from.delete(id)
    to.set(id, note)
    return note
  }
  const stop = answerLocally(async (route, { params, body, idempotencyKey: key = '' }) => {
    const id = (params as { id?: string } | undefined)?.id ?? `made ${key}`
    if (route === contract.deletePrivateNote) return { result: move(id, there, deleted) }
    if (route === contract.restorePrivateNote) return { result: move(id, deleted, there) }
    const existing = made.get(key)
    if (existing) throw new ApiError({ status: 409, code: 'KEY_REUSED', message: 'Reused', existing })
    const { note, version = 0 } = body as { note: string; version?: number }
    if (route === contract.createPrivateNote) made.set(key, id)
    there.set(id, noteOf(id, note, version + 1))
    return { result: there.get(id) }
  })
  onTestFinished(stop)
  return there
}

async function send(input: NoteInput, key = 'k') {
  const saved: contract.PrivateNote[] = []
  await changeOf(input).send({ saved: (note) => void saved.push(note) }, input, { key })
  return saved[0]
}

test.each(['a', 'b'])('a deletion and its inverse leave the notes as they were: %s', async (note) => {
  const notes = [noteOf('a', 'Ask Bo'), noteOf('b', 'A lamp')]
  const there = serve(...notes)
  const input: NoteInput = { kind: 'delete', note }
  const { apply, invert, messages } = changeOf(input)
  const inverse = invert?.(notes, input)
  await send(input)
  expect([...there.values()]).toEqual(apply?.(notes, input, {}))
  if (inverse) expect(await send(inverse)).toEqual(notes.find(({ _id }) => _id === note))
  expect(new Set(there.values())).toEqual(new Set(notes))
  expect(messages.done?.(input)).toBe('Note deleted')
})

test('a note that is already deleted counts as deleted, but cannot be restored twice', async () => {
  serve()
  await expect(send({ kind: 'delete', note: 'a' })).resolves.toBeUndefined()
  await expect(send({ kind: 'restore', note: 'a' })).rejects.toThrow('Gone')
})

test('a new note whose answer was lost is saved once, with its latest text', async () => {
  const there = serve()
  const input = { kind: 'write', workspace: 'w', note: '', text: 'Ask', version: null } as const
  await send(input)
  expect(await send({ ...input, text: 'Ask Bo' })).toMatchObject({ note: 'Ask Bo', version: 2 })
  expect(there.size).toBe(1)
})
