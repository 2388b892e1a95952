// The specification's keys. Whatever laid an entry there, it is shown and uploaded alike.
export const reviewsKey = 'offlineReviews'
export const commentsKey = (name: string) => `offlineComments_${name}`

/** How far the upload of a review is. */
export const progressKey = (reviewId: string) => `wingmark.offline-upload.${reviewId}`
