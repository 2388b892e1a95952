import { expect, test } from 'vitest'
import { nobodyElse, type OthersAction, othersReducer } from './others.ts'

const ada = {
  _id: 'a',
  name: 'Ada',
  isGuest: false,
  file: 'poster',
  page: 1,
  pointer: { x: 0.5, y: 0.5 },
  isWriting: true,
  comment: null,
}
const bo = { ...ada, _id: 'b', name: 'Bo', file: 'logo', pointer: null, isWriting: false }
const after = (...actions: OthersAction[]) => actions.reduce(othersReducer, nobodyElse)
const came: OthersAction = { do: 'here', people: [bo, ada], now: 0 }

test('others are at their files, point and write', () => {
  const state = after(came)
  expect(state.places.map(({ name, file }) => `${name} ${file}`)).toEqual(['Ada poster', 'Bo logo'])
  expect(state.pointers.map((one) => one.name)).toEqual(['Ada'])
  expect(state.writing.map((one) => one.name)).toEqual(['Ada'])
})

test('pointers and typing fade, the place stays until someone leaves', () => {
  const state = after(came)
  expect(othersReducer(state, { do: 'tick', now: 5_000 })).toBe(state)
  const later = after(came, { do: 'tick', now: 9_000 })
  expect([later.places.length, later.pointers.length, later.writing.length]).toEqual([2, 1, 0])
  expect(after(came, { do: 'tick', now: 21_000 }).pointers).toEqual([])
  const seen = after(came, { do: 'present', ids: ['a', 'b'], avatars: { b: '/files/avatar/b' }, now: 1 })
  expect(seen.places.map(({ avatar }) => avatar)).toEqual([null, '/files/avatar/b'])
  const left = after(came, { do: 'present', ids: ['b'], now: 1 })
  expect(left).toMatchObject({ places: [{ name: 'Bo' }], pointers: [], writing: [] })
})

test('shows someone announced before the presence list once it names them', () => {
  const early = after({ do: 'present', ids: [], now: 0 }, came)
  expect(early.places).toEqual([])
  const known = othersReducer(early, { do: 'present', ids: ['a', 'b'], now: 1 })
  expect(known.places.map((one) => one.name)).toEqual(['Ada', 'Bo'])
  expect(othersReducer(early, { do: 'present', ids: null, now: 1 }).places).toHaveLength(2)
})

test('a pointer that moves changes neither places nor who writes', () => {
  const before = after(came)
  const next = othersReducer(before, {
    do: 'here',
    people: [{ ...ada, pointer: { x: 0.1, y: 0.1 } }],
    now: 9,
  })
  expect(next.places).toBe(before.places)
  expect(next.writing).toBe(before.writing)
  expect(next.pointers[0]).toMatchObject({ x: 0.1, name: 'Ada' })
})

test('someone whose message arrived is no longer typing', () => {
  expect(after(came, { do: 'wrote', id: 'a', now: 1 }).writing).toEqual([])
})

test('a fix that someone checks is theirs until they go on, leave or rest for long', () => {
  const checks = after({ do: 'here', people: [{ ...ada, checking: 'c1' }], now: 0 })
  expect(checks.checking).toEqual([{ _id: 'a', name: 'Ada', comment: 'c1' }])
  const on = (action: OthersAction) => othersReducer(checks, action).checking.map(({ comment }) => comment)
  expect(on({ do: 'here', people: [{ ...ada, checking: 'c2' }], now: 1 })).toEqual(['c2'])
  expect(on({ do: 'here', people: [{ ...ada, checking: null }], now: 1 })).toEqual([])
  expect(on({ do: 'present', ids: [], now: 1 })).toEqual([])
  expect(on({ do: 'tick', now: 60_000 })).toEqual(['c1'])
  expect(on({ do: 'tick', now: 200_000 })).toEqual([])
})

test('limits a crowd to its room', () => {
  const crowd = Array.from({ length: 300 }, (_, n) => ({ ...ada, _id: `p${n}` }))
  expect(after({ do: 'here', people: crowd, now: 0 }).known).toHaveLength(100)
})
