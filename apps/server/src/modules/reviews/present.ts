import type { Review } from '@wingmark/contract/reviews'
import type { Deps } from '#server/deps'
import { asShortAsNeeded } from '#server/http/pages'
import {
  canComment,
  canDeleteReview,
  canEditReview,
  canModerate,
  canShareReview,
  isMember,
  type ReviewAccess,
} from '#server/modules/access/policy'
import { fileUrls } from '#server/modules/files/service'
import type { ListedRow, ReviewRow } from '#server/modules/reviews/store'
import { canDecide, canRunRounds, presentReviewRound } from '#server/modules/rounds/policy'

/** `code` null: the plain address. */
export function shareUrl(deps: Deps, reviewId: string, code: string | null): string {
  const address = `${deps.config.publicUrl}/reviews/${reviewId}`
  return code === null ? address : `${address}?share=${code}`
}

function presentShare(deps: Deps, row: ReviewRow, access: ReviewAccess): Review['share'] {
  const { access: shareAccess, allowDownload } = access.link ?? { ...row, access: row.shareAccess }
  const share = { access: shareAccess, allowDownload }
  if (!canShareReview(access)) return share
  return {
    ...share,
    shareCode: row.shareCode,
    shareUrl: shareUrl(deps, row.id, row.shareCode),
    hasAccessKey: row.hasAccessKey,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    onlyCurrent: row.onlyCurrent,
    plainAddress: row.isPlainOpen,
  }
}

const readByAi = ({ ai }: Deps, { aiMayRead }: ReviewRow): Pick<Review, 'readByAi'> =>
  ai && aiMayRead ? { readByAi: { host: ai.about.host, isLocal: ai.about.isLocal } } : {}

const presentListed = ({ members, memberCount, news }: ListedRow) => members && { members, memberCount, news }

export function presentReview(deps: Deps, row: ListedRow, access: ReviewAccess): Review {
  const cover = row.coverKey
  return {
    _id: row.id,
    name: row.name,
    description: row.description,
    commentsUntil: row.commentsUntil,
    owner: { _id: row.ownerId, name: row.ownerName, avatar: row.ownerAvatar },
    files: row.files,
    fileCount: row.files.length,
    commentCount: row.commentCount,
    openCount: row.openCount,
    cover,
    coverUrl:
      cover === null || !row.isCoverReady
        ? null
        : fileUrls(deps, cover, { download: false, endsAt: access.endsAt, grant: access.grant }).thumbnailUrl,
    visibility: row.visibility,
    share: presentShare(deps, row, access),
    ...readByAi(deps, row),
    role: isMember(access) ? access.role : null,
    ...(row.isMuted === null ? {} : { isMuted: row.isMuted }),
    ...presentListed(row),
    status: row.commentCount > 0 && row.openCount === 0 ? 'RESOLVED' : 'OPEN',
    round: presentReviewRound(row.round),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    can: {
      edit: canEditReview(access),
      comment: canComment(access),
      resolve: canModerate(access),
      share: canShareReview(access),
      delete: canDeleteReview(access),
      download: access.mayDownload,
      join: access.mayJoin,
      summarise: deps.ai !== null && row.aiMayRead && isMember(access),
      decide: canDecide(row.round, access),
      startRound: canRunRounds(access),
    },
  }
}

/** A page of reviews, with long descriptions and file lists cut until it fits the size limit. */
export const shortReviews = (reviews: readonly Review[]): Review[] =>
  asShortAsNeeded(reviews, ({ description, files, ...one }, { many, cut }) => ({
    ...one,
    description: cut(description),
    files: files.slice(0, many),
  }))
