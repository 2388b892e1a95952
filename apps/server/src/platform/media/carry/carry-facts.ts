import { Carried, Marker } from '@wingmark/contract/comments'
import { z } from 'zod'

/** What a render process reports of each pin, in their order. */
export const CarryFacts = z.array(
  Carried.pick({ outcome: true, confidence: true }).extend({ marker: Marker.nullable() }),
)
