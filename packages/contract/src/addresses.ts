import { z } from 'zod'

export const Email = z
  .string({ error: 'Invalid email address' })
  .max(254, { error: 'Invalid email address' })
  .transform((value) => value.trim().toLowerCase())
  .pipe(z.email({ error: 'Invalid email address' }))
