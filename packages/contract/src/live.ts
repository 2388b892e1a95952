import { z } from 'zod'
import { CarryReady, Fix } from './carry.ts'
import { CheckRun } from './checks.ts'
import { Comment, Reactions, Reply } from './comments.ts'
import { ConnectionUpdated } from './connections.ts'
import { File } from './files.ts'
import { Id, IdParams } from './ids.ts'
import { LabelChanged } from './labels.ts'
import { Conversation, DirectMessage } from './messages.ts'
import { Notification } from './notifications.ts'
import { Done } from './paging.ts'
import { PersonColor } from './person-colors.ts'
import { NoteChanged } from './private-notes.ts'
import { Review } from './reviews.ts'
import { DecisionMade, RoundChanged } from './rounds.ts'
import { route } from './route.ts'
import { Task } from './tasks.ts'
import { TimelineItem } from './timelines.ts'
import { Workspace } from './workspaces.ts'

/** An idle stream sends a sign of life this often. */
export const liveSignMs = 15_000

/**
 * The only declaration of live events: name and JSON data. `Last-Event-ID` resumes a stream after the event with that
 * `id:`.
 */
const everyStream = {
  /** Missed events are lost: read everything again. Later events follow. */
  reset: z.object({}),
}

const subjectStream = {
  ...everyStream,
  /** The subject was deleted: the last event before the stream ends. It has no number. */
  deleted: z.object({}),
}

/** The people who are viewing it now. */
const Presence = z.object({
  viewers: z.int(),
  names: z.array(z.string()),
  /** The people with these names, in the same order. */
  people: z.array(
    z.object({
      _id: Id,
      name: z.string(),
      avatar: z.string().nullable(),
      isGuest: z.boolean(),
      /** In a review: theirs, or as long as they have not written there one that nobody else here has. */
      color: PersonColor.optional(),
    }),
  ),
})

const fraction = z.number({ error: 'A position must be a number from 0 to 1.' }).min(0).max(1)

/** What a viewer of a review is doing, while they are there; never stored. */
const Doing = z.object({
  /** The file that they look at. */
  file: Id.nullable(),
  page: z.int().min(1).max(100_000),
  pointer: z.object({ x: fraction, y: fraction }).nullable(),
  isWriting: z.boolean(),
  /** Where they write a reply; null for a new comment. */
  comment: Id.nullable(),
  /** The comment whose fix they look at in the queue of fixes. */
  checking: Id.nullable().optional(),
})
export const Here = z.object({
  _id: Id,
  name: z.string(),
  isGuest: z.boolean().default(false),
  ...Doing.shape,
})
export type Here = z.infer<typeof Here>

export const sayHere = route({
  method: 'POST',
  path: '/live/api/v1/review/:id/here',
  access: 'writer',
  summary: 'Share with others in a review which page you view, where you point and whether you are typing',
  params: IdParams,
  body: Doing,
  reply: Done,
})

/** Path of the stream of a review. */
export const liveReviewPath = (reviewId: string) => `/live/api/v1/review/${reviewId}`

export const reviewEvents = {
  ...subjectStream,
  'comment.created': Comment,
  'comment.updated': Comment,
  'comment.deleted': z.object({ _id: Id, file: Id }),
  'comment.status': Comment,
  /** It became a task, or its task changed: `GET …/task/file/{id}` has the state. */
  'comment.task': z.object({ _id: Id, file: Id }),
  'comment.reactions': Reactions.extend({ file: Id }),
  /** Its pin was placed, or what became of it was decided, or either was taken back. */
  'comment.fix': Fix,
  /** Pins were carried onto a version, or moved there by an alignment, or could not be carried. */
  'carry.ready': CarryReady,
  /** With the file of the comment. */
  'reply.created': Reply.extend({ file: Id }),
  'reply.updated': Reply,
  'reply.deleted': z.object({ _id: Id, comment: Id }),
  'reply.reactions': Reactions.extend({ comment: Id }),
  'file.added': File,
  'file.ready': File,
  'file.removed': z.object({ _id: Id }),
  /** A version was added or restored: the file with its current version. */
  'version.added': File,
  /** Instead of `file.ready` for a file with several versions: one of them has its preview. */
  'version.ready': File,
  /** A version got another note, or became the current one. */
  'version.changed': File,
  /** One went, with its comments: the file as it is without. */
  'version.removed': File,
  'review.updated': Review,
  /** A round was opened, changed, closed or reopened: read the rounds again. */
  'round.changed': RoundChanged,
  'decision.made': DecisionMade,
  /** To owner and editors only. */
  'check.progress': CheckRun,
  'check.done': CheckRun,
  /** Findings were dismissed, or dismissals undone. */
  'check.changed': CheckRun,
  presence: Presence,
  /** What some viewers do now; a new viewer gets all. */
  here: z.object({ people: z.array(Here) }),
} as const

/** Path of the stream of a workspace, for its members. */
export const liveWorkspacePath = (workspaceId: string) => `/live/api/v1/workspace/${workspaceId}`

export const workspaceEvents = {
  ...subjectStream,
  'task.created': Task,
  'task.updated': Task,
  /** To another column or place: see its `rank`. */
  'task.moved': Task,
  /** With its subtasks. */
  'task.deleted': z.object({ _id: Id }),
  'task.restored': Task,
  'label.changed': LabelChanged,
  'timeline.created': TimelineItem,
  'timeline.updated': TimelineItem,
  'timeline.deleted': z.object({ _id: Id, task: Id.nullable() }),
  'workspace.updated': Workspace,
  /** Someone joined, left or changed roles. */
  'member.changed': Workspace,
  presence: Presence,
} as const

/** Path of the stream of a delivery, for its sender and for visitors by link. */
export const liveDeliveryPath = (deliveryId: string) => `/live/api/v1/delivery/${deliveryId}`

export const deliveryEvents = {
  ...subjectStream,
  /** It changed, files arrived, or someone’s download was sent whole: read the page again. */
  'delivery.updated': z.object({
    _id: Id,
    isComplete: z.boolean(),
    fileCount: z.int(),
    expectedCount: z.int().nullable(),
  }),
} as const

/** Path of a user's own stream: all that concerns them, on any page. */
export const liveUserPath = '/live/api/v1/user'

/** A stream opened without a number begins with `reset`, which has the number to continue from. */
export const userEvents = {
  ...everyStream,
  'notification.created': Notification,
  /** Some were read or became unread again, on any device. */
  'notification.read': z.object({ unread: z.int() }),
  'connection.updated': ConnectionUpdated,
  /** To both people, including the writer's other pages. */
  'message.created': z.object({ conversation: Conversation, message: DirectMessage }),
  /** Something was edited, deleted, read or accepted; `message` where it is about one. */
  'conversation.changed': z.object({ conversation: Conversation, message: DirectMessage.nullable() }),
  'note.changed': NoteChanged,
  /** The user has looked at it, on any device: nothing is new there. */
  'workspace.looked': z.object({ _id: Id }),
} as const

/** Sent by the stream itself. */
type Unstored = keyof typeof subjectStream

type Shapes = Record<string, z.ZodType>
type EventOf<E extends Shapes> = {
  [N in keyof E]: { event: N; data: z.infer<E[N]>; id?: string }
}[keyof E]

export type ReviewEventName = keyof typeof reviewEvents
export type ReviewEvent = EventOf<typeof reviewEvents>
/** Those that are stored, so that a stream can resume. */
export type StoredReviewEventName = Exclude<ReviewEventName, 'presence' | 'here' | Unstored>

export type StoredDeliveryEventName = Exclude<keyof typeof deliveryEvents, Unstored>
export type DeliveryEvent = EventOf<typeof deliveryEvents>
export type DeliveryEventData = z.infer<(typeof deliveryEvents)['delivery.updated']>
export type WorkspaceEventName = keyof typeof workspaceEvents
export type WorkspaceEvent = EventOf<typeof workspaceEvents>
export type StoredWorkspaceEventName = Exclude<WorkspaceEventName, 'presence' | Unstored>

export type StoredEventName = StoredReviewEventName | StoredWorkspaceEventName | StoredDeliveryEventName

export type UserEventName = Exclude<keyof typeof userEvents, 'reset'>
export type UserEvent = EventOf<typeof userEvents>
export type UserEventData<N extends UserEventName> = z.infer<(typeof userEvents)[N]>
