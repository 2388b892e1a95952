import { z } from 'zod'
import { Time } from './ids.ts'

export const earlierUndoDays = 30

/** What the account held when its address was first proved, by somebody who may not have made it. */
export const EarlierThings = z.object({
  /** Asked: it rests, so that nobody else gets in, until *Keep* or *Remove* was answered. Removed: can be undone. */
  state: z.enum(['ASKED', 'REMOVED']),
  reviews: z.int(),
  files: z.int(),
  /** Comments and replies. */
  words: z.int(),
  undoUntil: Time.nullable(),
})
export type EarlierThings = z.infer<typeof EarlierThings>
