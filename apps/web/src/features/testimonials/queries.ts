import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  getOwnTestimonial,
  homeTestimonials,
  listTestimonials,
  type Testimonial,
} from '@wingmark/contract/testimonials'
import { add, change, remove, type Written } from '#web/features/testimonials/testimonials-store'
import { call } from '#web/lib/api'

/** The user's customer review, and whether they may write one. */
export const ownTestimonialQuery = queryOptions({
  queryKey: ['testimonials', 'own'],
  queryFn: async ({ signal }) => (await call(getOwnTestimonial, { signal })).result,
})

/** Whether a customer has written one yet. */
export const anyTestimonialQuery = queryOptions({
  queryKey: ['testimonials', 'any'],
  queryFn: async ({ signal }) =>
    (await call(listTestimonials, { query: homeTestimonials, signal })).results.length > 0,
  // Nobody needs to know that it failed.
  meta: { shown: true },
})

function useKeepOwn() {
  const client = useQueryClient()
  return (testimonial: Testimonial | null) =>
    client.setQueryData(ownTestimonialQuery.queryKey, { testimonial, mayWrite: true })
}

/** Creates or changes it. `key`: one per opened form. */
export function useSaveTestimonial() {
  return useMutation({
    mutationFn: ({ id, body, key }: { id: string | null; body: Written; key: string }) =>
      id === null ? add(body, key) : change(id, body),
    onSuccess: useKeepOwn(),
    meta: { shown: [422] },
  })
}

export function useDeleteTestimonial() {
  const keepOwn = useKeepOwn()
  return useMutation({ mutationFn: remove, onSuccess: () => keepOwn(null) })
}
