import type { Testimonial } from '@wingmark/contract/testimonials'
import { describe, expect, test } from 'vitest'
import {
  canLoadMore,
  failedToFetch,
  failedToLoadMore,
  firstState,
  next,
  type TestimonialsState,
  type TestimonialsStep,
} from '#web/features/testimonials/testimonials-state'

const one = (id: string, text = 'Clients simply answer now.'): Testimonial => ({
  _id: id,
  rating: 5,
  text,
  author: { _id: `author of ${id}`, name: 'Somebody', avatar: null, designation: null, company: null },
  hiddenReason: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  can: { edit: false, delete: false },
})
const after = (...steps: TestimonialsStep[]) => steps.reduce(next, firstState)
const ids = (list: TestimonialsState['all']) => list.map(({ _id }) => _id)

describe('loading', () => {
  test('begins on page 1 of 1, with more to load and nothing loading', () => {
    expect(firstState).toMatchObject({ currentPage: 1, totalPages: 1, hasMore: true, isLoading: false })
    expect(canLoadMore(firstState)).toBe(false)
  })
  test('more can be loaded only before the last page', () => {
    const first = after({ type: 'loaded', results: [one('a')], currentPage: 1, totalPages: 2 })
    expect(canLoadMore(first)).toBe(true)
    const last = next(first, { type: 'loaded-more', results: [one('b')], currentPage: 2, totalPages: 2 })
    expect(ids(last.all)).toEqual(['a', 'b'])
    expect(last.hasMore).toBe(false)
    expect(canLoadMore(last)).toBe(false)
  })
  test('an addition meanwhile does not repeat the next page’s first one', () => {
    const state = after(
      { type: 'loaded', results: [one('b'), one('a')], currentPage: 1, totalPages: 2 },
      { type: 'loaded-more', results: [one('a'), one('0')], currentPage: 2, totalPages: 2 },
    )
    expect(ids(state.all)).toEqual(['b', 'a', '0'])
  })
  test('a failure says which, and keeps what is loaded', () => {
    const loaded = after({ type: 'loaded', results: [one('a')], currentPage: 1, totalPages: 2 })
    const more = next(next(loaded, { type: 'load' }), { type: 'failed', what: 'more' })
    expect(more).toMatchObject({ error: failedToLoadMore, isLoading: false })
    expect(ids(more.all)).toEqual(['a'])
    expect(after({ type: 'load' }, { type: 'failed', what: 'list' }).error).toBe(failedToFetch)
    expect(next(more, { type: 'load' })).toMatchObject({ error: null, isLoading: true })
  })
  test('the home page loads beside it', () => {
    const state = after({ type: 'load-home' })
    expect(state).toMatchObject({ isHomeLoading: true, isLoading: false })
    const six = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => one(id))
    expect(ids(next(state, { type: 'loaded-home', results: six }).home)).toEqual(['a', 'b', 'c', 'd', 'e'])
  })
})

describe('the user’s own', () => {
  const five = ['e', 'd', 'c', 'b', 'a'].map((id) => one(id))
  const both = after(
    { type: 'loaded', results: five, currentPage: 1, totalPages: 1 },
    { type: 'loaded-home', results: five },
  )
  test('goes first in both lists, and the home list keeps five', () => {
    const state = next(both, { type: 'added', testimonial: one('f') })
    expect(ids(state.all)).toEqual(['f', 'e', 'd', 'c', 'b', 'a'])
    expect(ids(state.home)).toEqual(['f', 'e', 'd', 'c', 'b'])
  })
  test('changes in both by its id', () => {
    const state = next(both, { type: 'updated', testimonial: one('c', 'Changed my mind about it.') })
    expect(state.all[2]?.text).toBe('Changed my mind about it.')
    expect(state.home[2]?.text).toBe('Changed my mind about it.')
  })
  test('disappears from both', () => {
    const state = next(both, { type: 'deleted', id: 'c' })
    expect(ids(state.all)).toEqual(['e', 'd', 'b', 'a'])
    expect(ids(state.home)).toEqual(['e', 'd', 'b', 'a'])
  })
})
