import { z } from 'zod'
import { CommentStatus, Standing } from './comments.ts'
import { Day } from './days.ts'
import { FileKind } from './file-types.ts'
import { Id, IdParams, Time } from './ids.ts'
import { TaskLabels } from './labels.ts'
import { subtasksMax, taskDescriptionMax, taskTitleMax, taskTitleMin } from './limits.ts'
import { cursorQuery, Done, list, one, pageQuery, searchWord, sortOrder } from './paging.ts'
import { route } from './route.ts'
import { line, paragraph } from './text.ts'
import { TimelinePage } from './timelines.ts'
import { MemberId, TaskCounts, TaskStatus } from './workspaces.ts'

export const taskPriorities = ['NONE', 'LOW', 'HIGH', 'URGENT'] as const
export const TaskPriority = z.enum(taskPriorities, {
  error: `Choose one of: ${taskPriorities.join(', ')}`,
})
export type TaskPriority = z.infer<typeof TaskPriority>

const Person = z.object({ _id: Id, name: z.string(), avatar: z.string().nullable() })

const Subtask = z.object({
  _id: Id,
  number: z.int(),
  title: z.string(),
  status: TaskStatus,
  assignee: Person.nullable(),
  can: z.object({ move: z.boolean() }),
})

/** The comment that a task was made from, and a picture of its place. */
export const TaskComment = z.object({
  review: Id,
  reviewName: z.string(),
  file: Id,
  fileName: z.string(),
  kind: FileKind,
  comment: Id,
  /** Null, as page and place are, for a comment on the whole file. */
  number: z.int().nullable(),
  page: z.int().nullable(),
  /** Its middle, in fractions of the page. */
  place: z.object({ x: z.number(), y: z.number() }).nullable(),
  status: CommentStatus,
  /** 480 × 300 pixels around the place; the thumbnail stands in until it is rendered, or where there is none. */
  cropUrl: z.string().nullable(),
  thumbnailUrl: z.string().nullable(),
  /** False once the person who connected them lost the right to: task and comment then keep separate statuses. */
  connected: z.boolean(),
  /** Whether the assignee can open the review; null without one, and for readers who may not change the task. */
  assigneeStanding: Standing.nullable(),
  can: z.object({ connect: z.boolean() }),
})
export type TaskComment = z.infer<typeof TaskComment>

/** The task was made from a comment of a review that the caller may not see. */
export const HiddenSource = z.object({
  hidden: z.literal(true),
  /** For the assignee alone: how they get access. */
  entry: z.enum(['TO_ASK', 'ASKED', 'INVITED']).optional(),
  /** The review that they are invited to. */
  invitedTo: Id.optional(),
})
export type HiddenSource = z.infer<typeof HiddenSource>

export const TaskSource = z.union([HiddenSource, TaskComment]).nullable()
export type TaskSource = z.infer<typeof TaskSource>

export const Task = z.object({
  _id: Id,
  workspace: Id,
  /** Counts up in its workspace; never reused. */
  number: z.int(),
  title: z.string(),
  description: z.string(),
  status: TaskStatus,
  /** Its place in the column: by rank as bytes, then by id. */
  rank: z.string(),
  parent: Id.nullable(),
  subtasks: z.array(Subtask).max(subtasksMax),
  subtaskCount: z.int(),
  doneCount: z.int(),
  assignee: Person.nullable(),
  startsOn: Day.nullable(),
  dueOn: Day.nullable(),
  /** Labels of its workspace. */
  labels: z.array(Id),
  priority: TaskPriority,
  source: TaskSource,
  createdBy: Person.nullable(),
  createdAt: Time,
  updatedAt: Time,
  doneAt: Time.nullable(),
  /** Increases with every change of its words. */
  version: z.int(),
  can: z.object({ edit: z.boolean(), move: z.boolean(), delete: z.boolean() }),
})
export type Task = z.infer<typeof Task>

export const TaskTitle = line({
  min: taskTitleMin,
  max: taskTitleMax,
  required: 'Task title is required',
  tooLong: `A task title can have at most ${taskTitleMax} characters.`,
})

const Description = paragraph({
  max: taskDescriptionMax,
  tooLong: `A description can have at most ${taskDescriptionMax.toLocaleString('en')} characters.`,
})

const AnyDay = z.optional(z.nullable(Day))
const dates = z.object({ startsOn: AnyDay, dueOn: AnyDay }).shape
const marks = z.object({ labels: TaskLabels.optional(), priority: TaskPriority.optional() }).shape

export const createTask = route({
  method: 'POST',
  path: '/workspace/api/v1/task',
  access: 'user',
  status: 201,
  summary: 'Create a task, at the end of its column or after another',
  body: z
    .object({
      workspace: Id,
      /** Chosen by the caller, so that they can change it offline; sent again, it is the same task. */
      _id: Id.optional(),
      /** Defaults to the first line of the comment's words. */
      title: TaskTitle.optional(),
      description: Description.optional(),
      status: TaskStatus.optional(),
      parent: Id.nullable().optional(),
      assignee: MemberId.nullable().optional(),
      ...dates,
      ...marks,
      after: Id.nullable().optional(),
      /** The comment that it is made from; each has one task at most. */
      comment: Id.optional(),
    })
    .refine(({ title, comment }) => title !== undefined || comment !== undefined, {
      error: 'Task title is required',
      path: ['title'],
    }),
  reply: one(Task),
})

export const getTask = route({
  method: 'GET',
  path: '/workspace/api/v1/task/:id',
  access: 'user',
  summary: 'One task with its subtasks, and the first page of its timeline',
  params: IdParams,
  reply: one(Task).extend({ timeline: TimelinePage }),
})

export const updateTask = route({
  method: 'PATCH',
  path: '/workspace/api/v1/task/:id',
  access: 'user',
  summary: 'Change the given fields; `version` guards the text against concurrent changes',
  params: IdParams,
  body: z.object({
    title: TaskTitle.optional(),
    description: Description.optional(),
    assignee: MemberId.nullable().optional(),
    parent: Id.nullable().optional(),
    /** The subtask above it; null for the top, the end if that one is gone. */
    after: Id.nullable().optional(),
    ...dates,
    ...marks,
    version: z.int().optional(),
  }),
  reply: one(Task),
})

export const changeTaskStatus = route({
  method: 'PATCH',
  path: '/workspace/api/v1/task/change-status/:id',
  access: 'user',
  summary: 'Move a task on the board: to a column, below the task `after`, to its top with null',
  params: IdParams,
  body: z.object({
    status: TaskStatus,
    after: Id.nullable().optional(),
    /** The column that the caller saw it in; 409 where someone has moved it since. */
    from: TaskStatus.optional(),
  }),
  reply: one(Task),
})

export const deleteTask = route({
  method: 'DELETE',
  path: '/workspace/api/v1/task/:id',
  access: 'user',
  summary: 'Delete a task with its subtasks; it can be restored for 24 hours',
  params: IdParams,
  reply: Done,
})

export const restoreTask = route({
  method: 'POST',
  path: '/workspace/api/v1/task/restore/:id',
  access: 'user',
  summary: 'Restore a deleted task with its subtasks',
  params: IdParams,
  reply: one(Task),
})

const due = z.enum(['OVERDUE', 'TODAY', 'WEEK', 'NONE'], {
  error: 'Choose one of: OVERDUE, TODAY, WEEK, NONE',
})
const statuses = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',') : value),
  z.array(TaskStatus).max(5).optional(),
)

/** The id of a workspace lists its tasks; the caller's own id lists those assigned to them anywhere. */
export const listTasks = route({
  method: 'GET',
  path: '/workspace/api/v1/task/user/:id',
  access: 'user',
  summary: 'Tasks of a workspace, or your own in all of them; by page or cursor',
  params: IdParams,
  query: pageQuery().extend({
    cursor: cursorQuery().shape.cursor,
    status: statuses,
    assignee: Id.optional(),
    /** `none`: only tasks that are not subtasks. */
    parent: z.union([Id, z.literal('none')]).optional(),
    /** Tasks made from comments of this review; none where the caller may not see it. */
    review: Id.optional(),
    /** Beginnings of words in title and description, or in the name of a label. */
    word: searchWord(),
    due: due.optional(),
    label: Id.optional(),
    priority: TaskPriority.optional(),
    /** The caller's own day, from which `due` counts; that of UTC by default. */
    today: Day.optional(),
    sort: sortOrder(['rank', '-updatedAt', 'dueOn', 'number', '-createdAt']),
  }),
  reply: z.object({
    success: z.literal(true),
    results: z.array(Task),
    currentPage: z.int(),
    totalPages: z.int(),
    total: z.int(),
    nextCursor: z.string().nullable(),
    /** Of the whole list without `status`. */
    counts: TaskCounts,
  }),
})

export const listSubtasks = route({
  method: 'GET',
  path: '/workspace/api/v1/task/sub/user/:workspaceId/:taskId',
  access: 'user',
  summary: 'The subtasks of a task of this workspace; long lists continue at a cursor',
  params: z.object({ workspaceId: Id, taskId: Id }),
  query: z.object({ cursor: cursorQuery().shape.cursor }),
  reply: list(Task).extend({ nextCursor: z.string().nullable() }),
})

/** What a reader of a review outside the workspace sees of a task. */
export const taskStates = ['PLANNED', 'IN_PROGRESS', 'DONE'] as const

export const TaskLink = z.object({
  comment: Id,
  /** Null for a cancelled task, which only the workspace sees. */
  state: z.enum(taskStates).nullable(),
  /** Null for readers without the workspace. */
  task: z
    .object({
      _id: Id,
      workspace: Id,
      number: z.int(),
      status: TaskStatus,
      connected: z.boolean(),
    })
    .nullable(),
})
export type TaskLink = z.infer<typeof TaskLink>

export const listTaskLinks = route({
  method: 'GET',
  path: '/workspace/api/v1/task/file/:id',
  access: 'anyone',
  summary: 'Which comments of a file are tasks, and their status as far as the caller can see it',
  params: IdParams,
  query: cursorQuery(),
  reply: z.object({
    success: z.literal(true),
    results: z.array(TaskLink),
    nextCursor: z.string().nullable(),
  }),
})

export const listReviewTaskLinks = route({
  ...listTaskLinks,
  path: '/workspace/api/v1/task/review/:id',
  summary: 'The same for all files of a review',
})

export const connectTask = route({
  method: 'PATCH',
  path: '/workspace/api/v1/task/connect/:id',
  access: 'user',
  summary: 'Reconnect a task and its comment, with your own right to resolve it; the comment follows',
  params: IdParams,
  reply: one(Task),
})

/** Repeated calls notify nobody twice. */
export const askForTaskReview = route({
  method: 'PATCH',
  path: '/workspace/api/v1/task/ask-access/:id',
  access: 'user',
  summary:
    'Ask the owner of the review that a task comes from for access; for the task’s assignee, who cannot open it',
  params: IdParams,
  reply: one(Task),
})

export const disconnectTask = route({
  method: 'PATCH',
  path: '/workspace/api/v1/task/disconnect/:id',
  access: 'user',
  summary: 'Undo connecting a task and its comment, which gets this status again',
  params: IdParams,
  body: z.object({ commentStatus: CommentStatus.optional() }),
  reply: one(Task),
})
