import { z } from 'zod'
import { AiHost } from './ai.ts'
import { CommentPage } from './comments.ts'
import { Day } from './days.ts'
import { File } from './files.ts'
import { GivenTime, Id, IdParams, Time } from './ids.ts'
import { accessKeyMax, accessKeyMin, reviewDescriptionMax, reviewFilesMax, reviewNameMax } from './limits.ts'
import { Done, first, flag, one, oneOf, page, pageQuery, searchWord, sortOrder } from './paging.ts'
import { ReviewRound } from './rounds.ts'
import { route } from './route.ts'
import { chosenSecret, TypedAccessKey } from './secrets.ts'
import { line, paragraph, storable } from './text.ts'

export const Visibility = oneOf(['PRIVATE', 'UNLISTED', 'PUBLIC'])
export type Visibility = z.infer<typeof Visibility>
export const ShareAccess = oneOf(['NONE', 'VIEW', 'COMMENT', 'EDIT'])
export type ShareAccess = z.infer<typeof ShareAccess>
export const MemberRole = oneOf(['OWNER', 'EDITOR', 'COMMENTER', 'VIEWER'])
export type MemberRole = z.infer<typeof MemberRole>

/** The code of a link, as it was received. */
export const ShareCode = z.string({ error: 'Required' }).max(200).transform(storable)

export const Share = z.object({
  access: ShareAccess,
  allowDownload: z.boolean(),
  /** The rest is for those who may share. */
  shareCode: z.string().optional(),
  shareUrl: z.string().optional(),
  hasAccessKey: z.boolean().optional(),
  expiresAt: GivenTime.nullable().optional(),
  /** Whether the first link shows only the current versions. */
  onlyCurrent: z.boolean().optional(),
  /** Whether an UNLISTED review opens by its address without a code. */
  plainAddress: z.boolean().optional(),
})
export type Share = z.infer<typeof Share>

/** In answers to changes: present and true where the change also closed the plain address. */
export const plainAddressClosed = { plainAddressClosed: z.literal(true).optional() }

const Face = z.object({ _id: Id, name: z.string(), avatar: z.string().nullable() })
/** People of a review that a list shows. */
export const listedFacesMax = 3

export const Review = z.object({
  _id: Id,
  name: z.string(),
  /** Cut in a long list, as `files` is; the review itself has both whole. */
  description: z.string(),
  /** The day until which comments are wanted; informs, and closes nothing. */
  commentsUntil: Day.nullable(),
  owner: Face,
  /** Ids in order. */
  files: z.array(Id),
  fileCount: z.int(),
  commentCount: z.int(),
  openCount: z.int(),
  /** Key of the chosen cover file, else of the first one; null where there is none. */
  cover: z.string().nullable(),
  /** Null until its thumbnail is ready. */
  coverUrl: z.string().nullable(),
  visibility: Visibility,
  share: Share,
  /** Present where an AI service is set up and the owner lets it read the comments. */
  readByAi: AiHost.optional(),
  /** The caller's role; null for visitors by link and people who found it. */
  role: MemberRole.nullable(),
  /** Whether the caller has muted it; absent for visitors and in live events. */
  isMuted: z.boolean().optional(),
  /** In the caller’s own list: at most three others, the owner first, and the number of all people. */
  members: z.array(Face).max(listedFacesMax).optional(),
  memberCount: z.int().optional(),
  /** In the caller’s own list: their unread notifications about it; counting stops at 100. */
  news: z.int().optional(),
  /** RESOLVED once every comment is. */
  status: z.enum(['OPEN', 'RESOLVED']),
  /** The open round, or without one the last that was closed. */
  round: ReviewRound.nullable(),
  createdAt: Time,
  updatedAt: Time,
  can: z.object({
    edit: z.boolean(),
    comment: z.boolean(),
    resolve: z.boolean(),
    share: z.boolean(),
    delete: z.boolean(),
    download: z.boolean(),
    /** Become a member by the link that they came by. */
    join: z.boolean(),
    /** Have its comments read by AI. */
    summarise: z.boolean(),
    /** Decide in the open round, once they have given a name, and an email where the round demands it. */
    decide: z.boolean(),
    startRound: z.boolean(),
  }),
})
export type Review = z.infer<typeof Review>

/** All that the first view of a review page needs. */
export const ReviewPage = z.object({
  _id: Id,
  review: Review,
  /** In order. */
  files: z.array(File),
  /** First page of the first file's comments. */
  comments: CommentPage.omit({ success: true }),
  /** The newest live event already contained here; the stream continues from it. */
  lastEventId: z.string(),
  /** By the server's clock, as the times of comments are. */
  readAt: Time,
})
export type ReviewPage = z.infer<typeof ReviewPage>

const ReviewName = line({
  max: reviewNameMax,
  required: 'Please enter a review name',
  tooLong: `A review name can have at most ${reviewNameMax} characters.`,
})

const noFiles = 'No files have been uploaded yet.'
export const tooManyFiles = `A review can have at most ${reviewFilesMax} files.`
export const filesNotFound = 'One or more files weren’t found.'

const ReviewFiles = z
  .array(z.string({ error: filesNotFound }), { error: noFiles })
  .min(1, { error: noFiles })
  .max(reviewFilesMax, { error: tooManyFiles })
  .refine((ids) => ids.every((id) => Id.safeParse(id).success), { error: filesNotFound })
  .refine((ids) => new Set(ids.map((id) => id.toLowerCase())).size === ids.length, {
    error: 'The same file is listed twice.',
  })
const Description = paragraph({
  max: reviewDescriptionMax,
  tooLong: `A description can have at most ${reviewDescriptionMax} characters.`,
})

export const CreateReviewBody = z.object({
  name: ReviewName,
  files: ReviewFiles,
  description: Description.optional(),
  commentsUntil: Day.nullish(),
})
export type CreateReviewBody = z.output<typeof CreateReviewBody>

export const createReview = route({
  method: 'POST',
  path: '/review/api/v1',
  access: 'user',
  summary: 'Publish files as a review',
  status: 201,
  body: CreateReviewBody,
  reply: one(Review),
})

const reviewSorts = [
  '-updatedAt',
  'updatedAt',
  '-createdAt',
  'createdAt',
  'name',
  '-name',
  '-openCount',
] as const
export type ReviewSort = (typeof reviewSorts)[number]

export const listMyReviews = route({
  method: 'GET',
  path: '/review/api/v1/user',
  access: 'user',
  summary: 'Reviews that the caller owns or is a member of',
  query: pageQuery().extend({
    sort: sortOrder(reviewSorts),
    /** Beginnings of words in name and description. */
    word: searchWord(),
    /** Whether any comment is open. */
    open: flag('Open must be true or false.').optional(),
    visibility: z.preprocess(first, Visibility).optional(),
    whose: z.preprocess(first, oneOf(['OWN', 'JOINED'])).optional(),
    /** Only those that this person owns or is a member of, too. */
    with: z.preprocess(first, Id.optional()),
    /** Only those that the caller archived, instead of all others. */
    archived: flag('Archived must be true or false.').optional(),
  }),
  reply: page(Review),
})

export const archiveReview = route({
  method: 'PATCH',
  path: '/review/api/v1/archive/:id',
  access: 'user',
  summary: 'Archive or unarchive a review in your own list; nothing changes for anyone else',
  params: IdParams,
  body: z.object({ archived: z.boolean({ error: 'Archived must be true or false.' }) }),
  reply: one(z.object({ _id: Id, archived: z.boolean() })),
})

export const listPublicReviews = route({
  method: 'GET',
  path: '/review/api/v1/public',
  access: 'anyone',
  summary: 'Public reviews, searched by name',
  query: pageQuery().extend({ name: searchWord(), sort: sortOrder(reviewSorts) }),
  reply: page(Review),
})

export const listPublicReviewsOfUser = route({
  method: 'GET',
  path: '/review/api/v1/public/user/:id',
  access: 'anyone',
  summary: 'Public reviews of one user',
  params: IdParams,
  query: pageQuery().extend({ sort: sortOrder(reviewSorts) }),
  reply: page(Review),
})

export const getReview = route({
  method: 'GET',
  path: '/review/api/v1/:id',
  access: 'anyone',
  summary: 'A review with its files and the first comments; takes ?share= or X-Share-Token',
  params: IdParams,
  reply: one(ReviewPage),
})

export const UpdateReviewBody = z.object({
  name: ReviewName.optional(),
  description: Description.optional(),
  commentsUntil: Day.nullish(),
  /** Adds the new files. A list of all the review's files also sets their order; otherwise new ones go last. */
  files: ReviewFiles.optional(),
  /** The review was created from the same upload: files whose target is `new` join it too. */
  takesNew: z.boolean().optional(),
  /** The file that represents the review in lists; null: the first one. */
  cover: Id.nullish(),
})
export type UpdateReviewBody = z.output<typeof UpdateReviewBody>

const Updated = z.object({ _id: Id, review: Review })

export const updateReview = route({
  method: 'PATCH',
  path: '/review/api/v1/:id',
  access: 'user',
  summary: 'Rename a review, set its due date, add or order files, or choose its cover',
  params: IdParams,
  body: UpdateReviewBody,
  reply: one(Updated),
})

export const moveFiles = route({
  method: 'PATCH',
  path: '/review/api/v1/move-files/:id',
  access: 'user',
  summary: 'Move files of a review before another one, or to the end',
  params: IdParams,
  body: z.object({
    files: ReviewFiles,
    /** Null: to the end. */
    before: Id.nullable(),
  }),
  reply: one(Updated),
})

export const deleteReview = route({
  method: 'DELETE',
  path: '/review/api/v1/:id',
  access: 'user',
  log: 'RIGHTS',
  summary: 'Delete a review with its files and comments; it can be restored for 24 hours',
  params: IdParams,
  reply: Done,
})

/** A deleted review, or a file that was removed from a review. */
export const DeletedThing = z.object({
  _id: Id,
  type: z.enum(['REVIEW', 'FILE']),
  name: z.string(),
  /** The review that the file was removed from. */
  review: z.object({ _id: Id, name: z.string() }).nullable(),
  fileCount: z.int(),
  commentCount: z.int(),
  /** Bytes, charged until it is deleted for good. */
  size: z.int(),
  deletedAt: Time,
})
export type DeletedThing = z.infer<typeof DeletedThing>

export const listDeletedReviews = route({
  method: 'GET',
  path: '/review/api/v1/deleted',
  access: 'user',
  summary:
    'Own reviews that can still be restored, and files removed from reviews the caller edits, latest first',
  query: pageQuery().extend({
    /** Only files that were removed from this review. */
    review: z.preprocess(first, Id.optional()),
  }),
  reply: page(DeletedThing),
})

export const restoreReview = route({
  method: 'POST',
  path: '/review/api/v1/restore/:id',
  access: 'user',
  log: 'RIGHTS',
  summary: 'Restore a deleted review, or by its own id a removed file, with its comments',
  params: IdParams,
  reply: one(z.object({ _id: Id, name: z.string() })),
})

export const deleteReviewForGood = route({
  method: 'DELETE',
  path: '/review/api/v1/deleted/:id',
  access: 'user',
  log: 'RIGHTS',
  summary: 'Permanently delete a deleted review, or a file removed from one',
  params: IdParams,
  reply: Done,
})

/** From an earlier opening on this device: others' wrong access keys then do not lock it out. It opens nothing. */
export const knownDevice = { deviceToken: z.string().max(200).optional() }

export const OpenShareBody = z
  .object({
    shareCode: ShareCode.optional(),
    /** Instead of a code: the review's plain address. */
    review: Id.optional(),
    accessKey: TypedAccessKey.nullish(),
    ...knownDevice,
  })
  .refine(({ shareCode, review }) => (shareCode === undefined) !== (review === undefined), {
    error: 'Send either a share code or a review.',
    path: ['shareCode'],
  })
export type OpenShareBody = z.output<typeof OpenShareBody>

export const openShare = route({
  method: 'PATCH',
  path: '/review/api/v1/get-review',
  access: 'anyone',
  summary: 'Open a shared review by its code or plain address, and its access key; 423 if the key is missing',
  body: OpenShareBody,
  /** `shareToken` proves that the link was opened: the code where no key was needed, empty where nothing was. */
  reply: one(ReviewPage.extend({ shareToken: z.string(), deviceToken: z.string() })),
})

export const changeVisibility = route({
  method: 'PATCH',
  path: '/review/api/v1/change-visibility/:id',
  access: 'user',
  log: 'RIGHTS',
  summary: 'Decide who can find the review',
  params: IdParams,
  body: z.object({ visibility: Visibility }),
  reply: one(Updated.extend(plainAddressClosed)),
})

const isUsualYear = (value: string) => {
  const year = new Date(value).getUTCFullYear()
  return year >= 2000 && year < 10_000
}
const LinkEnd = z.iso
  .datetime({ offset: true, error: 'Invalid date' })
  .refine(isUsualYear, { error: 'Invalid date' })

export const ShareChange = z.object({
  access: ShareAccess.optional(),
  accessKey: chosenSecret({
    ...{ min: accessKeyMin, tooShort: `An access key must have at least ${accessKeyMin} characters.` },
    ...{ max: accessKeyMax, tooLong: `An access key can have at most ${accessKeyMax} characters.` },
  }).nullish(),
  expiresAt: LinkEnd.nullish(),
  allowDownload: z.boolean().optional(),
  onlyCurrent: z.boolean().optional(),
  /** Whether people with the link may decide in rounds without named reviewers; a VIEW link never lets them. */
  allowDecide: z.boolean().optional(),
  rotate: z.boolean().optional(),
})
export type ShareChange = z.output<typeof ShareChange>

/** `plainAddress` opens or closes the plain address, whatever else the change does to it. */
export const ChangeShareAccessBody = ShareChange.extend({ plainAddress: z.boolean().optional() })
export type ChangeShareAccessBody = z.output<typeof ChangeShareAccessBody>

export const changeShareAccess = route({
  method: 'PATCH',
  path: '/review/api/v1/change-share-access/:id',
  access: 'user',
  log: 'RIGHTS',
  summary: 'Change what the share link allows, and whether the review opens by its plain address',
  params: IdParams,
  body: ChangeShareAccessBody,
  reply: one(Share.extend(plainAddressClosed)),
})
