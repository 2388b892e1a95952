import type { RouteBodyInput } from '@wingmark/contract/route'
import {
  createTestimonial,
  deleteTestimonial,
  homeTestimonials,
  listTestimonials,
  type Testimonial,
  updateTestimonial,
} from '@wingmark/contract/testimonials'
import { canLoadMore, firstState, next } from '#web/features/testimonials/testimonials-state'
import { call } from '#web/lib/api'
import { createStore } from '#web/lib/store'

/** Customer reviews: one store for the home page and their own page. */
export const testimonials = createStore(next, firstState)

const pageSize = 10

/** The state holds failures. */
export async function loadHome(): Promise<void> {
  testimonials.dispatch({ type: 'load-home' })
  try {
    const { results } = await call(listTestimonials, { query: homeTestimonials })
    testimonials.dispatch({ type: 'loaded-home', results })
  } catch {
    testimonials.dispatch({ type: 'failed', what: 'home' })
  }
}

export async function loadFirst(): Promise<void> {
  testimonials.dispatch({ type: 'load' })
  try {
    testimonials.dispatch({ type: 'loaded', ...(await readPage(1)) })
  } catch {
    testimonials.dispatch({ type: 'failed', what: 'list' })
  }
}

export async function loadMore(): Promise<void> {
  const state = testimonials.get()
  if (state.isLoading || !canLoadMore(state)) return
  testimonials.dispatch({ type: 'load' })
  try {
    testimonials.dispatch({ type: 'loaded-more', ...(await readPage(state.currentPage + 1)) })
  } catch {
    testimonials.dispatch({ type: 'failed', what: 'more' })
  }
}

export async function refresh(): Promise<void> {
  await Promise.all([loadFirst(), loadHome()])
}

async function readPage(page: number) {
  const { results, currentPage, totalPages } = await call(listTestimonials, {
    query: { page, size: pageSize },
  })
  return { results, currentPage, totalPages }
}

export type Written = RouteBodyInput<typeof createTestimonial>

export async function add(body: Written, idempotencyKey: string): Promise<Testimonial> {
  const { result } = await call(createTestimonial, { body, idempotencyKey })
  testimonials.dispatch({ type: 'added', testimonial: result })
  return result
}

export async function change(id: string, body: Written): Promise<Testimonial> {
  const { result } = await call(updateTestimonial, { params: { id }, body })
  testimonials.dispatch({ type: 'updated', testimonial: result })
  return result
}

export async function remove(id: string): Promise<void> {
  await call(deleteTestimonial, { params: { id } })
  testimonials.dispatch({ type: 'deleted', id })
}
