import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Marker } from '@wingmark/contract/comments'
import { createConnectionProfile } from '@wingmark/contract/connection-profiles'
import { createDelivery } from '@wingmark/contract/deliveries'
import { createLabel } from '@wingmark/contract/labels'
import { Visibility } from '@wingmark/contract/reviews'
import { DecisionKind } from '@wingmark/contract/rounds'
import { TaskPriority } from '@wingmark/contract/tasks'
import { sendWorkspaceInvitation } from '@wingmark/contract/workspace-people'
import { TaskStatus } from '@wingmark/contract/workspaces'
import { z } from 'zod'

const content: unknown = JSON.parse(readFileSync(join(import.meta.dirname, 'studio.json'), 'utf8'))

const text = z.string()
const texts = z.array(text)
const { days, maxDownloads } = createDelivery.body.shape
const { role } = sendWorkspaceInvitation.body.shape

const Profile = createConnectionProfile.body.omit({ name: true, email: true, username: true })
/** Those with an address have an account; clients comment as guests. */
const Person = z.strictObject({ name: text, email: text.optional(), profile: Profile.optional() })
export type Person = z.infer<typeof Person>

const { people } = z.object({ people: z.record(text, Person) }).parse(content)
/** In the file a short name. */
const Who = z.enum(Object.keys(people)).transform((name) => people[name] ?? z.NEVER)

const Message = z.strictObject({ by: Who, message: text })
const Comment = Message.extend({
  /** Which file of the review, from 0. */
  file: z.int(),
  /** The newest if omitted. */
  version: z.int().optional(),
  /** A general comment has none. */
  marker: Marker.optional(),
  replies: z.array(Message).default([]),
  isResolved: z.boolean().default(false),
})

const Version = z.strictObject({ file: text, note: text.default('') })
/** A path in the folder `files`, or several versions, oldest first. */
const Stack = z.union([text.transform((file) => [{ file, note: '' }]), z.array(Version)])

const Named = z.strictObject({ name: text, description: text })
const Round = z.strictObject({
  message: text,
  dueInDays: z.int(),
  /** Approvals. */
  needed: z.int(),
  /** Yes or no. */
  question: text,
  decisions: z.array(
    z.strictObject({ by: Who, decision: DecisionKind, answer: z.enum(['YES', 'NO']), note: text }),
  ),
})

const Review = Named.extend({
  visibility: Visibility,
  /** Colleagues of the owner who take part. */
  members: z.array(Who),
  files: z.array(Stack),
  comments: z.array(Comment),
  round: Round.optional(),
})
export type PlannedReview = z.infer<typeof Review>

const Task = z.strictObject({
  title: text,
  status: TaskStatus,
  dueInDays: z.int().optional(),
  priority: TaskPriority.optional(),
  /** By name. */
  labels: texts.default([]),
  subtasks: texts.default([]),
})
const Work = Named.extend({ by: Who, file: text })
export type Work = z.infer<typeof Work>

const Studio = z.strictObject({
  password: text,
  owner: Who,
  people: z.record(text, Person),
  reviews: z.array(Review),
  transfers: z.strictObject({
    folder: text,
    files: texts,
    sent: z.strictObject({ title: text, message: text, recipients: texts, days }),
    /** The first file once more, behind the studio's password. */
    protected: z.strictObject({ maxDownloads }),
  }),
  workspace: Named.extend({
    message: text,
    labels: z.array(createLabel.body),
    tasks: z.array(Task),
    /** So many open comments of each review become tasks. */
    tasksOfEachReview: z.int(),
    colleagues: z.array(z.strictObject({ person: Who, role })),
  }),
  connections: z.array(Who),
  conversation: z.array(Message.extend({ to: Who })),
  publicWork: z.array(Work),
})

/** What the demo studio consists of. Everyone in it is made up. */
export const studio = Studio.parse(content)
