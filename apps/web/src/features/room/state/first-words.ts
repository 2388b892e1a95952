import { beginningOf } from '@wingmark/contract/shorten'
/** People listen to this much before they move on. */
export const spokenMax = 200

/** A message's beginning; never empty. */
export const firstWords = (message: string, max = spokenMax): string =>
  beginningOf(message, max) || 'Attachments only.'
