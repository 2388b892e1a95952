import { z } from 'zod'
import { Time } from './ids.ts'
import { Plan } from './plans.ts'

const Meter = z.object({ used: z.int(), limit: z.int(), resetsAt: Time })

/** Limits of the plan and current usage. */
export const Usage = z.object({
  plan: Plan,
  storage: z.object({ usedBytes: z.int(), limitBytes: z.int() }),
  aiCharacters: Meter,
  messages: Meter,
  /** How many people the caller has asked to connect; `limit` null: no limit. */
  connections: z.object({ used: z.int(), limit: z.int().nullable() }),
})
