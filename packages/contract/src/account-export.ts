import { z } from 'zod'
import { Time } from './ids.ts'
import { one } from './paging.ts'
import { route } from './route.ts'

export const requestExport = route({
  method: 'POST',
  path: '/user/api/v1/export',
  access: 'user',
  log: 'RIGHTS',
  summary:
    'An address for the browser to download everything from: GET /user/api/v1/export as a zip; good for a minute',
  status: 201,
  reply: one(z.object({ url: z.string(), expiresAt: Time })),
})
