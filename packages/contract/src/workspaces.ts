import { z } from 'zod'
import { Id, IdParams, Time } from './ids.ts'
import { workspaceDescriptionMax, workspaceNameMax, workspaceNameMin, workspaceReviewsMax } from './limits.ts'
import { Done, one, page, pageQuery, sortOrder } from './paging.ts'
import { MemberRole } from './reviews.ts'
import { route } from './route.ts'
import { line, paragraph } from './text.ts'

export const TaskStatus = z.enum(['TODO', 'IN_PROGRESS', 'IN_REVIEW', 'DONE', 'CANCELLED'], {
  error: 'Unknown status.',
})
export type TaskStatus = z.infer<typeof TaskStatus>

export const TaskCounts = z.record(TaskStatus, z.int())
export type TaskCounts = z.infer<typeof TaskCounts>

const Face = z.object({ _id: Id, name: z.string(), avatar: z.string().nullable() })

export const Workspace = z.object({
  _id: Id,
  name: z.string(),
  description: z.string(),
  owner: Face,
  role: MemberRole,
  /** Readers of a linked review outside the workspace do not see the state of its tasks. */
  hidesStatus: z.boolean(),
  /** The owner first; at most twelve in a list of workspaces. */
  members: z.array(Face.extend({ role: MemberRole })),
  memberCount: z.int(),
  counts: TaskCounts,
  createdAt: Time,
  updatedAt: Time,
  /** Number of the newest live event. */
  lastEventId: z.int(),
  can: z.object({
    edit: z.boolean(),
    editTasks: z.boolean(),
    write: z.boolean(),
    invite: z.boolean(),
    delete: z.boolean(),
    leave: z.boolean(),
  }),
})
export type Workspace = z.infer<typeof Workspace>

/** A workspace with what its page shows. */
export const WorkspacePage = Workspace.extend({
  /** Linked reviews that the caller may see. */
  reviews: z.array(z.object({ _id: Id, name: z.string(), fileCount: z.int() })).max(workspaceReviewsMax),
})
export type WorkspacePage = z.infer<typeof WorkspacePage>

const nameTooLong = `A workspace name can have at most ${workspaceNameMax} characters.`
/** Counting stops here. */
export const newsCountedMax = 100

/** A workspace in a list. */
export const ListedWorkspace = Workspace.extend({
  /** What others did and wrote there since the caller last looked; at most `newsCountedMax`. */
  news: z.int(),
})
export type ListedWorkspace = z.infer<typeof ListedWorkspace>

export const notAMember = 'Choose a member of this workspace.'
/** Someone in the workspace; anyone else is refused in the same way. */
export const MemberId = z.uuid({ error: notAMember }).toLowerCase()

export const WorkspaceName = line({
  min: workspaceNameMin,
  max: workspaceNameMax,
  required: 'Workspace name is required',
  tooLong: nameTooLong,
})

const Description = paragraph({
  max: workspaceDescriptionMax,
  tooLong: `A description can have at most ${workspaceDescriptionMax.toLocaleString('en')} characters.`,
})

/** Also at `POST /workspace`, as the specification writes it. */
export const createWorkspace = route({
  method: 'POST',
  path: '/workspace/api/v1',
  access: 'user',
  status: 201,
  summary: 'Create a workspace',
  body: z.object({ name: WorkspaceName, description: Description.optional() }),
  reply: one(Workspace),
})

/** Also at `POST /workspace/{id}`. `workspace`, where given, must be the id of the address. */
export const editWorkspace = route({
  method: 'POST',
  path: '/workspace/api/v1/:id',
  access: 'user',
  summary: 'Change the name or description of a workspace',
  params: IdParams,
  body: z.object({
    workspace: z.unknown().optional(),
    name: WorkspaceName.optional(),
    description: Description.optional(),
    hidesStatus: z.boolean().optional(),
  }),
  reply: one(Workspace),
})

export const listWorkspaces = route({
  method: 'GET',
  path: '/workspace/api/v1/user',
  access: 'user',
  summary: 'The caller’s own workspaces and those they are a member of',
  query: pageQuery().extend({ sort: sortOrder(['-updatedAt', 'name', '-createdAt']) }),
  reply: page(ListedWorkspace),
})

export const getWorkspace = route({
  method: 'GET',
  path: '/workspace/api/v1/:id',
  access: 'user',
  summary: 'A workspace with its people, its reviews and its number of tasks by status',
  params: IdParams,
  reply: one(WorkspacePage),
})

export const lookAtWorkspace = route({
  method: 'PATCH',
  path: '/workspace/api/v1/looked/:id',
  access: 'user',
  summary: 'Mark a workspace as seen on all devices',
  params: IdParams,
  reply: Done,
})

export const deleteWorkspace = route({
  method: 'DELETE',
  path: '/workspace/api/v1/:id',
  access: 'user',
  log: 'RIGHTS',
  summary: 'Delete a workspace; it can be restored for 24 hours',
  params: IdParams,
  reply: Done,
})

export const restoreWorkspace = route({
  method: 'POST',
  path: '/workspace/api/v1/restore/:id',
  access: 'user',
  log: 'RIGHTS',
  summary: 'Restore a deleted workspace',
  params: IdParams,
  reply: one(Workspace),
})

export const handOverWorkspace = route({
  method: 'PATCH',
  path: '/workspace/api/v1/hand-over/:id',
  access: 'user',
  log: 'RIGHTS',
  summary: 'Transfer ownership to a member; the former owner becomes an editor',
  params: IdParams,
  body: z.object({ memberId: Id }),
  reply: one(Workspace),
})

export const linkReview = route({
  method: 'POST',
  path: '/workspace/api/v1/review/:id',
  access: 'user',
  summary: 'Link a review you own or edit to a workspace; the review still decides who can see it',
  params: IdParams,
  body: z.object({ review: Id }),
  reply: one(WorkspacePage),
})

export const unlinkReview = route({
  method: 'DELETE',
  path: '/workspace/api/v1/review/:id/:reviewId',
  access: 'user',
  summary: 'Remove the link to a review; the review and tasks do not change',
  params: IdParams.extend({ reviewId: Id }),
  reply: one(WorkspacePage),
})
