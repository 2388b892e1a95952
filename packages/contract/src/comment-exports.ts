import { z } from 'zod'
import { Id, IdParams, Time } from './ids.ts'
import { one, oneOf } from './paging.ts'
import { route } from './route.ts'

/** JSON: W3C Web Annotations; PDF: below pictures of the pages; PNG: one page with the numbers of its comments. */
export const CommentExportFormat = oneOf(['CSV', 'XLSX', 'JSON', 'PDF', 'PNG'])
export type CommentExportFormat = z.infer<typeof CommentExportFormat>

/** An IANA name, as browsers give it. */
export const TimeZone = z.string().max(64).refine(isTimeZone, { error: 'Unknown time zone.' })

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

export const requestCommentExport = route({
  method: 'POST',
  path: '/comment/api/v1/export/:id',
  access: 'user',
  summary:
    'Get an address, valid for a minute, of all comments of a review as a table, PDF or W3C Web Annotations, or of one page with its numbers; for the owner and editors',
  params: IdParams,
  body: z
    .object({
      format: CommentExportFormat,
      /** Of a PNG: the file and its page, from 1. */
      file: Id.optional(),
      page: z.int().min(1).max(100_000).optional(),
      /** The reader’s; tables then show its times beside those in UTC. */
      zone: TimeZone.optional(),
    })
    .refine(({ format, file }) => format !== 'PNG' || file !== undefined, {
      error: 'Choose a file.',
      path: ['file'],
    }),
  reply: one(z.object({ url: z.string(), expiresAt: Time })),
})
