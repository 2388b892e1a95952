import { beginningOf } from '@wingmark/contract/shorten'
/** So much is heard before somebody has gone on. */
export const spokenMax = 200

/** Those of a message; never empty. */
export const firstWords = (message: string, max = spokenMax): string =>
  beginningOf(message, max) || 'Files alone.'
