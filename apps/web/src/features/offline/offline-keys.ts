import { keptReviewsKey } from '@wingmark/contract/kept-reviews'

// The specification's keys. Entries written by anything are shown and uploaded alike.
export const reviewsKey = keptReviewsKey
export const commentsKey = (name: string) => `offlineComments_${name}`

/** The upload progress of a review. */
export const progressKey = (reviewId: string) => `wingmark.offline-upload.${reviewId}`
