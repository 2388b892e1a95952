import type { Testimonial } from '@wingmark/contract/testimonials'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { failedToFetch, failedToLoadMore } from '#web/features/testimonials/testimonials-state'
import {
  loadFirst,
  loadHome,
  loadMore,
  refresh,
  testimonials,
} from '#web/features/testimonials/testimonials-store'
import { networkError } from '#web/lib/api-error'
import { answerLocally } from '#web/lib/local-answers'

type Asked = { page: number; size: number }
const server = { asked: [] as Asked[], totalPages: 2, isAway: false }
const stopAnswering = answerLocally(async (_route, { query }) => {
  const asked = query as Asked
  server.asked.push(asked)
  if (server.isAway) throw networkError()
  const results = [{ _id: `${asked.size} ${asked.page}` } as Testimonial]
  return { results, currentPage: asked.page, totalPages: server.totalPages }
})
afterAll(stopAnswering)

const shown = () => testimonials.get().all.map(({ _id }) => _id)
beforeEach(async () => {
  server.isAway = false
  server.totalPages = 2
  await refresh()
  server.asked = []
})

test('refreshing reads both lists again', async () => {
  await refresh()
  expect(server.asked).toEqual([
    { page: 1, size: 10 },
    { page: 1, size: 5 },
  ])
  expect(testimonials.get().home.map(({ _id }) => _id)).toEqual(['5 1'])
})

test('loads more one page at a time, and nothing after the last page', async () => {
  await Promise.all([loadMore(), loadMore()])
  expect(server.asked).toEqual([{ page: 2, size: 10 }])
  expect(shown()).toEqual(['10 1', '10 2'])
  await loadMore()
  expect(server.asked).toHaveLength(1)
  expect(testimonials.get().hasMore).toBe(false)
})

test('reports a failure, keeps what is loaded, and can retry', async () => {
  server.isAway = true
  await loadMore()
  expect(testimonials.get()).toMatchObject({ error: failedToLoadMore, isLoading: false, currentPage: 1 })
  expect(shown()).toEqual(['10 1'])
  await loadFirst()
  expect(testimonials.get().error).toBe(failedToFetch)
  await loadHome()
  expect(testimonials.get()).toMatchObject({ error: failedToFetch, isHomeLoading: false })
  server.isAway = false
  await loadMore()
  expect(testimonials.get()).toMatchObject({ error: null })
  expect(shown()).toEqual(['10 1', '10 2'])
})
