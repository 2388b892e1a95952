import { reviewsKey } from './offline-keys.ts'

/** Asked before anything of it is loaded. */
export function isAnythingKept(): boolean {
  try {
    return localStorage.getItem(reviewsKey) !== null
  } catch {
    return false
  }
}
