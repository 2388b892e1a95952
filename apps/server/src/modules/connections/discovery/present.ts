import type { FoundPerson } from '@wingmark/contract/people'
import type { Deps } from '#server/deps'
import type { FoundRow } from '#server/modules/connections/discovery/store'
import { decideAsking, isLive } from '#server/modules/connections/policy'
import { presentCard } from '#server/modules/connections/requests/present'
import { fileUrls } from '#server/modules/files/service'

/** Follows the same rules as the person's own page. */
export function presentFound(deps: Deps, row: FoundRow, me: string): FoundPerson {
  const now = new Date()
  const kept = keptOf(row)
  const { may } = decideAsking(kept, me, now)
  return {
    ...presentCard(row),
    work: row.work.map(({ id, name, cover, stamp }) => ({
      _id: id,
      name,
      coverUrl: fileUrls(deps, cover, { download: false, endsAt: null, grant: { via: 'p', stamp } })
        .thumbnailUrl,
    })),
    connection:
      kept && isLive(kept, me, now)
        ? {
            _id: kept.id,
            status: kept.status === 'ACCEPTED' ? 'ACCEPTED' : 'PENDING',
            direction: kept.requesterId === me ? 'OUTGOING' : 'INCOMING',
          }
        : null,
    can: { connect: may === 'ask' || may === 'accept' },
  }
}

function keptOf({ connectionId: id, status, requesterId, askedAt: createdAt }: FoundRow) {
  if (id === null || status === null || requesterId === null || createdAt === null) return null
  return { id, status, requesterId, createdAt }
}
