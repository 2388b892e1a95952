import type { UploadItem } from './upload-queue.ts'

/** The card's overlay stops here until the server has answered. */
const overlayCapPercent = 80

/** A card's percent while its file uploads. */
export function overlayPercent(progress: number): number {
  return Math.floor((progress * overlayCapPercent) / 100)
}

export type UploadTotals = { uploaded: number; total: number; percent: number }

/** The line under the cards: files done, cards in all, and its bar. */
export function uploadTotals(items: readonly UploadItem[]): UploadTotals {
  const uploaded = items.filter((item) => item.state === 'uploaded').length
  const moving = items.reduce(
    (sum, item) => sum + (item.state === 'uploading' ? overlayPercent(item.progress) / 100 : 0),
    0,
  )
  const percent = items.length === 0 ? 0 : ((uploaded + moving) / items.length) * 100
  return { uploaded, total: items.length, percent }
}
