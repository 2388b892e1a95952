import { z } from 'zod'
import { Time } from './ids.ts'

export const unverifiedUndoDays = 30

const counts = z.object({
  reviews: z.int(),
  files: z.int(),
  /** Comments and replies. */
  words: z.int(),
  workspaces: z.int(),
  deliveries: z.int(),
  /** Connections, and conversations. */
  people: z.int(),
  /** A Connection Profile. */
  profiles: z.int(),
})
export type UnverifiedCounts = z.infer<typeof counts>

/** What the account held when its address was first proved, by somebody who may not have made it. */
export const UnverifiedWork = counts.extend({
  /** Asked: it rests, so that nobody else gets in, until *Keep* or *Remove* was answered. Removed: can be undone. */
  state: z.enum(['ASKED', 'REMOVED']),
  undoUntil: Time.nullable(),
  /** Names of reviews whose links rest until it is answered; the first twenty. */
  links: z.array(z.string()),
})
export type UnverifiedWork = z.infer<typeof UnverifiedWork>
