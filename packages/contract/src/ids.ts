import { z } from 'zod'

/** Lower case, as the database writes it. */
export const Id = z.uuid({ error: 'Invalid id' }).toLowerCase()
export type Id = z.infer<typeof Id>

/** ISO 8601 in UTC, as `Date.prototype.toISOString` writes it. */
export const Time = z.iso.datetime()

export const IdParams = z.object({ id: Id })
