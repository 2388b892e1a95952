import type { Module } from '#server/module'
import { sharedPart } from '#server/modules/members/leaving/service'
import { inviteNamed, reviewLetters } from '#server/modules/reviews/invitations/service'
import { reviewTasks } from '#server/modules/reviews/jobs'
import { circleOf } from '#server/modules/reviews/members/circle'
import { mountReviews } from '#server/modules/reviews/routes'
import { searchReviews } from '#server/modules/reviews/search/store'
import { exportArchived } from '#server/modules/reviews/store'

export const reviewsModule: Module = {
  mount: mountReviews,
  search: { reviews: searchReviews },
  tasks: reviewTasks,
  cron: ['37 * * * * reviews:sweep'],
  letters: reviewLetters,
  named: inviteNamed,
  shared: sharedPart('REVIEW', circleOf),
  exported: { 'archived-reviews': exportArchived },
}
