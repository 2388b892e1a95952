import { z } from 'zod'
import { Id } from './ids.ts'

/** What has members, links, a record and live events of its own. */
export const Subject = z.object({ kind: z.enum(['REVIEW', 'WORKSPACE', 'DELIVERY']), _id: Id })
export type Subject = z.infer<typeof Subject>
