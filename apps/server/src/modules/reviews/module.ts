import type { Module } from '#server/module'
import { sharedPart } from '#server/modules/members/account-deletion/service'
import { inviteNamed, reviewEmails } from '#server/modules/reviews/invitations/service'
import { reviewTasks } from '#server/modules/reviews/jobs'
import { membershipOf } from '#server/modules/reviews/members/membership'
import { mountReviews } from '#server/modules/reviews/routes'
import { searchReviews } from '#server/modules/reviews/search/store'
import { exportArchived } from '#server/modules/reviews/store'

export const reviewsModule: Module = {
  mount: mountReviews,
  search: { reviews: searchReviews },
  tasks: reviewTasks,
  cron: ['37 * * * * reviews:sweep'],
  letters: reviewEmails,
  named: inviteNamed,
  shared: sharedPart('REVIEW', membershipOf),
  exported: { 'archived-reviews': exportArchived },
}
