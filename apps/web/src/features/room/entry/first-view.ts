import { parseJson, shapeOf } from '@wingmark/contract/json'
import type { ReviewPage } from '@wingmark/contract/reviews'

/** The review that the server has put into the page, if it is this one; it is read once. */
export function takeFirstView(reviewId: string): ReviewPage | null {
  const element = document.getElementById('first-view')
  if (!element) return null
  element.remove()
  return parseJson(
    element.textContent,
    shapeOf((value) => isPageOf(value, reviewId)),
  )
}

/** The first design belongs to the first view; on any other page it would hang over everything. */
export function dropFirstDesign(): void {
  document.getElementById('first-design')?.remove()
}

// Our own server wrote it into our own page; only which review it is has to be asked.
function isPageOf(value: unknown, reviewId: string): value is ReviewPage {
  return typeof value === 'object' && value !== null && Reflect.get(value, '_id') === reviewId
}
