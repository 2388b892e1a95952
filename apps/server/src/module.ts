import type { TaskList } from 'graphile-worker'
import type { Deps } from '#server/deps'
import type { Mounting } from '#server/http/mount'
import type { Listeners, Parts, SharedPart, UnverifiedPart } from '#server/module-parts'
import type { UserEventReaders } from '#server/modules/events/service'
import type { EmailWriters } from '#server/modules/mail/service'

/** What a module contributes to the program; each is a line in `modules.ts`. */
export type Module = {
  /** Registers its routes; `userEvents` has those of all modules. */
  mount?: (given: Mounting, userEvents: UserEventReaders) => void | Promise<void>
  /** Its jobs, named `<module>:<verb>`; `emails` has those of all modules. */
  jobs?: (deps: Deps, emails: EmailWriters) => TaskList
  /** Crontab lines, in UTC. */
  cron?: readonly string[]
  /** Writers of its emails, named `<module>:<letter>`. */
  emails?: EmailWriters
  /** The data of its events on users' own streams, by the contract's names. */
  userEvents?: UserEventReaders
  /** What it does when something happens in another module. */
  on?: Partial<Listeners<Deps>>
  /** Its part of an account's export, by file name. */
  exported?: Parts<Deps>['exported'][number]
  /** Its search results, by tab. */
  search?: Parts<Deps>['search']
  /** Its subjects that others work in too, when their owner's account is deleted. */
  sharedWork?: SharedPart
  /** Its parts of an account from before the address was verified, which someone else may have created. */
  unverifiedWork?: readonly UnverifiedPart[]
  /** How many people someone has asked to connect, as far as the plan counts them. */
  countRequests?: Parts<Deps>['countRequests'][number]
  /** Starts work besides requests, after the jobs; returns the function that ends it. */
  start?: (deps: Deps) => Promise<() => void | Promise<void>> | (() => void | Promise<void>)
}
