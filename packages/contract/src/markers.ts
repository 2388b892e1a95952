import { z } from 'zod'
import { Time } from './ids.ts'
import { markerPointsMax } from './limits.ts'
import { oneOf } from './paging.ts'

/** A fraction of a page's width or height. */
export const place = z
  .number({ error: 'A position must be a number from 0 to 1.' })
  .min(0, { error: 'A position must be a number from 0 to 1.' })
  .max(1, { error: 'A position must be a number from 0 to 1.' })

/** Where a comment points: fractions 0…1 of the page from the top left; `page` counts from 1, its default. */
export const Marker = z
  .object({
    page: z
      .int({ error: 'Page must be a whole number of 1 or more.' })
      .min(1, { error: 'Page must be a whole number of 1 or more.' })
      .max(100_000)
      .default(1),
    x: place,
    y: place,
    width: place.optional(),
    height: place.optional(),
    shape: oneOf(['POINT', 'RECTANGLE', 'ARROW', 'FREEHAND']).default('POINT'),
    points: z
      .array(z.tuple([place, place]))
      .max(markerPointsMax, { error: `A drawing can have at most ${markerPointsMax} points.` })
      .optional(),
  })
  .refine(
    (marker) => marker.x + (marker.width ?? 0) <= 1.000001 && marker.y + (marker.height ?? 0) <= 1.000001,
    { error: 'A region must be inside the page.' },
  )
export type Marker = z.infer<typeof Marker>
export type MarkerInput = z.input<typeof Marker>

export const CarryOutcome = z.enum(['UNCHANGED', 'MOVED', 'CHANGED', 'NOT_FOUND'])
export type CarryOutcome = z.infer<typeof CarryOutcome>
export const CarryConfidence = z.enum(['SURE', 'UNSURE'])

/** Where a comment that was made on another version stands on this one. */
export const Carried = z.object({
  version: z.int(),
  outcome: CarryOutcome,
  confidence: CarryConfidence,
  /** Missing where it was not found. */
  marker: Marker.optional(),
  /** PERSON: someone placed it, said that it is gone, or aligned its page by hand. */
  by: z.enum(['MACHINE', 'PERSON']),
  /** Where it was carried from: its own version, or another one that it was carried onto before. */
  was: z.object({ version: z.int(), marker: Marker }),
  /** When a person placed it, or said that it is gone. */
  decidedAt: Time.optional(),
})
export type Carried = z.infer<typeof Carried>
