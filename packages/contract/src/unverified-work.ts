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

/** What an account held before its address was verified; someone else may have created it. */
export const UnverifiedWork = counts.extend({
  /** ASKED: it is closed to others until *Keep* or *Remove* was chosen. REMOVED: can be undone. */
  state: z.enum(['ASKED', 'REMOVED']),
  undoUntil: Time.nullable(),
  /** The first twenty reviews whose links are closed until then. */
  links: z.array(z.string()),
})
export type UnverifiedWork = z.infer<typeof UnverifiedWork>
