import type { CommentStatus } from '@wingmark/contract/comments'
import type { MemberRole } from '@wingmark/contract/reviews'
import type { SearchTab } from '@wingmark/contract/search'
import type { SharedWork } from '@wingmark/contract/shared-work'
import type { Subject } from '@wingmark/contract/subjects'
import type { UnverifiedCounts } from '@wingmark/contract/unverified-work'
import type { ExportedItem } from '#server/db/by-pages'
import type { Database, Queryable, Transaction } from '#server/db/client'
import type { SearchSource } from '#server/db/search-source'
import type { Move, Which } from '#server/db/unverified-work'
import type { UserActor } from '#server/http/actor'
import type { LockedComment } from '#server/modules/comments/change/store'

/** The part of unverified work that one module keeps; see `modules/users/unverified-work`. All run in the caller's transaction. */
export type UnverifiedPart = {
  /** Locks it, in the common order. */
  lock?: (tx: Transaction, user: string) => Promise<void>
  /** Whether there is any that others could reach or that uses storage, counted or not. */
  exists?: (tx: Transaction, user: string) => Promise<boolean>
  /** Counts it by kind; kinds left out are only moved. */
  count?: (db: Queryable, user: string, which: Which) => Promise<Partial<UnverifiedCounts>>
  /** Closes it to everyone but its owner, or opens it again. */
  rest?: (tx: Transaction, user: string, rests: boolean) => Promise<void>
  /** Closed subjects that have readers, who must be notified. */
  resting?: (db: Database, user: string) => Promise<Subject[]>
  /** Names of what was closed and has links. */
  links?: (db: Queryable, user: string) => Promise<string[]>
  /** Moves it to another user; a fixed number of statements. */
  move: (tx: Transaction, move: Move) => Promise<void>
}

/** The events that others get when someone deletes their account. */
export type Departure = {
  /** Subjects with news. */
  subjects?: readonly Subject[]
  /** Runs last in the transaction; returns the users that it notified. */
  tell?: (tx: Transaction) => Promise<string[]>
}

/** A subject with members, and the member who gets it; null: it is deleted with its owner. */
export type SettledWork = { work: SharedWork; to: SharedWork['members'][number] | null }

/** See `modules/members/account-deletion`. For one kind of subjects with members. */
export type SharedPart = {
  /** Locks what the departing user has, in the common order. */
  lock: (tx: Transaction, user: string) => Promise<void>
  /** The user's own subjects that have other members. */
  list: (db: Queryable, user: string) => Promise<SharedWork[]>
  /** Gives work to members, before anything of the owner's is deleted. */
  handOver: (tx: Transaction, owner: UserActor, settled: readonly SettledWork[]) => Promise<void>
  /** Notifies all other members, last in the transaction. Returns the users that it notified. */
  tell: (tx: Transaction, by: string, settled: readonly SettledWork[]) => Promise<string[]>
}

/** A user whose account is deleted; what others keep of theirs gets the guest and the name. */
export type DeletedAccount = { user: string; guest: string; name: string }

/** Files that someone added to a review. */
export type AddedFiles = { reviewId: string; userId: string; files: readonly string[] }

/** A file that moves from a review to its holder, or back; by their ids. */
export type FileMove = {
  file: string
  from: string
  to: string
  /** Only this version's comments move; they then hang on the file `into`. */
  version?: { number: number; into: string }
}

/** A user added the next version of a file. */
export type AddedVersion = { reviewId: string; userId: string; file: string }

export type StatusChange = {
  reviewId: string
  commentId: string
  comment: LockedComment
  status: CommentStatus
  actor: UserActor
}

/** Other changes that matter to other modules. */
export type CommentChange = { commentId: string; change: 'MOVED' | 'DELETED' }

/** A user mentions connections who are not in the review, and may invite them. */
export type Mentioned = { actor: UserActor; reviewId: string; role: MemberRole; people: readonly string[] }

type Listener<Given, Answer> = (tx: Transaction, given: Given) => Promise<Answer>

/** What other modules do when something happens: in its transaction, in the order of `modules`. */
export type Listeners<Deps> = {
  /** Before its user is locked. Locks what is deleted; returns subjects that others may have open. */
  'account.locking': Listener<{ user: string }, Subject[]>
  /** Deletes what nothing else uses, and notes the departure where others go on. */
  'account.leaving': Listener<{ user: string; name: string }, Departure | void>
  /** Deletes what is left, and takes the name off what others keep. The account's row goes last. */
  'account.deleted': Listener<DeletedAccount, void>
  /** A changed name or username. */
  'account.renamed': Listener<{ user: string }, void>
  /** Stored bytes were rendered or measured, or could not be. Runs last; returns users with news. */
  'blob.rendered': Listener<string, string[]>
  /** Or another version became current. The review is locked. */
  'review.files-added': Listener<AddedFiles, void>
  /** Runs last; returns users with news. The review is locked. */
  'version.added': Listener<AddedVersion, string[]>
  /** A file or version was removed or restored. The review is locked. Returns other subjects with news. */
  'file.moved': Listener<FileMove, Subject[]>
  /** Resolved or reopened; returns other subjects with news. */
  'comment.status': Listener<StatusChange, Subject[]>
  /** Returns other subjects with news. */
  'comment.changed': Listener<CommentChange, Subject[]>
  /** Before the comment is written, in no transaction: invites people who cannot see its review. */
  'comment.mentions': (deps: Deps, given: Mentioned) => Promise<void>
}

/** What modules do for each other, besides calls of their services. */
export type Parts<Deps> = {
  on: { [Name in keyof Listeners<Deps>]: readonly Listeners<Deps>[Name][] }
  /** Each module's part of an account's export, by file name. */
  exported: readonly Record<string, (db: Database, userId: string) => AsyncIterable<ExportedItem>>[]
  search: Partial<Record<SearchTab, SearchSource>>
  sharedWork: readonly SharedPart[]
  unverifiedWork: readonly UnverifiedPart[]
  /** How many people someone has asked to connect, as far as the plan counts them. */
  countRequests: readonly ((db: Queryable, userId: string) => Promise<number>)[]
}
