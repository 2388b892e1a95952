import { z } from 'zod'
import { FileKind } from './file-types.ts'
import { FileState } from './files.ts'
import { GivenTime, Id, IdParams, Time } from './ids.ts'
import { attachmentsMax, commentsPageSize, mentionsMax, messageMax, reactorsShown } from './limits.ts'
import { Carried, Marker } from './markers.ts'
import { cursorPage, cursorQuery, Done, list, one, oneOf, searchWord } from './paging.ts'
import { PersonColor } from './person-colors.ts'
import { route } from './route.ts'
import { paragraph } from './text.ts'
import { madeOn, VersionNumber } from './versions.ts'

export { Carried, type CarryOutcome, Marker, type MarkerInput } from './markers.ts'

export const CommentType = oneOf(['MARKED', 'GENERAL'])
export type CommentType = z.infer<typeof CommentType>
export const CommentStatus = oneOf(['OPEN', 'RESOLVED'])
export type CommentStatus = z.infer<typeof CommentStatus>

export const Author = z.object({
  kind: z.enum(['USER', 'GUEST']),
  _id: Id,
  name: z.string(),
  avatar: z.string().nullable(),
  color: PersonColor,
  /** A GUEST that stands for a deleted account. */
  isDeleted: z.literal(true).optional(),
})
export type Author = z.infer<typeof Author>

export const Attachment = z.object({
  _id: Id,
  key: z.string(),
  name: z.string(),
  mime: z.string(),
  kind: FileKind,
  size: z.int(),
  /** READY: a picture or a PDF has its thumbnail and preview; FAILED: it will have none. */
  state: FileState,
  /** How long a video is; where it is known, the thumbnail is a frame of it. */
  seconds: z.number().optional(),
  thumbnailUrl: z.string(),
  previewUrl: z.string(),
  url: z.string().optional(),
})
export type Attachment = z.infer<typeof Attachment>

/** The names of the mentioned people at that time; each stands in the message after `@`. */
const MentionNames = z.array(z.string())

/** In the order in which they are shown. */
export const reactionKinds = ['THUMBS_UP', 'HEART', 'PARTY', 'EYES', 'AGREE', 'QUESTION'] as const
export const ReactionKind = oneOf(reactionKinds)
export type ReactionKind = z.infer<typeof ReactionKind>

export const Reaction = z.object({
  kind: ReactionKind,
  count: z.int(),
  /** The first people who reacted with it. */
  people: z
    .array(z.object({ _id: Id, name: z.string(), isGuest: z.boolean().optional() }))
    .max(reactorsShown),
  /** Whether the reader is among them. */
  isMine: z.boolean(),
})
export type Reaction = z.infer<typeof Reaction>

const reacted = {
  reactions: z.array(Reaction),
  /** Grows with every change of the reactions. */
  reactionSeq: z.int(),
}

export const Reactions = z.object({ _id: Id, ...reacted })
export type Reactions = z.infer<typeof Reactions>

export const Reply = z.object({
  _id: Id,
  comment: Id,
  message: z.string(),
  /** True where only the beginning of a long message is here; GET …/reply/{id} has it whole. */
  isCut: z.boolean(),
  files: z.array(Attachment),
  mentions: z.array(Id),
  mentionNames: MentionNames,
  author: Author,
  ...reacted,
  createdAt: Time,
  updatedAt: Time,
  editedAt: Time.optional(),
  can: z.object({ edit: z.boolean(), delete: z.boolean(), react: z.boolean() }),
})
export type Reply = z.infer<typeof Reply>

export const Comment = z.object({
  _id: Id,
  file: Id,
  review: Id,
  /** Of a marked comment: its number on the file, never reused. */
  number: z.int().nullable(),
  version: z.int(),
  type: CommentType,
  marker: Marker.nullable(),
  /** Only in a list with `onVersion`, and missing while its pin is not carried. */
  carried: Carried.optional(),
  message: z.string(),
  /** True where only the beginning of a long message is here; GET …/{id} has it whole. */
  isCut: z.boolean(),
  files: z.array(Attachment),
  mentions: z.array(Id),
  mentionNames: MentionNames,
  author: Author,
  ...reacted,
  /** Found by a check of the server, and published by its author. */
  isFromCheck: z.literal(true).optional(),
  status: CommentStatus,
  /** `task`: the number of the task whose completion resolved it. `version`: the one that it was accepted as fixed in. */
  resolvedBy: z
    .object({ _id: Id, name: z.string(), task: z.int().nullable(), version: z.int().optional() })
    .optional(),
  /** The first ones, oldest first. */
  replies: z.array(Reply),
  replyCount: z.int(),
  /** For the replies that follow these; null where there are none. */
  repliesCursor: z.string().nullable(),
  /** True for what is left of a deleted comment that had replies: no message, no attachments. */
  deleted: z.boolean(),
  createdAt: Time,
  updatedAt: Time,
  editedAt: Time.optional(),
  can: z.object({
    edit: z.boolean(),
    delete: z.boolean(),
    resolve: z.boolean(),
    reply: z.boolean(),
    react: z.boolean(),
  }),
})
export type Comment = z.infer<typeof Comment>

const Message = paragraph({
  max: messageMax,
  tooLong: `A comment can have at most ${messageMax} characters.`,
})
const Attachments = z
  .array(Id)
  .max(attachmentsMax, { error: `At most ${attachmentsMax} files can be attached.` })
const Mentions = z.array(Id).max(mentionsMax, { error: `At most ${mentionsMax} people can be mentioned.` })

const emptyMessage = { error: 'Write a message or attach a file.', path: ['message'] }
const hasContent = (body: { message: string; files: string[] }) =>
  body.message !== '' || body.files.length > 0

export const CreateCommentBody = z
  .object({
    file: Id,
    version: VersionNumber.optional(),
    type: CommentType.default('MARKED'),
    marker: Marker.nullish(),
    message: Message.default(''),
    files: Attachments.default([]),
    mentions: Mentions.default([]),
    /** The finding of a check that this comment publishes; for owner and editors. */
    finding: Id.optional(),
  })
  .refine((body) => body.type === 'GENERAL' || body.marker, {
    error: 'Choose a place on the design.',
    path: ['marker'],
  })
  .refine(hasContent, emptyMessage)
export type CreateCommentBody = z.output<typeof CreateCommentBody>

export const createComment = route({
  method: 'POST',
  path: '/comment/api/v1',
  access: 'writer',
  summary: 'Comment on a file, at a place (MARKED) or as a whole (GENERAL)',
  status: 201,
  body: CreateCommentBody,
  reply: one(Comment),
})

export const CreateReplyBody = z
  .object({
    comment: Id,
    message: Message.default(''),
    files: Attachments.default([]),
    mentions: Mentions.default([]),
  })
  .refine(hasContent, emptyMessage)
export type CreateReplyBody = z.output<typeof CreateReplyBody>

export const createReply = route({
  method: 'POST',
  path: '/comment/api/v1/reply',
  access: 'writer',
  summary: 'Reply to a comment',
  status: 201,
  body: CreateReplyBody,
  reply: one(Reply),
})

const CommentsQuery = cursorQuery(commentsPageSize).extend({ status: CommentStatus.optional() })
export const CommentPage = cursorPage(Comment)

export const listFileComments = route({
  method: 'GET',
  path: '/comment/api/v1/file/:id',
  access: 'anyone',
  summary: 'Comments of a file, oldest first',
  params: IdParams,
  query: CommentsQuery.extend(madeOn),
  reply: CommentPage,
})

export const listReviewComments = route({
  method: 'GET',
  path: '/comment/api/v1/review/:id',
  access: 'anyone',
  summary: 'Comments of all files of a review, oldest first',
  params: IdParams,
  query: CommentsQuery,
  reply: CommentPage,
})

export const getComment = route({
  method: 'GET',
  path: '/comment/api/v1/:id',
  access: 'anyone',
  summary: 'One comment with its full message and first replies',
  params: IdParams,
  reply: one(Comment),
})

export const listReplies = route({
  method: 'GET',
  path: '/comment/api/v1/:id/replies',
  access: 'anyone',
  summary: 'Replies to a comment, oldest first',
  params: IdParams,
  query: cursorQuery(),
  reply: cursorPage(Reply),
})

export const getReply = route({
  method: 'GET',
  path: '/comment/api/v1/reply/:id',
  access: 'anyone',
  summary: 'One reply with its full message',
  params: IdParams,
  reply: one(Reply),
})

/** IN: may see the review. TO_INVITE: the caller may invite them. OUTSIDE: the caller may not. */
export const Standing = z.enum(['IN', 'TO_INVITE', 'INVITED', 'OUTSIDE'])
export type Standing = z.infer<typeof Standing>

/** Who can be mentioned: a name and a face, nothing else. */
export const Mentionable = z.object({
  _id: Id,
  name: z.string(),
  avatar: z.string().nullable(),
  /** A connection outside of the review is invited to it when mentioned. */
  standing: Standing,
})
export type Mentionable = z.infer<typeof Mentionable>

/** At most 20: people in the review first, among them those whose names begin with the word. */
export const listMentionable = route({
  method: 'GET',
  path: '/comment/api/v1/mentionable/:id',
  access: 'anyone',
  summary:
    'People the caller can mention in a review: owner and members; for guests, those who wrote in it; from Pilot on also connections, who are invited as commenters',
  params: IdParams,
  query: z.object({ word: searchWord() }),
  reply: list(Mentionable),
})

/** When the edited words were last changed, null if never; refused if they have changed since. */
const editedAt = GivenTime.nullable().optional()

export const EditCommentBody = z.object({
  message: Message.optional(),
  marker: Marker.nullish(),
  files: Attachments.optional(),
  mentions: Mentions.optional(),
  editedAt,
})
export type EditCommentBody = z.output<typeof EditCommentBody>

export const editComment = route({
  method: 'PATCH',
  path: '/comment/api/v1/:id',
  access: 'writer',
  summary: 'Edit your own comment; `editedAt` guards its text against concurrent changes',
  params: IdParams,
  body: EditCommentBody,
  reply: one(Comment),
})

export const deleteComment = route({
  method: 'DELETE',
  path: '/comment/api/v1/:id',
  access: 'writer',
  summary: 'Delete a comment; with replies, a tombstone stays',
  params: IdParams,
  reply: Done,
})

export const changeCommentStatus = route({
  method: 'PATCH',
  path: '/comment/api/v1/change-status/:id',
  access: 'writer',
  summary: 'Resolve or reopen a comment',
  params: IdParams,
  body: z.object({ status: CommentStatus }),
  reply: one(Comment),
})

export const EditReplyBody = z.object({
  message: Message.optional(),
  files: Attachments.optional(),
  mentions: Mentions.optional(),
  editedAt,
})
export type EditReplyBody = z.output<typeof EditReplyBody>

export const editReply = route({
  method: 'PATCH',
  path: '/comment/api/v1/reply/:id',
  access: 'writer',
  summary: 'Edit your own reply; `editedAt` guards its text against concurrent changes',
  params: IdParams,
  body: EditReplyBody,
  reply: one(Reply),
})

export const deleteReply = route({
  method: 'DELETE',
  path: '/comment/api/v1/reply/:id',
  access: 'writer',
  summary: 'Delete a reply',
  params: IdParams,
  reply: Done,
})

/** One of each kind per person; a reaction that is already there stays. */
const ReactBody = z.object({ kind: ReactionKind, isOn: z.boolean() })

export const reactToComment = route({
  method: 'PATCH',
  path: '/comment/api/v1/:id/reaction',
  access: 'writer',
  summary: 'React to a comment, or remove a reaction',
  params: IdParams,
  body: ReactBody,
  reply: one(Reactions),
})

export const reactToReply = route({
  method: 'PATCH',
  path: '/comment/api/v1/reply/:id/reaction',
  access: 'writer',
  summary: 'React to a reply, or remove a reaction',
  params: IdParams,
  body: ReactBody,
  reply: one(Reactions),
})
