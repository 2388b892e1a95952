import { expect, test } from 'vitest'
import { withPlace } from './kept-places.ts'

const place = { x: 0.5, y: 0.2, scale: 2 }

test('a page’s place replaces the one before, and none takes it away', () => {
  const kept = withPlace({ a: place }, 'a', { ...place, scale: 3 })
  expect(kept).toEqual({ a: { ...place, scale: 3 } })
  expect(withPlace(kept, 'a', null)).toEqual({})
})

test('of very many pages the newest are kept', () => {
  let kept = {}
  for (let n = 1; n <= 130; n++) kept = withPlace(kept, `page ${n}`, place)
  expect(Object.keys(kept).length).toBe(100)
  expect(Object.keys(kept).at(0)).toBe('page 31')
})
