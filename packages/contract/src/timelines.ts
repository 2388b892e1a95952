import { z } from 'zod'
import { Mentionable } from './comments.ts'
import { Id, IdParams, Time } from './ids.ts'
import { mentionsMax, messageMax, timelinePageSize } from './limits.ts'
import { chosenPage, cursorQuery, Done, list, one, oneOf, searchWord } from './paging.ts'
import { route } from './route.ts'
import { paragraph } from './text.ts'
import { MemberId } from './workspaces.ts'

export const TimelineKind = oneOf([
  'MESSAGE',
  'TASK_CREATED',
  'TASK_RENAMED',
  'TASK_DESCRIBED',
  'TASK_MOVED',
  'TASK_ASSIGNED',
  'TASK_DATED',
  /** Names before and after, one a line. */
  'TASK_LABELLED',
  'TASK_PRIORITISED',
  'TASK_DELETED',
  'TASK_RESTORED',
  'COMMENT_RESOLVED',
  'COMMENT_REOPENED',
  'COMMENT_CONNECTED',
  'COMMENT_DISCONNECTED',
  'WORKSPACE_CREATED',
  'WORKSPACE_RENAMED',
  'LABEL_CREATED',
  'LABEL_RENAMED',
  'LABEL_DELETED',
  'LABEL_RESTORED',
  'MEMBER_JOINED',
  'MEMBER_LEFT',
  'ROLE_CHANGED',
])
export type TimelineKind = z.infer<typeof TimelineKind>

/** On screen: an activity. An event, or a message. */
export const TimelineItem = z.object({
  _id: Id,
  workspace: Id,
  task: z.object({ _id: Id, number: z.int(), title: z.string() }).nullable(),
  kind: TimelineKind,
  /** The name as it was then; no id once the account is gone. */
  actor: z.object({ _id: Id.nullable(), name: z.string(), avatar: z.string().nullable() }),
  message: z.string(),
  mentions: z.array(z.object({ _id: Id, name: z.string() })),
  before: z.string().nullable(),
  after: z.string().nullable(),
  createdAt: Time,
  editedAt: Time.nullable(),
  can: z.object({ edit: z.boolean(), delete: z.boolean() }),
})
export type TimelineItem = z.infer<typeof TimelineItem>

const query = cursorQuery(timelinePageSize).extend({
  /** Instead of a cursor; everything is counted where it is given. */
  page: chosenPage(),
  /** Only messages, or only events. */
  kind: z.enum(['MESSAGE', 'EVENT'], { error: 'Choose one of: MESSAGE, EVENT' }).optional(),
})

export const TimelinePage = z.object({
  results: z.array(TimelineItem),
  nextCursor: z.string().nullable(),
})
const reply = TimelinePage.extend({
  success: z.literal(true),
  /** These three only where a page was asked for. */
  currentPage: z.int().optional(),
  totalPages: z.int().optional(),
  total: z.int().optional(),
})

const Message = z
  .string({ error: 'Write a message.' })
  .pipe(
    paragraph({
      max: messageMax,
      tooLong: `A message can have at most ${messageMax.toLocaleString('en')} characters.`,
    }),
  )
  .refine((message) => message !== '', { error: 'Write a message.' })
const words = {
  message: Message,
  mentions: z
    .array(MemberId)
    .max(mentionsMax, { error: `At most ${mentionsMax} people can be mentioned.` })
    .optional()
    .default([]),
}

export const listWorkspaceTimeline = route({
  method: 'GET',
  path: '/workspace/api/v1/timeline/workspace/:id',
  access: 'user',
  summary: 'Events and messages of a workspace, newest first',
  params: IdParams,
  query,
  reply,
})

export const listTaskTimeline = route({
  method: 'GET',
  path: '/workspace/api/v1/timeline/task/:id',
  access: 'user',
  summary: 'Events and messages of a task, newest first',
  params: IdParams,
  query,
  reply,
})

export const writeOnWorkspace = route({
  method: 'POST',
  path: '/workspace/api/v1/timeline/workspace',
  access: 'user',
  status: 201,
  summary: 'Write a message in a workspace',
  body: z.object({ workspace: Id, ...words }),
  reply: one(TimelineItem),
})

export const writeOnTask = route({
  method: 'POST',
  path: '/workspace/api/v1/timeline/task',
  access: 'user',
  status: 201,
  summary: 'Write a message about a task',
  body: z.object({ task: Id, ...words }),
  reply: one(TimelineItem),
})

export const editTimelineMessage = route({
  method: 'PATCH',
  path: '/workspace/api/v1/timeline/:id',
  access: 'user',
  summary: 'Edit your own message',
  params: IdParams,
  body: z.object(words),
  reply: one(TimelineItem),
})

/** At most 20, first those whose names begin with the word. */
export const listWorkspaceMentionable = route({
  method: 'GET',
  path: '/workspace/api/v1/mentionable/:id',
  access: 'user',
  summary: 'People the caller can mention in a workspace: its owner and members',
  params: IdParams,
  query: z.object({ word: searchWord() }),
  reply: list(Mentionable),
})

export const deleteTimelineMessage = route({
  method: 'DELETE',
  path: '/workspace/api/v1/timeline/:id',
  access: 'user',
  summary: 'Delete your own message',
  params: IdParams,
  reply: Done,
})
