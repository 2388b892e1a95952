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
  /** Of deliveries: `target` says what was changed; another mail was sent; someone asked for a new link. */
  'CHANGED',
  'REMINDED',
  'ASKED',
  'AI_ALLOWED',
  'AI_FORBIDDEN',
  /** Someone had AI summarise the comments. */
  'SUMMARISED',
  'CHANGES_LISTED',
  /** Of rounds: the target names the round, or the file of a decision; `after` is the decision or the reason. */
  'ROUND_OPENED',
  'ROUND_CHANGED',
  'ROUND_CLOSED',
  'ROUND_REOPENED',
  'DECIDED',
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
  /** The link that they came by, or that was changed; `_id` is null once the link is removed. */
  link: z.object({ _id: Id.nullable(), name: z.string() }).nullable(),
  /** The target: a person's name or address, or a file's name. */
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
