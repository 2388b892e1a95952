import { momentOf, wallOf } from '#web/lib/zones'

/** A day and a time as clocks of the zone show them. */
export type DueInput = { day: string; time: string; zone: string }

export const dueOf = (endsAt: string, zone: string): DueInput => ({ ...wallOf(new Date(endsAt), zone), zone })

/** As the server expects it; null while unfinished. */
export const endOf = ({ zone, ...wall }: DueInput): string | null =>
  momentOf(wall, zone)?.toISOString() ?? null
