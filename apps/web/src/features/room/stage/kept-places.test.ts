import { expect, test } from 'vitest'
import { withPlace } from './kept-places.ts'

const place = { x: 0.5, y: 0.2, scale: 2 }

test('a page’s view replaces the former one, and null removes it', () => {
  const kept = withPlace({ a: place }, 'a', { ...place, scale: 3 })
  expect(kept).toEqual({ a: { ...place, scale: 3 } })
  expect(withPlace(kept, 'a', null)).toEqual({})
})

test('keeps only the newest of very many pages', () => {
  let kept = {}
  for (let n = 1; n <= 130; n++) kept = withPlace(kept, `page ${n}`, place)
  expect(Object.keys(kept).length).toBe(100)
  expect(Object.keys(kept).at(0)).toBe('page 31')
})
