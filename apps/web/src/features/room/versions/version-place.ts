/** The place of a review's pending changes of versions. */
export const placeOfVersions = (reviewId: string) => `versions.${reviewId}`
