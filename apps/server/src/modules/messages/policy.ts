/** The relation of two people before one writes to the other. */
export type Standing = {
  /** The person exists, and neither has blocked the other. */
  isThere: boolean
  isConnected: boolean
  /** Both are in the same review or workspace. */
  areFellows: boolean
  /** The other person has a profile and is *Open to messages*. */
  hasProfile: boolean
  isOpenToMessages: boolean
  /** The writer has a profile. */
  writerHasProfile: boolean
}

/** The state of their conversation; null before the first message. */
export type Agreement = { isOpen: boolean; requestBy: string | null } | null

export type Verdict =
  | 'OPEN'
  /** The first message: one, in plain text, until the other person answers or accepts. */
  | 'REQUEST'
  /** Answers a request, and opens the conversation. */
  | 'ANSWER'
  /** As if the person did not exist. */
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
