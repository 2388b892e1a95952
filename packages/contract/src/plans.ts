import { z } from 'zod'

export const Plan = z.enum(['FREE', 'PILOT', 'COMMANDER'])
export type Plan = z.infer<typeof Plan>

const gigabyte = 1_073_741_824

export const plans: Record<
  Plan,
  {
    storageBytes: number
    aiCharactersPerMonth: number
    messagesPerDay: number
    /** How many people a user may ask to connect; null: no limit. */
    connectionsMax: number | null
  }
> = {
  FREE: { storageBytes: 5 * gigabyte, aiCharactersPerMonth: 1_000, messagesPerDay: 3, connectionsMax: 0 },
  PILOT: { storageBytes: 15 * gigabyte, aiCharactersPerMonth: 5_000, messagesPerDay: 10, connectionsMax: 50 },
  COMMANDER: {
    storageBytes: 15 * gigabyte,
    aiCharactersPerMonth: 5_000,
    messagesPerDay: 10,
    connectionsMax: null,
  },
}

/** What is counted for each person: how much a plan allows in which period (UTC). */
export const meters = {
  MESSAGES: { allowance: 'messagesPerDay', per: 'day' },
  AI_CHARACTERS: { allowance: 'aiCharactersPerMonth', per: 'month' },
} as const
export type MeterName = keyof typeof meters

/** Storage beyond the plan's: one part is free and taken at once, the other is sold as a pack. */
export const storagePackBytes = { OPEN: 10 * gigabyte, STRIPE: 100 * gigabyte } as const
