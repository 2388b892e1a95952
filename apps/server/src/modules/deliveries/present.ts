import type { Delivery, DeliveryLink } from '@wingmark/contract/deliveries'
import type { KeyTries } from '@wingmark/contract/share-links'
import type { Deps } from '#server/deps'
import type { CountedLink } from '#server/modules/deliveries/links/store'
import type { DeliveryRow } from '#server/modules/deliveries/store'

export const deliveryUrl = (deps: Deps, id: string, code: string) =>
  `${deps.config.publicUrl}/transfers/${id}?share=${code}`

/** The name of a delivery without a title. */
export const nameOf = ({ title, firstName }: Pick<DeliveryRow, 'title' | 'firstName'>) =>
  title || firstName || 'Files'

export function presentDelivery(deps: Deps, row: DeliveryRow, coverUrl: string | null): Delivery {
  return {
    _id: row.id,
    title: row.title,
    name: nameOf(row),
    message: row.message,
    state: row.state,
    shareCode: row.shareCode,
    shareUrl: deliveryUrl(deps, row.id, row.shareCode),
    isLinkOpen: row.isLinkOpen,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    hasAccessKey: row.hasAccessKey,
    maxDownloads: row.maxDownloads,
    allowPreview: row.allowPreview,
    tellOnDownload: row.tellOnDownload,
    remind: row.remind,
    deleteAfter: row.deleteAfter,
    isComplete: row.isComplete,
    fileCount: row.fileCount,
    expectedCount: row.expectedCount,
    arrivedCount: row.arrivedCount,
    size: row.size,
    itemCount: row.itemCount,
    recipients: row.recipients,
    recipientCount: row.recipientCount,
    unreachedCount: row.unreachedCount,
    linkCount: row.linkCount,
    downloadCount: row.downloadCount,
    openedCount: row.openedCount,
    lastDownloadedAt: row.lastDownloadedAt?.toISOString() ?? null,
    downloadedBy: row.downloadedBy.map((link) => ({
      ...link,
      lastDownloadedAt: link.lastDownloadedAt && new Date(link.lastDownloadedAt).toISOString(),
    })),
    coverUrl,
    lastEventId: String(row.eventSeq),
    createdAt: row.createdAt.toISOString(),
    // Only the sender gets this view.
    can: { edit: true, delete: true },
  }
}

export function presentLink(deps: Deps, link: CountedLink, tries: Map<string, KeyTries>): DeliveryLink {
  return {
    _id: link.id,
    name: link.name,
    isFirst: link.isDefault,
    access: link.access,
    allowDownload: link.allowDownload,
    shareCode: link.code,
    shareUrl: deliveryUrl(deps, link.deliveryId, link.code),
    hasAccessKey: link.hasAccessKey,
    keyTries: tries.get(link.id) ?? null,
    expiresAt: link.expiresAt?.toISOString() ?? null,
    openingCount: link.openingCount,
    lastOpenedAt: link.lastOpenedAt?.toISOString() ?? null,
    email: link.email,
    downloadCount: link.downloadCount,
    lastDownloadedAt: link.lastDownloadedAt?.toISOString() ?? null,
    mailFailure: link.mailFailure,
    createdAt: link.createdAt.toISOString(),
    can: { rename: true, rotate: true, delete: !link.isDefault },
  }
}
