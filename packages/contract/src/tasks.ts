import { z } from 'zod'
import { Id, IdParams, Time } from './ids.ts'
import { subtasksMax, taskDescriptionMax, taskTitleMax, taskTitleMin } from './limits.ts'
import { Done, one, pageQuery, searchWord, sortOrder } from './paging.ts'
import { route } from './route.ts'
import { line, paragraph } from './text.ts'
import { TaskCounts, TaskStatus } from './workspaces.ts'

/** A day without a time, which no time zone moves. */
const Day = z.iso.date({ error: 'Invalid date' }).refine((day) => day >= '1900-01-01' && day < '3000-01-01', {
  error: 'Invalid date',
})

const Person = z.object({ _id: Id, name: z.string(), avatar: z.string().nullable() })

const Subtask = z.object({
  _id: Id,
  number: z.int(),
  title: z.string(),
  status: TaskStatus,
  assignee: Person.nullable(),
})

export const Task = z.object({
  _id: Id,
  workspace: Id,
  /** Counted up in its workspace, never used twice. */
  number: z.int(),
  title: z.string(),
  description: z.string(),
  status: TaskStatus,
  parent: Id.nullable(),
  subtasks: z.array(Subtask).max(subtasksMax),
  subtaskCount: z.int(),
  doneCount: z.int(),
  assignee: Person.nullable(),
  startsOn: Day.nullable(),
  dueOn: Day.nullable(),
  createdBy: Person.nullable(),
  createdAt: Time,
  updatedAt: Time,
  doneAt: Time.nullable(),
  /** Goes up with every change of its words. */
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

const dates = { startsOn: Day.nullable().optional(), dueOn: Day.nullable().optional() }

export const createTask = route({
  method: 'POST',
  path: '/workspace/api/v1/task',
  access: 'user',
  status: 201,
  summary: 'Make a task, at the end of its column or after another',
  body: z.object({
    workspace: Id,
    title: TaskTitle,
    description: Description.optional(),
    status: TaskStatus.optional(),
    parent: Id.nullable().optional(),
    assignee: Id.nullable().optional(),
    ...dates,
    after: Id.nullable().optional(),
  }),
  reply: one(Task),
})

export const getTask = route({
  method: 'GET',
  path: '/workspace/api/v1/task/:id',
  access: 'user',
  summary: 'One task with its subtasks',
  params: IdParams,
  reply: one(Task),
})

export const updateTask = route({
  method: 'PATCH',
  path: '/workspace/api/v1/task/:id',
  access: 'user',
  summary: 'Change what is given; `version` guards the words against somebody else’s change',
  params: IdParams,
  body: z.object({
    title: TaskTitle.optional(),
    description: Description.optional(),
    assignee: Id.nullable().optional(),
    parent: Id.nullable().optional(),
    ...dates,
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
  body: z.object({ status: TaskStatus, after: Id.nullable().optional() }),
  reply: one(Task),
})

export const deleteTask = route({
  method: 'DELETE',
  path: '/workspace/api/v1/task/:id',
  access: 'user',
  summary: 'Delete a task with its subtasks; for 24 hours it can be brought back',
  params: IdParams,
  reply: Done,
})

export const restoreTask = route({
  method: 'POST',
  path: '/workspace/api/v1/task/restore/:id',
  access: 'user',
  summary: 'Bring a deleted task back, with what went with it',
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

/** The id of a workspace: its tasks; one’s own id: those assigned to oneself, wherever they are. */
export const listTasks = route({
  method: 'GET',
  path: '/workspace/api/v1/task/user/:id',
  access: 'user',
  summary: 'Tasks of a workspace, or one’s own in all of them',
  params: IdParams,
  query: pageQuery(100).extend({
    status: statuses,
    assignee: Id.optional(),
    /** `none`: only those that are nobody’s subtask. */
    parent: z.union([Id, z.literal('none')]).optional(),
    word: searchWord(),
    due: due.optional(),
    sort: sortOrder(['rank', '-updatedAt', 'dueOn', 'number', '-createdAt']),
  }),
  reply: z.object({
    success: z.literal(true),
    results: z.array(Task),
    currentPage: z.int(),
    totalPages: z.int(),
    total: z.int(),
    /** Of the whole list without `status`. */
    counts: TaskCounts,
  }),
})

export const listSubtasks = route({
  method: 'GET',
  path: '/workspace/api/v1/task/sub/user/:workspaceId/:taskId',
  access: 'user',
  summary: 'The subtasks of a task of this workspace',
  params: z.object({ workspaceId: Id, taskId: Id }),
  reply: z.object({ success: z.literal(true), results: z.array(Task) }),
})
