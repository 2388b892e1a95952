import type { FoundPerson } from '@wingmark/contract/people'
import type { Deps } from '#server/deps'
import { presentCard } from '#server/modules/connections/connecting/present'
import type { FoundRow } from '#server/modules/connections/discovery/store'
import { fileUrls } from '#server/modules/files/service'

/** A request that they declined is an unanswered one to who sent it, and gone for who declined. */
export function presentFound(
  deps: Deps,
  { connectionId, status, requesterId, work, ...row }: FoundRow,
  me: string,
): FoundPerson {
  const isOwn = requesterId === me
  const isThere = connectionId !== null && !(status === 'DECLINED' && !isOwn)
  return {
    ...presentCard(row),
    work: work.map(({ id, name, cover, stamp }) => ({
      _id: id,
      name,
      coverUrl: fileUrls(deps, cover, { download: false, endsAt: null, grant: { via: 'p', stamp } })
        .thumbnailUrl,
    })),
    connection: isThere
      ? {
          _id: connectionId,
          status: status === 'ACCEPTED' ? 'ACCEPTED' : 'PENDING',
          direction: isOwn ? 'OUTGOING' : 'INCOMING',
        }
      : null,
  }
}
