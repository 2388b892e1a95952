import { z } from 'zod'

/** Lower case, as the database writes it. */
export const Id = z.uuid({ error: 'Invalid id' }).toLowerCase()
export type Id = z.infer<typeof Id>

/** ISO 8601 in UTC, as `Date.prototype.toISOString` writes it. */
export const Time = z.iso.datetime()

/** A time from the caller; to the millisecond, since that is what they were shown. */
export const GivenTime = z.iso
  .datetime({ error: 'Invalid time' })
  .refine((value) => Date.parse(value) >= 0, { error: 'Invalid time' })
  .overwrite((value) => (Number.isNaN(Date.parse(value)) ? value : new Date(value).toISOString()))

export const IdParams = z.object({ id: Id })
