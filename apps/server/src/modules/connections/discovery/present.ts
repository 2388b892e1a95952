import type { FoundPerson } from '@wingmark/contract/people'
import { presentCard } from '#server/modules/connections/connecting/present'
import type { FoundRow } from '#server/modules/connections/discovery/store'

/** A request that they declined is an unanswered one to who sent it, and gone for who declined. */
export function presentFound(
  { connectionId, status, requesterId, ...row }: FoundRow,
  me: string,
): FoundPerson {
  const isOwn = requesterId === me
  const isThere = connectionId !== null && !(status === 'DECLINED' && !isOwn)
  return {
    ...presentCard(row),
    connection: isThere
      ? {
          _id: connectionId,
          status: status === 'ACCEPTED' ? 'ACCEPTED' : 'PENDING',
          direction: isOwn ? 'OUTGOING' : 'INCOMING',
        }
      : null,
  }
}
