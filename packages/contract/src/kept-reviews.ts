/** The reviews that only a device has are in its localStorage under this key of the specification. */
export const keptReviewsKey = 'offlineReviews'

/** Inline after the front page's picture, which comes below such reviews: so it comes with them. */
export const keptReviewsScript = `try{if(localStorage.getItem('${keptReviewsKey}')!==null)document.querySelector('#first-front picture').remove()}catch{}`
