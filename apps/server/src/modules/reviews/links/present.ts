import type { KeyTries, ShareLink } from '@wingmark/contract/share-links'
import type { Deps } from '#server/deps'
import type { CountedLink } from '#server/modules/reviews/links/store'
import { shareUrl } from '#server/modules/reviews/present'

export function presentLink(deps: Deps, link: CountedLink, tries: Map<string, KeyTries>): ShareLink {
  return {
    _id: link.id,
    name: link.name,
    isFirst: link.isDefault,
    isPlain: link.code === null,
    access: link.access,
    allowDownload: link.allowDownload,
    onlyCurrent: link.onlyCurrent,
    allowDecide: link.allowDecide,
    ...(link.code === null ? {} : { shareCode: link.code }),
    shareUrl: shareUrl(deps, link.reviewId, link.code),
    hasAccessKey: link.hasAccessKey,
    keyTries: tries.get(link.id) ?? null,
    expiresAt: link.expiresAt?.toISOString() ?? null,
    openingCount: link.openingCount,
    lastOpenedAt: link.lastOpenedAt?.toISOString() ?? null,
    commentCount: link.commentCount,
    createdAt: link.createdAt.toISOString(),
    can: {
      rename: link.code !== null,
      rotate: link.code !== null,
      delete: link.code !== null && !link.isDefault,
    },
  }
}

/** What an answer says about the plain address. */
export const presentClosing = (hasClosed: boolean) => (hasClosed ? { plainAddressClosed: true as const } : {})
