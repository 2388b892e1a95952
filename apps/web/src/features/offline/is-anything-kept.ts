import { readStored } from '#web/lib/browser-storage'
import { reviewsKey } from './offline-keys.ts'

/** Asked before anything of it is loaded. */
export const isAnythingKept = (): boolean => readStored(reviewsKey) !== null
