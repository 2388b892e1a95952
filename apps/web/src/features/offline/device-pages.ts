import type { Attachment, Author, Comment, Reply } from '@wingmark/contract/comments'
import { fileTypeByMime } from '@wingmark/contract/file-types'
import type { File } from '@wingmark/contract/files'
import type { Review, ReviewPage } from '@wingmark/contract/reviews'
import type { OfflineComment, OfflineReply, OfflineReview } from './offline-form.ts'

/** An image of a review, as far as this browser can display it. */
export type Picture = {
  name: string
  mime: string
  size: number
  url: string | null
  /** Of its first page. */
  previewUrl: string | null
  width: number | null
  height: number | null
  /** Page sizes of a PDF in points. */
  pages: File['pages'] | null
  /** Why it cannot be displayed, as a sentence. */
  fault: string | null
}

export const deviceAuthor: Author = { kind: 'USER', _id: 'this-device', name: 'You', avatar: null, color: 0 }

export const fileIdOf = (review: OfflineReview, place: number) => `${review._id}.${place}`

/** Clocks may be wrong by a year; nothing was created in the future. */
export function timeOf(kept: string | null): string {
  const now = new Date().toISOString()
  return kept !== null && kept < now ? kept : now
}

/** As the server would describe it: without other members, and not shareable. */
export function presentReview(
  review: OfflineReview,
  counts: { comments: number; coverUrl: string | null },
): Review {
  const at = timeOf(review.createdAt)
  return {
    _id: review._id,
    name: review.name,
    description: '',
    commentsUntil: null,
    owner: { _id: deviceAuthor._id, name: 'this device', avatar: null },
    files: review.images.map((_, place) => fileIdOf(review, place)),
    fileCount: review.images.length,
    commentCount: counts.comments,
    openCount: counts.comments,
    cover: null,
    coverUrl: counts.coverUrl,
    visibility: 'PRIVATE',
    share: { access: 'NONE', allowDownload: true },
    role: null,
    status: 'OPEN',
    round: null,
    createdAt: at,
    updatedAt: at,
    can: {
      edit: false,
      comment: true,
      resolve: false,
      share: false,
      delete: false,
      download: true,
      join: false,
      summarise: false,
      decide: false,
      startRound: false,
    },
  }
}

export function presentFile(review: OfflineReview, place: number, picture: Picture, comments: number): File {
  const _id = fileIdOf(review, place)
  const preview = picture.previewUrl ?? ''
  return {
    _id,
    key: _id,
    name: picture.name,
    mime: picture.mime,
    kind: fileTypeByMime(picture.mime)?.kind ?? 'OTHER',
    size: picture.size,
    ...(picture.width && picture.height ? { width: picture.width, height: picture.height } : {}),
    ...(picture.pages ? { pages: picture.pages } : {}),
    animated: false,
    state: picture.fault === null ? 'READY' : 'FAILED',
    ...(picture.fault === null ? {} : { error: picture.fault }),
    locked: false,
    thumbnailUrl: preview,
    previewUrl: preview,
    ...(picture.url === null ? {} : { url: picture.url }),
    commentCount: comments,
    openCount: comments,
    version: 1,
    versionCount: 1,
    // All of it was written here.
    lastSaidAt: null,
    createdAt: timeOf(review.createdAt),
    can: { rename: false, delete: false, download: true, redraw: false },
  }
}

export function presentPage(
  review: OfflineReview,
  pictures: readonly Picture[],
  comments: readonly OfflineComment[],
  first: Comment[],
): ReviewPage {
  const ofFile = (place: number) => comments.filter((one) => one.file === place).length
  return {
    _id: review._id,
    review: presentReview(review, { comments: comments.length, coverUrl: pictures[0]?.previewUrl ?? null }),
    files: pictures.map((picture, place) => presentFile(review, place, picture, ofFile(place))),
    comments: { results: first, nextCursor: null, total: first.length },
    lastEventId: '0',
    readAt: new Date().toISOString(),
  }
}

const ownWords = { edit: true, delete: true, react: false }

export function presentReply(reply: OfflineReply, comment: string, files: Attachment[]): Reply {
  const createdAt = timeOf(reply.createdAt)
  return {
    _id: reply._id,
    comment,
    message: reply.message,
    isCut: false,
    files,
    mentions: [],
    mentionNames: [],
    author: deviceAuthor,
    createdAt,
    updatedAt: timeOf(reply.updatedAt ?? createdAt),
    reactions: [],
    reactionSeq: 0,
    can: ownWords,
  }
}

export function presentComment(
  review: OfflineReview,
  comment: OfflineComment,
  given: { number: number | null; files: Attachment[]; replies: Reply[] },
): Comment {
  const createdAt = timeOf(comment.createdAt)
  return {
    _id: comment._id,
    file: fileIdOf(review, comment.file),
    review: review._id,
    number: given.number,
    version: 1,
    type: comment.type,
    marker: comment.marker,
    message: comment.message,
    isCut: false,
    files: given.files,
    mentions: [],
    mentionNames: [],
    author: deviceAuthor,
    status: 'OPEN',
    replies: given.replies,
    replyCount: given.replies.length,
    repliesCursor: null,
    deleted: false,
    createdAt,
    updatedAt: timeOf(comment.updatedAt ?? createdAt),
    reactions: [],
    reactionSeq: 0,
    can: { ...ownWords, resolve: false, reply: true },
  }
}

/** For comments in order: the number of each with a place, by file. */
export function numbersOf(comments: readonly OfflineComment[]): Map<string, number> {
  const counts = new Map<number, number>()
  const numbers = new Map<string, number>()
  for (const { _id, file, type } of comments) {
    if (type !== 'MARKED') continue
    const number = (counts.get(file) ?? 0) + 1
    counts.set(file, number)
    numbers.set(_id, number)
  }
  return numbers
}
