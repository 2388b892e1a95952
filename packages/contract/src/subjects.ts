import { z } from 'zod'
import { Id } from './ids.ts'

/** What has its own members, links, activity and live events. */
export const Subject = z.object({ kind: z.enum(['REVIEW', 'WORKSPACE', 'DELIVERY']), _id: Id })
export type Subject = z.infer<typeof Subject>
