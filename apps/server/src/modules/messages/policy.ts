/** What is between two people, before one writes to the other. */
export type Standing = {
  /** There is such a person, and neither has blocked the other. */
  isThere: boolean
  isConnected: boolean
  /** Both are in one review or workspace. */
  areFellows: boolean
  /** The other has a profile, and leaves *Open to messages* on. */
  hasProfile: boolean
  isOpenToMessages: boolean
  /** The writer has a profile. */
  writerHasProfile: boolean
}

/** What was agreed in their conversation; null before the first message. */
export type Agreement = { isOpen: boolean; requestBy: string | null } | null

export type Verdict =
  | 'OPEN'
  /** The first message: one, plain text, until the other answers or accepts. */
  | 'REQUEST'
  /** This message answers a request, and opens the conversation. */
  | 'ANSWER'
  /** As if there was nobody. */
  | 'HIDDEN'
  | 'WAITING'
  | 'NEEDS_PROFILE'
  | 'CLOSED'

/** Who may write to whom, and as what. */
export function decideWriting(standing: Standing, agreed: Agreement, writer: string): Verdict {
  if (!standing.isThere) return 'HIDDEN'
  if (standing.isConnected || standing.areFellows || agreed?.isOpen) return 'OPEN'
  if (agreed?.requestBy) return agreed.requestBy === writer ? 'WAITING' : 'ANSWER'
  if (!standing.hasProfile) return agreed ? 'CLOSED' : 'HIDDEN'
  if (!standing.isOpenToMessages) return 'CLOSED'
  return standing.writerHasProfile ? 'REQUEST' : 'NEEDS_PROFILE'
}
