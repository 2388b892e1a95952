import { afterEach, expect, test, vi } from 'vitest'
import { ApiError, isPassing, makeOrChange, networkError } from '#web/lib/api-error'
import { type CommentItem, type CommentTarget, commentKinds } from './comment-changes.ts'
import { createOutbox } from './outbox.ts'
import type { Kinds } from './outbox-queues.ts'
import type { End } from './outbox-state.ts'

// The module reads the session when imported.
vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null }))

afterEach(() => {
  vi.unstubAllGlobals()
})

const by = { files: [], mentioned: [], author: 'Gina', writer: null }
const status = (comment: string, to: 'OPEN' | 'RESOLVED'): CommentTarget => ({
  kind: 'status',
  file: 'f',
  comment,
  status: to,
})

/** The kinds of changes of comments, sent in another way. */
const sentBy = (send: (item: CommentItem) => Promise<void>): Kinds<CommentTarget, null> => ({
  read: commentKinds.read,
  of(target) {
    const { queue } = commentKinds.of(target)
    return { ...(queue && { queue }), send: (_at, _target, item) => send(item) }
  },
})

/** A device and a server; `fails` names what the server answers next. */
function open(kept: Record<string, string> = {}) {
  const storage = Object.defineProperties(kept, {
    getItem: { value: (name: string) => kept[name] ?? null, configurable: true },
    setItem: {
      value: (name: string, text: string) => Object.assign(kept, { [name]: text }),
      configurable: true,
    },
    removeItem: { value: (name: string) => Reflect.deleteProperty(kept, name), configurable: true },
  })
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('window', { addEventListener: () => {}, removeEventListener: () => {} })
  const arrived: string[] = []
  const fails: Error[] = []
  const said: string[] = []
  const gone: End[] = []
  const outbox = createOutbox<CommentTarget, null>({
    findEnd: async (_item, error) => (isPassing(error) ? null : (gone[0] ?? null)),
    say: (sentence) => said.push(sentence),
    place: 'r',
    at: null,
    whoAmI: async () => null,
    kinds: sentBy(async ({ target, message }) => {
      const failure = fails.shift()
      if (failure) throw failure
      arrived.push(target.kind === 'status' ? `${target.comment} ${target.status}` : message)
    }),
  })
  return { outbox, arrived, fails, kept, said, gone }
}

const settled = (length: number, arrived: string[]) => vi.waitFor(() => expect(arrived).toHaveLength(length))

test('changes of one thread go in order, and the rest does not wait for them', async () => {
  const { outbox, arrived, fails } = open()
  fails.push(networkError())
  outbox.send({ ...by, target: status('a', 'RESOLVED'), message: '' })
  outbox.send({ ...by, target: { kind: 'reply', file: 'f', comment: 'a' }, message: 'Done' })
  outbox.send({ ...by, target: status('a', 'OPEN'), message: '' })
  outbox.send({ ...by, target: status('b', 'RESOLVED'), message: '' })
  await settled(1, arrived)
  expect(arrived).toEqual(['b RESOLVED'])
  // Retried by hand, the later one still waits for the first.
  outbox.retry(outbox.store.get()[2]?.key ?? '')
  outbox.retry(outbox.store.get()[0]?.key ?? '')
  await settled(4, arrived)
  expect(arrived).toEqual(['b RESOLVED', 'a RESOLVED', 'Done', 'a OPEN'])
})

test('a refused item keeps its text and lets the next one go', async () => {
  const { outbox, arrived, fails, kept } = open()
  fails.push(new ApiError({ status: 404, code: 'NOT_FOUND', message: '' }))
  const edit = { kind: 'edit', file: 'f', comment: 'a', reply: null } as const
  outbox.send({ ...by, target: edit, message: 'Warmer' })
  outbox.send({ ...by, target: status('a', 'RESOLVED'), message: '' })
  await settled(1, arrived)
  expect(outbox.store.get()).toMatchObject([
    { message: 'Warmer', state: 'failed', error: 'This couldn’t be sent.' },
  ])
  expect(Object.keys(kept)).toHaveLength(1)
})

const notThere = () => new ApiError({ status: 404, code: 'NOT_FOUND', message: '' })
const why = 'The comment was deleted meanwhile.'

test('a change of a deleted comment is dropped and reported once, and the next one goes', async () => {
  const { outbox, arrived, fails, kept, said, gone } = open()
  fails.push(networkError(), notThere())
  gone.push({ of: 'part', why })
  outbox.send({ ...by, target: status('a', 'RESOLVED'), message: '' })
  await vi.waitFor(() => expect(outbox.store.get()[0]?.state).toBe('waiting'))
  outbox.send({ ...by, target: { kind: 'reply', file: 'f', comment: 'a' }, message: 'Done' })
  outbox.retry(outbox.store.get()[0]?.key ?? '')
  await settled(1, arrived)
  expect(arrived).toEqual(['Done'])
  expect(said).toEqual([why])
  await vi.waitFor(() => expect(outbox.store.get()).toEqual([]))
  expect(Object.keys(kept)).toEqual([])
})

test('text for something deleted is kept, reported once and never tried again, even at later visits', async () => {
  const first = open()
  first.fails.push(notThere())
  first.gone.push({ of: 'part', why })
  const key = first.outbox.send({
    ...by,
    target: { kind: 'reply', file: 'f', comment: 'a' },
    message: 'Why?',
  })
  await vi.waitFor(() => expect(first.said).toEqual([`${why} Your text is saved here.`]))
  first.outbox.retry(key)
  first.outbox.lookAgain()
  const later = open(first.kept)
  const stop = later.outbox.start()
  await vi.waitFor(() => expect(later.outbox.store.get()).toHaveLength(1))
  later.outbox.lookAgain()
  later.outbox.send({ ...by, target: status('b', 'OPEN'), message: '' })
  await settled(1, later.arrived)
  expect([first.arrived, later.arrived, later.said]).toEqual([[], ['b OPEN'], []])
  await vi.waitFor(() => expect(later.outbox.store.get()).toHaveLength(1))
  expect(later.outbox.store.get()).toMatchObject([
    { message: 'Why?', state: 'failed', end: { of: 'part', why } },
  ])
  later.outbox.discard(key)
  expect(Object.keys(first.kept)).toEqual([])
  stop()
})

test('text for a place that opens again goes then', async () => {
  const first = open()
  first.fails.push(notThere())
  first.gone.push({ of: 'place', why: 'You no longer have access.' })
  first.outbox.send({ ...by, target: { kind: 'reply', file: 'f', comment: 'a' }, message: 'Back' })
  await vi.waitFor(() => expect(first.said).toHaveLength(1))
  const later = open(first.kept)
  const stop = later.outbox.start()
  await vi.waitFor(() => expect(later.outbox.store.get()).toHaveLength(1))
  expect(later.arrived).toEqual([])
  later.outbox.lookAgain()
  await settled(1, later.arrived)
  await vi.waitFor(() => expect(Object.keys(first.kept)).toEqual([]))
  stop()
})

test('sends nothing that another tab has sent', async () => {
  const { outbox, arrived, fails, kept } = open()
  fails.push(networkError())
  outbox.send({ ...by, target: status('a', 'RESOLVED'), message: '' })
  await vi.waitFor(() => expect(outbox.store.get()[0]?.state).toBe('waiting'))
  for (const name of Object.keys(kept)) Reflect.deleteProperty(kept, name)
  outbox.retry(outbox.store.get()[0]?.key ?? '')
  expect(outbox.store.get()).toEqual([])
  expect(arrived).toEqual([])
})

test('thirty changes made offline arrive in their order, and one that is refused says why', async () => {
  open()
  const arrived: string[] = []
  let isThere = false
  const outbox = createOutbox<CommentTarget, null>({
    place: 'r',
    at: null,
    whoAmI: async () => null,
    kinds: sentBy(async ({ message }) => {
      if (!isThere) throw networkError()
      if (message === '12')
        throw new ApiError({ status: 409, code: 'CONFLICT', message: 'Changed meanwhile.' })
      arrived.push(message)
    }),
  })
  const all = Array.from({ length: 30 }, (_, n) => `${n + 1}`)
  const [first] = all.map((message) =>
    outbox.send({ ...by, target: { kind: 'reply', file: 'f', comment: 'a' }, message }),
  )
  await vi.waitFor(() => expect(outbox.store.get().every(({ state }) => state === 'waiting')).toBe(true))
  isThere = true
  outbox.retry(first ?? '')
  await settled(29, arrived)
  expect(arrived).toEqual(all.filter((one) => one !== '12'))
  expect(outbox.store.get()).toMatchObject([{ message: '12', state: 'failed', error: 'Changed meanwhile.' }])
})

test('text that arrived without an answer and was then refused and edited is updated, not duplicated', async () => {
  open()
  const server = new Map<string, string>()
  const troubles = [
    networkError(),
    new ApiError({ status: 403, code: 'FORBIDDEN', message: 'Not now.' }),
    networkError(),
  ]
  const say = async (key: string, message: string) => {
    const said = server.get(key)
    const trouble = troubles.shift()
    if (said === undefined) server.set(key, message)
    if (trouble) throw trouble
    if (said !== undefined && said !== message)
      throw new ApiError({ status: 422, code: 'KEY_REUSED', message: '', existing: key })
  }
  const outbox = createOutbox<CommentTarget, null>({
    place: 'r',
    at: null,
    whoAmI: async () => null,
    kinds: sentBy(({ key, message }) =>
      makeOrChange(
        () => say(key, message),
        async (id) => void server.set(id, message),
      ),
    ),
  })
  const target = { kind: 'reply', file: 'f', comment: 'a' } as const
  const key = outbox.send({ ...by, target, message: 'Too dark' })
  await vi.waitFor(() => expect(outbox.store.get()[0]?.state).toBe('waiting'))
  outbox.retry(key)
  await vi.waitFor(() => expect(outbox.store.get()[0]?.state).toBe('failed'))
  // As its card does: back to the composer, and sent from there again.
  outbox.discard(key)
  expect(outbox.send({ ...by, target, message: 'Too light', key })).toBe(key)
  await vi.waitFor(() => expect(outbox.store.get()[0]?.state).toBe('waiting'))
  outbox.retry(key)
  await vi.waitFor(() => expect(outbox.store.get()).toEqual([]))
  expect([...server.values()]).toEqual(['Too light'])
})

test('what hangs on a refused change is kept with its reason, and goes once that has arrived', async () => {
  const { kept } = open()
  const arrived: string[] = []
  let isRefused = true
  const read = (value: unknown) => (typeof value === 'string' ? value : null)
  const outbox = createOutbox<string, null>({
    place: 'r',
    at: null,
    whoAmI: async () => null,
    kinds: {
      read,
      of: () => ({
        queue: (target, key) => (target === 'rename' ? key : 'one'),
        async send(_at, target) {
          if (target === 'create' && isRefused)
            throw new ApiError({ status: 409, code: 'CONFLICT', message: 'Only editors may.' })
          arrived.push(target)
        },
      }),
      after: (target) => (target === 'create' || target === 'other' ? [] : ['t']),
      makes: (target) => (target === 'create' ? 't' : null),
    },
  })
  const [create] = ['create', 'move', 'rename', 'other'].map((target) =>
    outbox.send({ ...by, target, message: '' }),
  )
  await settled(1, arrived)
  expect(arrived).toEqual(['other'])
  const error = 'An earlier change was refused. Only editors may.'
  await vi.waitFor(() =>
    expect(outbox.store.get()).toMatchObject([
      { target: 'create', state: 'failed', error: 'Only editors may.' },
      { target: 'move', state: 'failed', error },
      { target: 'rename', state: 'failed', error },
    ]),
  )
  expect(Object.keys(kept)).toHaveLength(3)
  isRefused = false
  outbox.retry(create ?? '')
  await settled(4, arrived)
  expect(new Set(arrived)).toEqual(new Set(['other', 'create', 'move', 'rename']))
  expect(arrived[1]).toBe('create')
  // Discarding it instead would have discarded them too.
  isRefused = true
  const again = outbox.send({ ...by, target: 'create', message: '' })
  outbox.send({ ...by, target: 'move', message: '' })
  outbox.discard(again)
  expect(Object.keys(kept)).toEqual([])
})

test('says once that there is no room to keep a change that has to wait', async () => {
  const { outbox, fails, said, kept } = open()
  vi.stubGlobal('localStorage', {
    ...{ getItem: () => null, removeItem: () => {} },
    setItem: () => {
      throw new Error('QuotaExceededError')
    },
  })
  fails.push(networkError(), networkError())
  const key = outbox.send({ ...by, target: status('a', 'RESOLVED'), message: '' })
  await vi.waitFor(() => expect(said).toHaveLength(1))
  expect(said[0]).toContain('out of space')
  outbox.retry(key)
  await vi.waitFor(() => expect(outbox.store.get()[0]).toMatchObject({ state: 'waiting', tries: 2 }))
  expect(said).toHaveLength(1)
  expect(kept).toEqual({})
})
