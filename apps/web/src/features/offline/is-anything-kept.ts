import { readStored } from '#web/lib/browser-storage'
import { reviewsKey } from './offline-keys.ts'

/** Checked before loading any of the offline code. */
export const isAnythingKept = (): boolean => readStored(reviewsKey) !== null
