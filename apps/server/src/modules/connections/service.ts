import type { Queryable } from '#server/db/client'
import { findBetween } from '#server/modules/connections/store'

export type Between = {
  areConnected: boolean
  /** Both are in one review or workspace. */
  areFellows: boolean
  /** Either has blocked the other. */
  isBlocked: boolean
  /** Has a profile and takes messages of people who are not connected. */
  isOpen: boolean
  /** Hidden or suspended by the person who runs the server, the first or the other. */
  isRestricted: boolean
  isOtherRestricted: boolean
}

/** What is between somebody and somebody else, for who writes to whom. One statement. */
export function describeBetween(db: Queryable, me: string, other: string): Promise<Between> {
  return findBetween(db, me, other)
}
