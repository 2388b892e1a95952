import type { Module } from '#server/module'
import { sharedPart } from '#server/modules/members/account-deletion/service'
import { unverifiedMembers } from '#server/modules/members/service'
import { leaveReviews, lockReviewsWithFiles } from '#server/modules/reviews/account-deletion/store'
import { exportArchived } from '#server/modules/reviews/archive/store'
import { inviteByMention, reviewEmails } from '#server/modules/reviews/invitations/service'
import { reviewTasks } from '#server/modules/reviews/jobs'
import { membershipOf } from '#server/modules/reviews/members/membership'
import { mountReviews } from '#server/modules/reviews/routes'
import { searchReviews } from '#server/modules/reviews/search/store'
import { unverifiedReviews } from '#server/modules/reviews/unverified-work/store'

export const reviewsModule: Module = {
  mount: mountReviews,
  search: { reviews: searchReviews },
  jobs: reviewTasks,
  cron: ['37 * * * * reviews:sweep'],
  emails: reviewEmails,
  sharedWork: sharedPart('REVIEW', membershipOf),
  exported: { 'archived-reviews': exportArchived },
  on: {
    'account.locking': lockReviewsWithFiles,
    'account.deleted': leaveReviews,
    'comment.mentions': inviteByMention,
  },
  unverifiedWork: [unverifiedReviews, unverifiedMembers],
}
