// The specification's keys. Entries written by anything are shown and uploaded alike.
export const reviewsKey = 'offlineReviews'
export const commentsKey = (name: string) => `offlineComments_${name}`

/** The upload progress of a review. */
export const progressKey = (reviewId: string) => `wingmark.offline-upload.${reviewId}`
