import { testimonialsPageSize } from '@wingmark/contract/limits'
import type { Testimonial } from '@wingmark/contract/testimonials'

/** Customer reviews of the home page and their own page. */
export type TestimonialsState = {
  /** Newest first, all loaded pages. */
  all: readonly Testimonial[]
  /** The latest ones. */
  home: readonly Testimonial[]
  isLoading: boolean
  isHomeLoading: boolean
  error: string | null
  currentPage: number
  totalPages: number
  hasMore: boolean
}

export const firstState: TestimonialsState = {
  all: [],
  home: [],
  isLoading: false,
  isHomeLoading: false,
  error: null,
  currentPage: 1,
  totalPages: 1,
  hasMore: true,
}

type Loaded = { results: readonly Testimonial[]; currentPage: number; totalPages: number }

export type TestimonialsStep =
  | { type: 'load' }
  | { type: 'load-home' }
  | ({ type: 'loaded' } & Loaded)
  | ({ type: 'loaded-more' } & Loaded)
  | { type: 'loaded-home'; results: readonly Testimonial[] }
  | { type: 'failed'; what: 'list' | 'more' | 'home' }
  | { type: 'added' | 'updated'; testimonial: Testimonial }
  | { type: 'deleted'; id: string }

export const failedToFetch = 'Failed to fetch reviews. Please try again later.'
export const failedToLoadMore = 'Failed to load more reviews. Please try again later.'

export const canLoadMore = ({ currentPage, totalPages, hasMore }: TestimonialsState): boolean =>
  currentPage < totalPages && hasMore

export function next(state: TestimonialsState, step: TestimonialsStep): TestimonialsState {
  switch (step.type) {
    case 'load':
      return { ...state, isLoading: true, error: null }
    case 'load-home':
      return { ...state, isHomeLoading: true, error: null }
    case 'loaded':
      return { ...state, ...placeOf(step), isLoading: false, all: step.results }
    case 'loaded-more':
      return { ...state, ...placeOf(step), isLoading: false, all: withoutDoubles(state.all, step.results) }
    case 'loaded-home':
      return { ...state, isHomeLoading: false, home: step.results.slice(0, testimonialsPageSize) }
    case 'failed':
      return failed(state, step.what)
    case 'added':
      return {
        ...state,
        all: [step.testimonial, ...state.all],
        home: [step.testimonial, ...state.home].slice(0, testimonialsPageSize),
      }
    case 'updated':
      return mapLists(state, (list) =>
        list.map((one) => (one._id === step.testimonial._id ? { ...one, ...step.testimonial } : one)),
      )
    case 'deleted':
      return mapLists(state, (list) => list.filter((one) => one._id !== step.id))
  }
}

function placeOf({ currentPage, totalPages }: Loaded) {
  return { currentPage, totalPages, hasMore: currentPage < totalPages }
}

function failed(state: TestimonialsState, what: 'list' | 'more' | 'home'): TestimonialsState {
  if (what === 'home') return { ...state, isHomeLoading: false, error: failedToFetch }
  return { ...state, isLoading: false, error: what === 'more' ? failedToLoadMore : failedToFetch }
}

function mapLists(
  state: TestimonialsState,
  change: (list: readonly Testimonial[]) => readonly Testimonial[],
): TestimonialsState {
  return { ...state, all: change(state.all), home: change(state.home) }
}

/** An addition shifts the pages by one: one comes twice. */
function withoutDoubles(known: readonly Testimonial[], more: readonly Testimonial[]) {
  const ids = new Set(known.map((one) => one._id))
  return [...known, ...more.filter((one) => !ids.has(one._id))]
}
