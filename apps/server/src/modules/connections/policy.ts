import { askAgainDays, askAgainWithdrawnDays, requestDays } from '@wingmark/contract/limits'

export type Kept = {
  requesterId: string
  status: 'PENDING' | 'ACCEPTED' | 'DECLINED' | 'WITHDRAWN' | 'REMOVED'
  createdAt: Date
}

const dayMs = 86_400_000
const since = (kept: Kept, days: number) => new Date(kept.createdAt.getTime() + days * dayMs)

export type Asking =
  | { may: 'ask' }
  /** The other person has already asked. */
  | { may: 'accept' }
  | { may: 'not'; why: 'CONNECTED' | 'ASKED' }
  | { may: 'later'; from: Date }

/** What a request leads to; to its sender, a declined request looks unanswered. */
export function decideAsking(kept: Kept | null, asker: string, now: Date): Asking {
  if (!kept) return { may: 'ask' }
  if (kept.status === 'ACCEPTED') return { may: 'not', why: 'CONNECTED' }
  const isOwn = kept.requesterId === asker
  const isLive = now < since(kept, requestDays)
  if (!isOwn) return kept.status === 'PENDING' && isLive ? { may: 'accept' } : { may: 'ask' }
  if (isLive && (kept.status === 'PENDING' || kept.status === 'DECLINED')) return { may: 'not', why: 'ASKED' }
  const from = since(kept, kept.status === 'WITHDRAWN' ? askAgainWithdrawnDays : askAgainDays)
  return now < from ? { may: 'later', from } : { may: 'ask' }
}

/** Whether it still counts for `viewer`. */
export function isLive(kept: Kept, viewer: string, now: Date): boolean {
  if (kept.status === 'ACCEPTED') return true
  const isOver = kept.status === 'WITHDRAWN' || kept.status === 'REMOVED' || now >= since(kept, requestDays)
  return !isOver && !(kept.status === 'DECLINED' && kept.requesterId !== viewer)
}
