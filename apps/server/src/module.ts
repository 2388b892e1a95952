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

/** See `modules/users/unverified-work`. All run in the transaction that asks. */
export type UnverifiedPart = {
  /** What there is of it, by kind; what is not named is only moved. */
  count?: (db: Queryable, user: string, which: Which) => Promise<Partial<UnverifiedCounts>>
  /** Nobody but their owner gets at them from now on, or again. */
  rest?: (tx: Transaction, user: string, rests: boolean) => Promise<void>
  /** What rests and has readers, who are to be told. */
  resting?: (db: Database, user: string) => Promise<Subject[]>
  /** Hands them on; a fixed number of statements. */
  move: (tx: Transaction, move: Move) => Promise<void>
}

/** What others are told of somebody's leaving for good. */
export type Departure = {
  /** What has news. */
  subjects?: readonly Subject[]
  /** Runs last in the transaction; answers who was told. */
  tell?: (tx: Transaction) => Promise<string[]>
}

/** Something with members, and who of them gets it; null: it goes with its owner. */
export type SettledWork = { work: SharedWork; to: SharedWork['members'][number] | null }

/** See `modules/members/account-deletion`. Of one kind of what has members. */
export type SharedPart = {
  /** Of whoever leaves; in the order in which everybody locks. */
  lock: (tx: Transaction, user: string) => Promise<void>
  /** What is theirs, and others are in. */
  list: (db: Queryable, user: string) => Promise<SharedWork[]>
  /** What goes to others, before anything of the owner's is deleted; whoever gets it is a member. */
  handOver: (tx: Transaction, owner: UserActor, settled: readonly SettledWork[]) => Promise<void>
  /** All other members, by notice; last in the transaction. Answers who was told. */
  tell: (tx: Transaction, by: string, settled: readonly SettledWork[]) => Promise<string[]>
}

/** Files that somebody put into a review. */
export type UnderReview = { reviewId: string; userId: string; files: readonly string[] }

/** A file that goes out of a review into what keeps it, or back; by their ids. */
export type FileMove = { file: string; from: string; to: string }

/** What a module brings to the program; each is a line in `modules.ts`. */
export type Module = {
  /** Registers its routes; `live` are the events of all modules. */
  mount?: (given: Mounting, live: UserEventReaders) => void | Promise<void>
  /** Its jobs, named `<module>:<verb>`; `letters` are those of all modules. */
  tasks?: (deps: Deps, letters: EmailWriters) => TaskList
  /** Lines of a crontab, in UTC. */
  cron?: readonly string[]
  /** Writers of its mails, named `<module>:<letter>`. */
  letters?: EmailWriters
  /** What its events on people's own streams carry, by the contract's names. */
  live?: UserEventReaders
  /** What somebody takes along of it, by the file's name in the export of their account. */
  exported?: Record<string, (db: Database, userId: string) => AsyncIterable<ExportedItem>>
  /** What search finds of it, by tab. */
  search?: Partial<Record<SearchTab, SearchSource>>
  /** What happens to its things when somebody's account is deleted, in that transaction, before the account goes. */
  leaving?: (tx: Transaction, userId: string, name: string) => Promise<Departure | void>
  /** What it has that others work in too, when its owner's account is deleted. */
  shared?: SharedPart
  /** What an account had of its things before its address was proved, by somebody who may not have made them. */
  earlier?: UnverifiedPart
  /** How many people somebody has asked to connect, as far as that counts for their plan. */
  asked?: (db: Queryable, userId: string) => Promise<number>
  /** What follows from another name or username of somebody, in that transaction. */
  renamed?: (tx: Transaction, userId: string) => Promise<void>
  /** What follows once stored bytes were drawn, cannot be, or a video's length is known, last in that transaction; answers who has news on their own stream. */
  rendered?: (tx: Transaction, blobId: string) => Promise<string[]>
  /** What follows once files are in a review, or have other bytes there, in that transaction; the review is locked. */
  underReview?: (tx: Transaction, given: UnderReview) => Promise<void>
  /** What goes along with a file that is removed from a review, or comes back, in that transaction; the review is locked. */
  fileMoved?: (tx: Transaction, move: FileMove) => Promise<void>
  /** What follows from a comment being resolved or reopened, in that transaction; answers what else has news. */
  commentStatus?: (tx: Transaction, change: StatusChange) => Promise<Subject[]>
  /** What follows from a comment being deleted, or its mark moved, in that transaction; answers what else has news. */
  commentChanged?: (tx: Transaction, change: CommentChange) => Promise<Subject[]>
  /** Invites whom a comment names, and who is not in its review, before it is written. */
  named?: (deps: Deps, given: Named) => Promise<void>
  /** What runs beside requests, begun after the jobs; answers what ends it. */
  start?: (deps: Deps) => Promise<() => void | Promise<void>> | (() => void | Promise<void>)
}
