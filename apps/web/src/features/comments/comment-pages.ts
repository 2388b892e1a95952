import type { InfiniteData } from '@tanstack/react-query'
import type { Attachment, Comment, Reactions, Reply } from '@wingmark/contract/comments'
import type { ReviewEvent } from '@wingmark/contract/live'

export type CommentsPage = { results: Comment[]; nextCursor: string | null; total: number }
export type RepliesPage = { results: Reply[]; nextCursor: string | null; total: number }
export type CommentPages = InfiniteData<CommentsPage, string | undefined>

export function onePage(page: CommentsPage): CommentPages {
  return { pages: [page], pageParams: [undefined] }
}

/** All loaded comments, each once, oldest first (ids sort by time). */
export function allComments(pages: CommentPages | undefined): Comment[] {
  const byId = new Map<string, Comment>()
  for (const page of pages?.pages ?? []) {
    for (const comment of page.results) byId.set(comment._id, comment)
  }
  return [...byId.values()].sort((a, b) => (a._id < b._id ? -1 : 1))
}

/** A task's progress does not change its comment; the user's own reply is applied from its answer. */
export type CommentEvent =
  | Exclude<
      Extract<ReviewEvent, { event: `comment.${string}` | `reply.${string}` }>,
      { event: 'comment.task' | 'reply.created' }
    >
  | { event: 'reply.created'; data: Reply; id?: string }

export function isCommentEvent(event: ReviewEvent): event is Extract<ReviewEvent, CommentEvent> {
  if (event.event === 'comment.task' || event.event === 'comment.fix') return false
  return event.event.startsWith('comment.') || event.event.startsWith('reply.')
}

/** The comments of a file or review after an event; returns the same object if unaffected. Events may repeat. */
export function applyCommentEvent(pages: CommentPages, listId: string, event: CommentEvent): CommentPages {
  switch (event.event) {
    case 'comment.created':
    case 'comment.updated':
    case 'comment.status':
      return event.data.file === listId || event.data.review === listId
        ? putComment(pages, event.data)
        : pages
    case 'comment.deleted':
      return dropComment(pages, event.data._id)
    case 'reply.created':
    case 'reply.updated':
      return changeComment(pages, event.data.comment, (comment) =>
        withReply(comment, event.data, event.event),
      )
    case 'comment.reactions':
      return changeComment(pages, event.data._id, (comment) => withReactions(comment, event.data))
    case 'reply.reactions':
      return changeComment(pages, event.data.comment, (comment) => ({
        ...comment,
        replies: comment.replies.map((one) =>
          one._id === event.data._id ? withReactions(one, event.data) : one,
        ),
      }))
    case 'reply.deleted':
      return changeComment(pages, event.data.comment, (comment) => withoutReply(comment, event.data._id))
    // An event of a future version.
    default:
      return pages
  }
}

export function putComment(pages: CommentPages, comment: Comment): CommentPages {
  const known = find(pages, comment._id)
  if (known && known.updatedAt > comment.updatedAt) return pages
  if (known) {
    return changeComment(pages, comment._id, () => withKnownReplies(known, asKnown(known, comment)))
  }
  const last = pages.pages.at(-1)
  if (!last) return onePage({ results: [comment], nextCursor: null, total: 1 })
  const longer = { ...last, results: [...last.results, comment], total: last.total + 1 }
  return { ...pages, pages: [...pages.pages.slice(0, -1), longer] }
}

/** A comment with replies leaves a tombstone, so the thread stays readable. */
export function dropComment(pages: CommentPages, id: string): CommentPages {
  const known = find(pages, id)
  if (!known) return pages
  if (known.replyCount > 0) return changeComment(pages, id, tombstoneOf)
  return {
    ...pages,
    pages: pages.pages.map((page) =>
      page.results.some((comment) => comment._id === id)
        ? {
            ...page,
            results: page.results.filter((comment) => comment._id !== id),
            total: Math.max(0, page.total - 1),
          }
        : page,
    ),
  }
}

function tombstoneOf(comment: Comment): Comment {
  const can = { ...comment.can, edit: false, delete: false, reply: false, react: false }
  const nothing = { message: '', files: [], mentions: [], mentionNames: [], reactions: [] }
  return { ...comment, ...nothing, deleted: true, can }
}

/** Answers and events arrive in any order: the one that counts more changes wins. */
function withReactions<T extends Comment | Reply>(
  one: T,
  { reactions, reactionSeq }: Pick<Reactions, 'reactions' | 'reactionSeq'>,
): T {
  return reactionSeq < one.reactionSeq ? one : { ...one, reactions, reactionSeq }
}

function withReply(comment: Comment, reply: Reply, event: 'reply.created' | 'reply.updated'): Comment {
  const known = comment.replies.find((one) => one._id === reply._id)
  if (known && known.updatedAt > reply.updatedAt) return comment
  if (known) {
    const replies = comment.replies.map((one) => (one._id === reply._id ? asKnown(known, reply) : one))
    return { ...comment, replies }
  }
  // Already counted; it comes with the further replies.
  if (event === 'reply.updated' && isBehind(comment, reply._id)) return comment
  const replies = [...comment.replies, reply].sort(byId)
  return { ...comment, replies, replyCount: comment.replyCount + 1 }
}

const byId = (a: { _id: string }, b: { _id: string }) => (a._id < b._id ? -1 : 1)

/** Adds further replies that did not come with the comment. */
export function addReplies(pages: CommentPages, commentId: string, more: RepliesPage): CommentPages {
  return changeComment(pages, commentId, (comment) => {
    const found = new Set(more.results.map((reply) => reply._id))
    const others = comment.replies.filter((reply) => !found.has(reply._id))
    const replies = [...others, ...more.results].sort(byId)
    const replyCount = more.nextCursor === null ? replies.length : Math.max(more.total, replies.length)
    return { ...comment, replies, replyCount, repliesCursor: more.nextCursor }
  })
}

/** Puts in a cut message in full. */
export function putWhole(pages: CommentPages, whole: Comment | Reply): CommentPages {
  const filled = <T extends Comment | Reply>(one: T): T =>
    one.updatedAt > whole.updatedAt ? one : { ...one, message: whole.message, isCut: false }
  if (!('comment' in whole)) return changeComment(pages, whole._id, filled)
  return changeComment(pages, whole.comment, (comment) => ({
    ...comment,
    replies: comment.replies.map((reply) => (reply._id === whole._id ? filled(reply) : reply)),
  }))
}

/** A fully loaded message stays full when only its beginning arrives. */
function asKnown<T extends Comment | Reply>(known: T, next: T): T {
  const isSame = known.editedAt === next.editedAt && known.message.startsWith(next.message)
  const words = next.isCut && !known.isCut && isSame ? { message: known.message, isCut: false } : {}
  const { reactions, reactionSeq } = withReactions(known, next)
  return { ...next, ...words, reactions, reactionSeq, files: stayDrawn(known.files, next.files) }
}

/** A page that was read again; messages known in full stay full. */
export function keepWhole(known: CommentPages | undefined, page: CommentsPage): CommentsPage {
  const of = new Map(allComments(known).map((comment) => [comment._id, comment]))
  return {
    ...page,
    results: page.results.map((next) => {
      const comment = of.get(next._id)
      if (!comment) return next
      const replies = new Map(comment.replies.map((reply) => [reply._id, reply]))
      return {
        ...asKnown(comment, next),
        replies: next.replies.map((reply) => asKnown(replies.get(reply._id) ?? reply, reply)),
      }
    }),
  }
}

/** A list after its first page was read again: later pages stay. */
export function renewFirst(known: CommentPages | undefined, first: CommentsPage): CommentPages {
  const further = first.nextCursor === null ? [] : (known?.pages.slice(1) ?? [])
  const pages = [first, ...further.map((page) => ({ ...page, total: first.total }))]
  return {
    pages,
    pageParams: [undefined, ...pages.slice(0, -1).map(({ nextCursor }) => nextCursor ?? undefined)],
  }
}

/** Loaded replies beyond those that a comment carries stay. */
function withKnownReplies(known: Comment, next: Comment): Comment {
  const { repliesCursor } = next
  const of = new Map(known.replies.map((reply) => [reply._id, reply]))
  const replies = next.replies.map((reply) => asKnown(of.get(reply._id) ?? reply, reply))
  if (repliesCursor === null) return { ...next, replies }
  const further = known.replies.filter((reply) => reply._id > repliesCursor)
  const last = known.repliesCursor
  return {
    ...next,
    replies: [...replies, ...further],
    repliesCursor: last === null || last > repliesCursor ? last : repliesCursor,
  }
}

// The answer to the user's own comment may arrive after the event about its picture.
function stayDrawn(known: readonly Attachment[], files: readonly Attachment[]): Attachment[] {
  const drawn = new Map(known.filter((one) => one.state !== 'PROCESSING').map((one) => [one._id, one]))
  return files.map((one) => (one.state === 'PROCESSING' ? (drawn.get(one._id) ?? one) : one))
}

/** Whether a reply is counted but not loaded. */
function isBehind({ repliesCursor }: Comment, replyId: string): boolean {
  return repliesCursor !== null && replyId > repliesCursor
}

function withoutReply(comment: Comment, replyId: string): Comment {
  const replies = comment.replies.filter((reply) => reply._id !== replyId)
  if (replies.length === comment.replies.length && !isBehind(comment, replyId)) return comment
  return { ...comment, replies, replyCount: Math.max(replies.length, comment.replyCount - 1) }
}

function find(pages: CommentPages, id: string): Comment | undefined {
  for (const page of pages.pages) {
    const found = page.results.find((comment) => comment._id === id)
    if (found) return found
  }
  return undefined
}

function changeComment(pages: CommentPages, id: string, change: (comment: Comment) => Comment): CommentPages {
  let isChanged = false
  const next = pages.pages.map((page) => {
    if (!page.results.some((comment) => comment._id === id)) return page
    isChanged = true
    return {
      ...page,
      results: page.results.map((comment) => (comment._id === id ? change(comment) : comment)),
    }
  })
  return isChanged ? { ...pages, pages: next } : pages
}
