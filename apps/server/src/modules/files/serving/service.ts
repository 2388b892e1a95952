import { buffer } from 'node:stream/consumers'
import type { TilePlace } from '@wingmark/contract/tiles'
import type { Deps } from '#server/deps'
import { linkStamp } from '#server/modules/access/policy'
import { ofDelivery, ofReview } from '#server/modules/access/subjects/policy'
import type { Download } from '#server/modules/activity/service'
import { openCrop } from '#server/modules/files/crops/service'
import { openSound } from '#server/modules/files/integrity/service'
import { type FileVariant, verifyFileSignature } from '#server/modules/files/present'
import { openPageNow, pageName, pageThumbnailName } from '#server/modules/files/rendering/service'
import {
  findServedFile,
  findStoredName,
  type Named,
  type ServedFile,
} from '#server/modules/files/serving/store'
import { openTile } from '#server/modules/files/tiles/service'
import { DomainError, notFound } from '#server/platform/domain-error'
import { isUuid } from '#server/platform/ids'
import { downloadName } from '#server/platform/media/file-name'
import type { OpenObject } from '#server/platform/storage'

export type Wanted = { page: number } & (
  | { variant: 'thumbnail' | 'preview' | 'original' }
  | { variant: 'tile'; place: TilePlace }
  /** The crop around a comment's marker. */
  | { variant: 'crop'; comment: string; version: string }
)
export type Signature = { via: string; exp: string; sig: string } | null

export type Served = {
  /** Identifies exactly these bytes. */
  identity: string
  /** In a review that anyone may find. */
  isPublic: boolean
  /** The address's remaining seconds; 0 for the plain address of a public file. */
  goodForSeconds: number
  /** What to record when someone downloads an original from another's review; otherwise null. */
  download: Omit<Download, 'ip'> | null
  /** Ids of what the address depends on. */
  hangsOn: readonly (string | null)[]
  /** Whether access still exists; an address that expired meanwhile ends nothing. */
  isStillAllowed: () => Promise<boolean>
  /** Throws NOT_FOUND, with a retry time while it renders, and UNAVAILABLE when too much does. */
  open: () => Promise<Opened>
}

export type Opened = { object: OpenObject; mime: string; name: string; isInline: boolean }

const retrySeconds = 1
const shownByBrowsers = /^(image\/(jpeg|png|gif|webp)|video\/[\w-]+|application\/pdf)$/

/** Checks the signature before touching storage; opens and renders nothing yet. `network`: the viewer's. Throws NOT_FOUND. */
export async function findServed(
  deps: Deps,
  key: string,
  wanted: Wanted,
  { signature, network }: { signature: Signature; network: string },
): Promise<Served> {
  const file = await findServedFile(deps.db, key, wanted.page, namedIn(signature))
  if (!file) throw notFound()
  const variant = variantOf(wanted)
  const at = Date.now()
  const isGoodFor = (one: ServedFile) => signature !== null && isGood(deps, one, variant, signature, at)
  const isSigned = isGoodFor(file)
  if (!isSigned && !isOpenToAll(file, variant)) throw notFound()
  if (wanted.page > file.pageCount && variant === 'VIEW') throw notFound()
  const by = isSigned ? signature : null
  const viewer = (isSigned ? file.userId : null) ?? network
  return {
    identity: identityOf(key, wanted),
    isPublic: file.visibility === 'PUBLIC',
    goodForSeconds: by ? Math.max(0, Number(by.exp) - Math.floor(Date.now() / 1000)) : 0,
    download: variant === 'ORIGINAL' ? downloadOf(file, by) : null,
    hangsOn: [file.userId, file.reviewId, file.deliveryId],
    isStillAllowed: async () => {
      const now = await findServedFile(deps.db, key, wanted.page, namedIn(signature))
      if (now === null) return false
      return isGoodFor(now) || isOpenToAll(now, variant) || (by !== null && areBothOfMember(file, now))
    },
    open: () =>
      wanted.variant === 'original' ? openOriginal(deps, file) : openView(deps, file, wanted, viewer),
  }
}

async function openView(
  deps: Deps,
  file: ServedFile,
  wanted: Exclude<Wanted, { variant: 'original' }>,
  viewer: string,
): Promise<Opened> {
  const rendered = await openPicture(deps, file, wanted, viewer)
  if (!rendered) throw wanted.variant === 'tile' ? notFound() : notYet(file)
  const ending = rendered.mime === 'image/jpeg' ? 'jpg' : 'webp'
  return { ...rendered, name: `${file.name}.${ending}`, isInline: true }
}

function openPicture(
  deps: Deps,
  file: ServedFile,
  wanted: Exclude<Wanted, { variant: 'original' }>,
  viewer: string,
) {
  const { variant, page } = wanted
  if (variant === 'crop') return openCrop(deps, file.key, wanted.comment, viewer)
  return variant === 'tile'
    ? openTile(deps, { ...file, size: file.shownSize }, { ...wanted.place, page }, viewer)
    : openRendered(deps, file, { number: page, isThumbnail: variant === 'thumbnail' }, viewer)
}

async function openRendered(
  deps: Deps,
  file: ServedFile,
  { number, isThumbnail }: { number: number; isThumbnail: boolean },
  viewer: string,
) {
  const derivative = isThumbnail ? pageThumbnailName(number) : pageName(number)
  const mime = 'image/webp'
  const stored = await deps.storage.open({ key: file.storageKey, derivative })
  if (stored) return { object: stored, mime }
  const isWaiting = file.state === 'READY' && file.kind === 'PDF' && (number > 1 || !isThumbnail)
  if (!isWaiting || file.shownSize === null) return null
  const page = { number, size: file.shownSize, isThumbnail }
  const object = await openPageNow(deps, { ...file, id: file.blobId }, page, viewer)
  return object && { object, mime }
}

/** A file's thumbnail for an email; null without one. Checks no permission. */
export async function unsafeReadThumbnail(deps: Deps, key: string): Promise<Buffer | null> {
  const found = await findStoredName.first(deps.db.pool, { key })
  if (!found) return null
  const stored = await deps.storage.open({ key: found.storageKey, derivative: pageThumbnailName(1) })
  return stored && buffer(stored.stream())
}

function identityOf(key: string, wanted: Wanted): string {
  if (wanted.variant === 'original') return `${key}/`
  if (wanted.variant === 'thumbnail') return `${key}/${pageThumbnailName(wanted.page)}`
  if (wanted.variant === 'crop') return `${key}/crop/${wanted.comment}/${wanted.version}`
  if (wanted.variant !== 'tile') return `${key}/${pageName(wanted.page)}`
  const { level, x, y } = wanted.place
  return `${key}/tile/${wanted.page}/${level}/${x}/${y}`
}

function downloadOf(file: ServedFile, signature: Signature): Served['download'] {
  const { reviewId, deliveryId, key, name } = file
  const userId = signature ? file.userId : null
  if (deliveryId !== null) {
    const { link } = namedIn(signature)
    return { subject: ofDelivery(deliveryId), user: null, link, file: { key, name } }
  }
  if (reviewId === null || (userId !== null && userId === file.reviewOwnerId)) return null
  return { subject: ofReview(reviewId), user: userId, link: namedIn(signature).link, file: { key, name } }
}

function variantOf(wanted: Wanted): FileVariant {
  return wanted.variant === 'original' ? 'ORIGINAL' : 'VIEW'
}

/** A new role changes addresses, but ends nothing while the user stays in the review. */
function areBothOfMember(before: ServedFile, now: ServedFile): boolean {
  return before.role !== null && now.role !== null && now.reviewId === before.reviewId
}

function isOpenToAll(file: ServedFile, variant: FileVariant): boolean {
  if (file.reviewId === null || file.visibility !== 'PUBLIC') return false
  return file.firstEpoch !== null && (variant === 'VIEW' || file.firstDownload === true)
}

function namedIn(signature: Signature): Named {
  const [kind, id = ''] = [signature?.via.slice(0, 2), signature?.via.slice(2)]
  if (!isUuid(id)) return { session: null, link: null }
  return { session: kind === 'm-' ? id : null, link: kind === 'l-' ? id : null }
}

/** Signed for this file, and what it depends on is unchanged. */
function isGood(
  deps: Deps,
  file: ServedFile,
  variant: FileVariant,
  signature: NonNullable<Signature>,
  at: number,
): boolean {
  return verifyFileSignature(deps, file.key, variant, signature, stampsNow(file, variant, signature.via), at)
}

function stampsNow(file: ServedFile, variant: FileVariant, via: string): string[] {
  const { role, isOwn, isReceived, epoch, linkEpoch, firstEpoch } = file
  if (via.startsWith('m-')) {
    // Uploaders keep the addresses from before the file joined a review, while they are in that review.
    const own = isOwn && (file.reviewId === null || role !== null) ? ['OWN'] : []
    const received = isReceived ? ['MESSAGE'] : []
    return file.reviewId !== null && role !== null ? [role, ...own] : [...own, ...received]
  }
  if (file.deliveryStamp !== null && via.startsWith('l-')) {
    const isGiven = variant === 'VIEW' ? file.deliveryPreview : !file.deliveryLimited
    return isGiven ? [file.deliveryStamp] : []
  }
  const isHidden = file.visibility === 'PRIVATE' && !(via.startsWith('l-') && file.isPersonal)
  if (epoch === null || isHidden) return []
  if (via.startsWith('l-')) {
    const isOpen = linkEpoch !== null && (variant === 'VIEW' || file.linkDownload === true)
    return isOpen ? [linkStamp(linkEpoch, epoch)] : []
  }
  return isOpenToAll(file, variant) && firstEpoch !== null ? [linkStamp(firstEpoch, epoch)] : []
}

function notYet(file: ServedFile): DomainError {
  const isComing = file.state === 'PROCESSING' || (file.state === 'READY' && file.kind === 'PDF')
  return new DomainError('NOT_FOUND', isComing ? { retryAfterSeconds: retrySeconds } : {})
}

async function openOriginal(deps: Deps, file: ServedFile): Promise<Opened> {
  const object = await openSound(deps, file)
  if (!object) throw new DomainError('SERVER_ERROR')
  const { mime } = file
  const name = file.isTransfer ? file.name : downloadName(file.name, mime)
  return { object, mime, name, isInline: shownByBrowsers.test(mime) }
}
