import type { Comment, Reply } from '@wingmark/contract/comments'

export type CommentSort = 'PLACE' | 'TIME' | 'PERSON'
export type CommentsOnly = 'ANYBODY' | 'MINE' | 'UNREAD' | 'MENTIONS'

/** How the list is looked through, besides its tabs. */
export type ListView = {
  sort: CommentSort
  only: CommentsOnly
  /** Null while the field is closed. */
  search: string | null
}

export const plainListView: ListView = { sort: 'PLACE', only: 'ANYBODY', search: null }

/**
 * Who is looking; null as long as nobody is known. What is newer than `since` and by others is unread. The chosen
 * comment stays, whatever is left out.
 */
export type Reader = { me: string | null; since: string; chosen: string | null }

/** Whether something is left out that the tabs would show. */
export function isNarrowed({ only, search }: ListView): boolean {
  return only !== 'ANYBODY' || (search ?? '').trim() !== ''
}

type Listed = Pick<
  Comment,
  | '_id'
  | 'author'
  | 'createdAt'
  | 'isCut'
  | 'marker'
  | 'mentions'
  | 'message'
  | 'number'
  | 'repliesCursor'
  | 'type'
> & {
  replies: readonly Pick<Reply, 'author' | 'createdAt' | 'isCut' | 'mentions' | 'message'>[]
}

/**
 * The comments with what is looked for in them or in their replies, in the order that is wanted. What cannot be known,
 * since further replies or the rest of a message are not loaded, stays.
 */
export function look<C extends Listed>(comments: readonly C[], view: ListView, reader: Reader): C[] {
  const words = wordsOf(view.search ?? '')
  const left = isNarrowed(view)
    ? comments.filter(
        (comment) =>
          comment._id === reader.chosen || (isOf(comment, view.only, reader) && hasAll(comment, words)),
      )
    : comments
  return left.toSorted(orders[view.sort])
}

function isOf(comment: Listed, only: CommentsOnly, { me, since }: Reader): boolean {
  if (comment.repliesCursor !== null) return true
  const said = [comment, ...comment.replies]
  if (only === 'MINE') return said.some(({ author }) => author._id === me)
  if (only === 'MENTIONS') return me !== null && said.some(({ mentions }) => mentions.includes(me))
  if (only === 'UNREAD') return said.some(({ author, createdAt }) => author._id !== me && createdAt > since)
  return true
}

const accents = /\p{Mn}/gu
const plain = (text: string) => text.normalize('NFD').replace(accents, '').toLowerCase()

function wordsOf(search: string): string[] {
  return plain(search).split(/\s+/).filter(Boolean)
}

const isPartial = ({ isCut, repliesCursor, replies }: Listed) =>
  isCut || repliesCursor !== null || replies.some((reply) => reply.isCut)

/** Every word stands in what was said, in a name, or is the number. */
function hasAll(comment: Listed, words: readonly string[]): boolean {
  if (words.length === 0 || isPartial(comment)) return true
  const said = [comment, ...comment.replies].map(({ message, author }) => `${author.name} ${message}`)
  const text = plain([`#${comment.number ?? ''}`, ...said].join(' '))
  return words.every((word) => text.includes(word))
}

const pageOf = (comment: Listed) =>
  comment.type === 'GENERAL' ? 0 : (comment.marker?.page ?? Number.MAX_SAFE_INTEGER)

/** What is about the whole file, then page by page, each oldest first. */
const byPlace = (a: Listed, b: Listed) =>
  pageOf(a) - pageOf(b) || (a.number ?? 0) - (b.number ?? 0) || (a._id < b._id ? -1 : 1)

const lastSaid = (comment: Listed) => comment.replies.at(-1)?.createdAt ?? comment.createdAt
const names = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

const orders: Record<CommentSort, (a: Listed, b: Listed) => number> = {
  PLACE: byPlace,
  /** The newest word first. */
  TIME: (a, b) => {
    const [of, to] = [lastSaid(a), lastSaid(b)]
    return of === to ? byPlace(a, b) : of < to ? 1 : -1
  },
  PERSON: (a, b) =>
    names.compare(a.author.name, b.author.name) ||
    (a.author._id === b.author._id ? byPlace(a, b) : a.author._id < b.author._id ? -1 : 1),
}
