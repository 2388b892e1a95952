import { expect, test, vi } from 'vitest'
import { type CommentItem, commentKinds } from './comment-changes.ts'
import { keepItem, readItems } from './outbox-storage.ts'

// The module reads the session when imported.
vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null }))

const item = (key: string, writer: string | null): CommentItem => ({
  key,
  target: { kind: 'comment', file: 'f', type: 'GENERAL', marker: null },
  message: key,
  files: [],
  mentioned: [],
  at: '2026-01-01T10:00:00.000Z',
  author: 'Gina',
  writer,
  state: 'failed',
  error: 'No.',
  tries: 3,
})

test('an account’s unsent items wait for that account; a guest’s wait for anyone', () => {
  const kept: Record<string, string> = {}
  // Own properties, as in browsers.
  const storage = Object.defineProperties(kept, {
    getItem: { value: (name: string) => kept[name] ?? null },
    setItem: { value: (name: string, text: string) => Object.assign(kept, { [name]: text }) },
  })
  vi.stubGlobal('localStorage', storage)
  for (const one of [item('ada', 'u-ada'), item('bob', 'u-bob'), item('guest', null)]) keepItem('r', one)
  const keysFor = (writer: string | null) => readItems('r', writer, commentKinds.read).map((one) => one.key)
  expect(keysFor('u-ada')).toEqual(['ada', 'guest'])
  expect(keysFor('u-bob')).toEqual(['bob', 'guest'])
  expect(keysFor(null)).toEqual(['guest'])
  expect(readItems('r', 'u-ada', commentKinds.read)[0]).toMatchObject({
    writer: 'u-ada',
    state: 'waiting',
    tries: 0,
  })
})
