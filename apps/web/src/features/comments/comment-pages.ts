import type { InfiniteData } from '@tanstack/react-query'
import type { Attachment, Comment, Reply } from '@wingmark/contract/comments'
import type { ReviewEvent } from '@wingmark/contract/live'

export type CommentsPage = { results: Comment[]; nextCursor: string | null; total: number }
export type CommentPages = InfiniteData<CommentsPage, string | undefined>

export function onePage(page: CommentsPage): CommentPages {
  return { pages: [page], pageParams: [undefined] }
}

/** All loaded comments, each once, oldest first (ids are in order of time). */
export function allComments(pages: CommentPages | undefined): Comment[] {
  const byId = new Map<string, Comment>()
  for (const page of pages?.pages ?? []) {
    for (const comment of page.results) byId.set(comment._id, comment)
  }
  return [...byId.values()].sort((a, b) => (a._id < b._id ? -1 : 1))
}

export type CommentEvent = Extract<ReviewEvent, { event: `comment.${string}` | `reply.${string}` }>

export function isCommentEvent(event: ReviewEvent): event is CommentEvent {
  return event.event.startsWith('comment.') || event.event.startsWith('reply.')
}

/** A file's comments after an event; the same object where the event is not about them. Any event may come twice. */
export function applyCommentEvent(pages: CommentPages, fileId: string, event: CommentEvent): CommentPages {
  switch (event.event) {
    case 'comment.created':
    case 'comment.updated':
    case 'comment.status':
      return event.data.file === fileId ? putComment(pages, event.data) : pages
    case 'comment.deleted':
      return event.data.file === fileId ? dropComment(pages, event.data._id) : pages
    case 'reply.created':
    case 'reply.updated':
      return changeComment(pages, event.data.comment, (comment) => withReply(comment, event.data))
    case 'reply.deleted':
      return changeComment(pages, event.data.comment, (comment) => withoutReply(comment, event.data._id))
    // A name of the future.
    default:
      return pages
  }
}

export function putComment(pages: CommentPages, comment: Comment): CommentPages {
  const known = find(pages, comment._id)
  if (known && known.updatedAt > comment.updatedAt) return pages
  if (known) {
    const files = stayDrawn(known.files, comment.files)
    return changeComment(pages, comment._id, () => ({ ...comment, files }))
  }
  const last = pages.pages.at(-1)
  if (!last) return onePage({ results: [comment], nextCursor: null, total: 1 })
  const longer = { ...last, results: [...last.results, comment], total: last.total + 1 }
  return { ...pages, pages: [...pages.pages.slice(0, -1), longer] }
}

/** A comment with replies leaves a tombstone, so that the thread stays readable. */
export function dropComment(pages: CommentPages, id: string): CommentPages {
  const known = find(pages, id)
  if (!known) return pages
  if (known.replies.length > 0) return changeComment(pages, id, tombstoneOf)
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
  const can = { ...comment.can, edit: false, delete: false, reply: false }
  return { ...comment, message: '', files: [], mentions: [], deleted: true, can }
}

function withReply(comment: Comment, reply: Reply): Comment {
  const known = comment.replies.find((one) => one._id === reply._id)
  if (known && known.updatedAt > reply.updatedAt) return comment
  const replies = known
    ? comment.replies.map((one) =>
        one._id === reply._id ? { ...reply, files: stayDrawn(one.files, reply.files) } : one,
      )
    : [...comment.replies, reply].sort((a, b) => (a._id < b._id ? -1 : 1))
  return { ...comment, replies }
}

// The answer to one's own comment can come after the event that tells that its picture is there.
function stayDrawn(known: readonly Attachment[], files: readonly Attachment[]): Attachment[] {
  const drawn = new Map(known.filter((one) => one.state !== 'PROCESSING').map((one) => [one._id, one]))
  return files.map((one) => (one.state === 'PROCESSING' ? (drawn.get(one._id) ?? one) : one))
}

function withoutReply(comment: Comment, replyId: string): Comment {
  return { ...comment, replies: comment.replies.filter((reply) => reply._id !== replyId) }
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
