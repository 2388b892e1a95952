import { z } from 'zod'
import { IdParams, Time } from './ids.ts'
import { one, oneOf } from './paging.ts'
import { route } from './route.ts'

/** JSON: W3C Web Annotations. */
export const CommentExportFormat = oneOf(['CSV', 'XLSX', 'JSON'])
export type CommentExportFormat = z.infer<typeof CommentExportFormat>

export const requestCommentExport = route({
  method: 'POST',
  path: '/comment/api/v1/export/:id',
  access: 'user',
  summary:
    'For owner and editors: an address of all comments of a review as a table or as W3C Web Annotations, for a minute',
  params: IdParams,
  body: z.object({ format: CommentExportFormat }),
  reply: one(z.object({ url: z.string(), expiresAt: Time })),
})
