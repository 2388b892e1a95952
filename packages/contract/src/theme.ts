import { z } from 'zod'
import { oneOf } from './paging.ts'

/** SYSTEM: as the device has it. */
export const Theme = oneOf(['SYSTEM', 'LIGHT', 'DARK'])
export type Theme = z.infer<typeof Theme>
