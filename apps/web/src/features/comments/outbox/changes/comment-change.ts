import type { Carried, Comment, Marker, Reply } from '@wingmark/contract/comments'
import type { CommentEvent } from '#web/features/comments/comment-pages'
import type { DraftFile, Mentioned } from '#web/features/comments/outbox/drafts'
import { changesOf } from '#web/lib/changes/change'
import { orNull, text } from '#web/lib/changes/read-kept'

/** Text that comes with a change. */
export type Words = { message: string; files: DraftFile[]; mentioned: Mentioned[] }

/** A task that is created from a comment. */
export type TaskFrom = {
  comment: string
  workspace: string
  title: string | null
  assignee: string | null
  dueOn: string | null
}

/** `editedAt`: of the original text. */
type Edited = { id: string; isReply: boolean; message: string; editedAt: string | null | undefined }

type Place = { comment: string; reply: string | null }

/** `seen`: when the decision was made that the writer saw; null for none. */
type Carry = { file: string; comment: string; version: number; seen: string | null }

/** Where a carried pin is. UNDO: as it was carried, which the rest shows until the answer is there. */
export type PlaceOf = Carry &
  Pick<Carried, 'outcome' | 'confidence'> & { to: 'PLACE' | 'GONE' | 'UNDO'; marker: Marker | null }

/** What someone says of a comment on a later version. */
export type CheckOf = Carry & { result: 'ACCEPTED' | 'REOPENED' | 'UNCHECKED' }

/** What sending needs of the room. */
export type Sending = {
  reviewId: string
  /** Puts an answer into the loaded lists. */
  apply: (event: CommentEvent) => void
  edit: (words: Edited) => Promise<void>
  remove: (one: Place & { file: string }) => Promise<void>
  place: (place: PlaceOf) => Promise<void>
  check: (check: CheckOf) => Promise<void>
  /** Findings of a file have changed. */
  readFindings: (file: string) => void
  /** Uploads files that wait here; returns their ids. */
  bring: (files: readonly DraftFile[]) => Promise<string[]>
  /** The server's comment or reply takes over the card of the one sent with this key. */
  keepCard: (id: string, key: string) => void
  createTask: (task: TaskFrom, key: string) => Promise<void>
}

/** One kind of change of a comment or its replies. */
export const change = changesOf<Comment, Words, Sending>()

/** A comment, or the reply of it that is meant. */
export const commentOrReply = { file: text, comment: text, reply: orNull(text) }

/** The queue of a thread. */
export const threadOf = ({ comment }: { comment: string }) => comment

export const nounOf = ({ reply }: Place) => (reply === null ? 'comment' : 'reply')

/** The comment with what `by` makes of the comment or reply meant. */
export function changeWords(
  state: Comment,
  { comment, reply }: Place,
  by: <T extends Comment | Reply>(one: T) => T,
): Comment {
  const id = reply ?? comment
  const changed = <T extends Comment | Reply>(one: T): T => (one._id === id ? by(one) : one)
  return { ...changed(state), replies: state.replies.map(changed) }
}
