import fc from 'fast-check'
import { expect, test } from 'vitest'
import { choose, keepListed, noSelection, placesOf } from './selection.ts'

const order = ['a', 'b', 'c', 'd']
const press = (id: string, how: 'Shift' | 'Ctrl' | '' = '') => ({
  id,
  isRange: how === 'Shift',
  isMore: how === 'Ctrl',
})

test('a press selects one, Ctrl toggles one, Shift selects a range', () => {
  const one = choose(noSelection, order, press('b'))
  expect([...one.ids]).toEqual(['b'])
  const two = choose(one, order, press('d', 'Ctrl'))
  expect([...two.ids]).toEqual(['b', 'd'])
  expect([...choose(two, order, press('b', 'Ctrl')).ids]).toEqual(['d'])
  expect([...choose(two, order, press('b', 'Shift')).ids]).toEqual(['b', 'c', 'd'])
  expect([...choose(one, order, press('d', 'Shift')).ids]).toEqual(['b', 'c', 'd'])
})

test('deselects what has left the list', () => {
  const two = choose(choose(noSelection, order, press('a')), order, press('c', 'Ctrl'))
  expect([...keepListed(two, ['b', 'c']).ids]).toEqual(['c'])
})

test('finds selected items, however the list has changed since', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 0, max: 40 }).map(String))
  fc.assert(
    fc.property(ids, ids, ids, (before, now, some) => {
      const chosen = new Set(some)
      const known = placesOf(chosen, before, new Map())
      const wanted = now.flatMap((id, place) => (chosen.has(id) ? [[id, place]] : []))
      expect([...placesOf(chosen, now, known)]).toEqual(wanted)
    }),
  )
})
