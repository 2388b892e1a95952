import { z } from 'zod'

export const Plan = z.enum(['FREE', 'PILOT', 'COMMANDER'])
export type Plan = z.infer<typeof Plan>

const gigabyte = 1_073_741_824

export const plans: Record<
  Plan,
  { storageBytes: number; aiCharactersPerMonth: number; messagesPerDay: number }
> = {
  FREE: { storageBytes: 5 * gigabyte, aiCharactersPerMonth: 1_000, messagesPerDay: 3 },
  PILOT: { storageBytes: 15 * gigabyte, aiCharactersPerMonth: 5_000, messagesPerDay: 10 },
  COMMANDER: { storageBytes: 15 * gigabyte, aiCharactersPerMonth: 5_000, messagesPerDay: 10 },
}
