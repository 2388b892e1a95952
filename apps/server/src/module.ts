import type { SearchTab } from '@wingmark/contract/search'
import type { SharedWork } from '@wingmark/contract/shared-work'
import type { Subject } from '@wingmark/contract/subjects'
import type { UnverifiedCounts } from '@wingmark/contract/unverified-work'
import type { TaskList } from 'graphile-worker'
import type { ExportedItem } from '#server/db/by-pages'
import type { Database, Queryable, Transaction } from '#server/db/client'
import type { SearchSource } from '#server/db/search-source'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import type { Mounting } from '#server/http/mount'
import type { CommentChange, StatusChange } from '#server/modules/comments/change/service'
import type { Named } from '#server/modules/comments/mentionable/service'
import type { UserEventReaders } from '#server/modules/events/service'
import type { EmailWriters } from '#server/modules/mail/service'
import type { Move, Which } from '#server/modules/users/sql'

/** See `modules/users/unverified-work`. All run in the caller's transaction. */
export type UnverifiedPart = {
  /** Counts it by kind; kinds left out are only moved. */
  count?: (db: Queryable, user: string, which: Which) => Promise<Partial<UnverifiedCounts>>
  /** Closes it to everyone but its owner, or opens it again. */
  rest?: (tx: Transaction, user: string, rests: boolean) => Promise<void>
  /** Closed subjects that have readers, who must be notified. */
  resting?: (db: Database, user: string) => Promise<Subject[]>
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

/** Files that someone added to a review. */
export type UnderReview = { reviewId: string; userId: string; files: readonly string[] }

/** A file that moves from a review to its holder, or back; by their ids. */
export type FileMove = { file: string; from: string; to: string }

/** What a module contributes to the program; each is a line in `modules.ts`. */
export type Module = {
  /** Registers its routes; `live` has the events of all modules. */
  mount?: (given: Mounting, live: UserEventReaders) => void | Promise<void>
  /** Its jobs, named `<module>:<verb>`; `letters` has those of all modules. */
  tasks?: (deps: Deps, letters: EmailWriters) => TaskList
  /** Crontab lines, in UTC. */
  cron?: readonly string[]
  /** Writers of its mails, named `<module>:<letter>`. */
  letters?: EmailWriters
  /** The data of its events on users' own streams, by the contract's names. */
  live?: UserEventReaders
  /** Its part of an account's export, by file name. */
  exported?: Record<string, (db: Database, userId: string) => AsyncIterable<ExportedItem>>
  /** Its search results, by tab. */
  search?: Partial<Record<SearchTab, SearchSource>>
  /** Deletes its part of an account, in that transaction, before the account's row. */
  leaving?: (tx: Transaction, userId: string, name: string) => Promise<Departure | void>
  /** Its subjects that others work in too, when their owner's account is deleted. */
  shared?: SharedPart
  /** Its part of an account from before the address was verified, which someone else may have created. */
  earlier?: UnverifiedPart
  /** How many people someone has asked to connect, as far as the plan counts them. */
  asked?: (db: Queryable, userId: string) => Promise<number>
  /** Applies a changed name or username, in that transaction. */
  renamed?: (tx: Transaction, userId: string) => Promise<void>
  /** Runs last in the transaction that renders stored bytes, fails to, or measures a video; returns users with news. */
  rendered?: (tx: Transaction, blobId: string) => Promise<string[]>
  /** Runs in the transaction that adds files to a review or replaces their bytes; the review is locked. */
  underReview?: (tx: Transaction, given: UnderReview) => Promise<void>
  /** Moves its rows with a removed or restored file, in that transaction; the review is locked. */
  fileMoved?: (tx: Transaction, move: FileMove) => Promise<void>
  /** Runs in the transaction that resolves or reopens a comment; returns other subjects with news. */
  commentStatus?: (tx: Transaction, change: StatusChange) => Promise<Subject[]>
  /** Runs in the transaction that deletes a comment or moves its marker; returns other subjects with news. */
  commentChanged?: (tx: Transaction, change: CommentChange) => Promise<Subject[]>
  /** Invites people whom a comment mentions and who cannot see its review, before it is written. */
  named?: (deps: Deps, given: Named) => Promise<void>
  /** Starts work besides requests, after the jobs; returns the function that ends it. */
  start?: (deps: Deps) => Promise<() => void | Promise<void>> | (() => void | Promise<void>)
}
