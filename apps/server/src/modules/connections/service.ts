import type { Queryable } from '#server/db/client'
import { findBetween } from '#server/modules/connections/store'

export type Between = {
  areConnected: boolean
  /** Both are in the same review or workspace. */
  areFellows: boolean
  /** Either has blocked the other. */
  isBlocked: boolean
  /** Has a profile and accepts messages from strangers. */
  isOpen: boolean
  /** The operator has hidden or suspended one of them. */
  isRestricted: boolean
  isOtherRestricted: boolean
}

/** What is between two people, to decide on messages. One statement. */
export function describeBetween(db: Queryable, me: string, other: string): Promise<Between> {
  return findBetween(db, me, other)
}
