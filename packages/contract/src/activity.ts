import { z } from 'zod'
import { Id, IdParams, Time } from './ids.ts'
import { activityPageSize } from './limits.ts'
import { cursorQuery } from './paging.ts'
import { route } from './route.ts'

export const ActivityAction = z.enum([
  'OPENED',
  'DOWNLOADED',
  'JOINED',
  'LEFT',
  'REMOVED',
  'ROLE_CHANGED',
  'HANDED_OVER',
  'INVITED',
  'INVITATION_REVOKED',
  'INVITATION_DECLINED',
  'VISIBILITY_CHANGED',
  'LINK_ADDED',
  'LINK_CHANGED',
  'LINK_ROTATED',
  'LINK_REMOVED',
  /** Of deliveries: what was changed is the target; somebody was written to again; somebody asks for a link that has ended. */
  'CHANGED',
  'REMINDED',
  'ASKED',
  'AI_ALLOWED',
  'AI_FORBIDDEN',
  /** Somebody had AI read the comments. */
  'SUMMARISED',
  'CHANGES_LISTED',
  /** These two only in the record of one link. */
  'COMMENTED',
  'REPLIED',
])
export type ActivityAction = z.infer<typeof ActivityAction>

export const Activity = z.object({
  _id: Id,
  action: ActivityAction,
  /** The name as it was then; null for a visitor. */
  actor: z.object({ kind: z.enum(['USER', 'GUEST', 'VISITOR']), name: z.string().nullable() }),
  /** The link that they came by, or that was changed; `_id` is null once it is removed. */
  link: z.object({ _id: Id.nullable(), name: z.string() }).nullable(),
  /** Whom or what it was done to: a person's name or address, a file's name. */
  subject: z.string().nullable(),
  /** Role, visibility or access, where one was changed into another. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** For COMMENTED and REPLIED. */
  comment: Id.nullable(),
  createdAt: Time,
})
export type Activity = z.infer<typeof Activity>

/** Openings and downloads are recorded once for each viewer, link and day (UTC). Entries go after a year. */
export const listActivity = route({
  method: 'GET',
  path: '/review/api/v1/activity/:id',
  access: 'user',
  summary: 'Who opened, joined and downloaded, and how access changed; for the owner, newest first',
  params: IdParams,
  query: cursorQuery(activityPageSize).extend({ link: Id.optional() }),
  reply: z.object({
    success: z.literal(true),
    results: z.array(Activity),
    nextCursor: z.string().nullable(),
  }),
})
