import type { Module } from '#server/module'
import { reviewLetters } from '#server/modules/reviews/invitations/service'
import { mountReviews } from '#server/modules/reviews/routes'

export const reviewsModule: Module = {
  mount: mountReviews,
  letters: reviewLetters,
}
