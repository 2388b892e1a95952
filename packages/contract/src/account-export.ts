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
    'Get an address, valid for a minute, from which a browser can download everything: GET /user/api/v1/export as a zip',
  status: 201,
  reply: one(z.object({ url: z.string(), expiresAt: Time })),
})
