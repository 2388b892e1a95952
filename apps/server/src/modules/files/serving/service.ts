import type { Deps } from '#server/deps'
import { linkStamp } from '#server/modules/access/policy'
import type { Download } from '#server/modules/activity/service'
import { drawPageNow, pageName, thumbnailName } from '#server/modules/files/drawing/service'
import { type FileVariant, verifyFileSignature } from '#server/modules/files/present'
import { findServedFile, type Named, type ServedFile } from '#server/modules/files/serving/store'
import { DomainError, notFound } from '#server/platform/domain-error'
import { isUuid } from '#server/platform/ids'
import type { OpenObject } from '#server/platform/storage'

export type Wanted = { variant: 'thumbnail' } | { variant: 'preview'; page: number } | { variant: 'original' }
export type Signature = { via: string; exp: string; sig: string } | null

export type Served = {
  object: OpenObject
  mime: string
  name: string
  /** Names exactly these bytes. */
  identity: string
  isInline: boolean
  /** How long the address stays good, in seconds; 0 for the plain address of a public file. */
  goodForSeconds: number
  /** Set for an original of somebody else's review: what the review's record says when it is taken along. */
  download: Omit<Download, 'ip'> | null
}

const retrySeconds = 1
const shownByBrowsers = /^(image\/(jpeg|png|gif|webp)|video\/[\w-]+|application\/pdf)$/

/**
 * The stored bytes behind a file address. The signature is checked before storage is touched.
 * Throws NOT_FOUND, with a time to try again while the thing is being drawn.
 */
export async function openServedFile(
  deps: Deps,
  key: string,
  wanted: Wanted,
  signature: Signature,
): Promise<Served> {
  const file = await findServedFile(deps.db, key, namedIn(signature))
  if (!file) throw notFound()
  const variant = variantOf(wanted)
  const isSigned = signature !== null && isGood(deps, file, variant, signature)
  if (!isSigned && !isOpenToAll(file, variant)) throw notFound()
  const goodForSeconds = isSigned ? Math.max(0, Number(signature.exp) - Math.floor(Date.now() / 1000)) : 0
  const derivative = derivativeOf(wanted)
  const download = variant === 'ORIGINAL' ? downloadOf(file, signature) : null
  const common = { name: file.name, identity: `${key}/${derivative ?? ''}`, goodForSeconds, download }
  if (derivative === undefined) {
    const object = await openOriginal(deps, file)
    return { ...common, object, mime: file.mime, isInline: shownByBrowsers.test(file.mime) }
  }
  if (wanted.variant === 'preview' && wanted.page > file.pageCount) throw notFound()
  const object = await openDrawn(deps, file, wanted, derivative)
  if (!object) throw notYet(file)
  return { ...common, object, mime: 'image/webp', name: `${file.name}.webp`, isInline: true }
}

async function openDrawn(deps: Deps, file: ServedFile, wanted: Wanted, derivative: string) {
  const name = { key: file.storageKey, derivative }
  const object = await deps.storage.open(name)
  const isWaiting = file.state === 'READY' && file.kind === 'PDF' && wanted.variant === 'preview'
  if (object || !isWaiting) return object
  return (await drawPageNow(deps, file.storageKey, wanted.page)) ? deps.storage.open(name) : null
}

function downloadOf(file: ServedFile, signature: Signature): Served['download'] {
  const { reviewId, userId, key, name } = file
  if (reviewId === null || (userId !== null && userId === file.reviewOwnerId)) return null
  return { review: reviewId, user: userId, link: namedIn(signature).link, file: { key, name } }
}

function variantOf(wanted: Wanted): FileVariant {
  return wanted.variant === 'original' ? 'ORIGINAL' : 'VIEW'
}

function isOpenToAll(file: ServedFile, variant: FileVariant): boolean {
  if (file.reviewId === null || file.visibility !== 'PUBLIC') return false
  return variant === 'VIEW' || file.firstDownload === true
}

function namedIn(signature: Signature): Named {
  const [kind, id = ''] = [signature?.via.slice(0, 2), signature?.via.slice(2)]
  if (!isUuid(id)) return { session: null, link: null }
  return { session: kind === 'm-' ? id : null, link: kind === 'l-' ? id : null }
}

/** Signed for this, and what it was given out for is still so. */
function isGood(
  deps: Deps,
  file: ServedFile,
  variant: FileVariant,
  signature: NonNullable<Signature>,
): boolean {
  return verifyFileSignature(deps, file.key, variant, signature, stampsNow(file, variant, signature.via))
}

function stampsNow(file: ServedFile, variant: FileVariant, via: string): string[] {
  const { role, isOwn, epoch, linkEpoch, firstEpoch } = file
  if (via.startsWith('m-')) {
    // Who uploaded a file keeps the addresses from before it was part of a review, while they are in that review.
    const own = isOwn && (file.reviewId === null || role !== null) ? ['OWN'] : []
    return file.reviewId !== null && role !== null ? [role, ...own] : own
  }
  if (epoch === null || file.visibility === 'PRIVATE') return []
  if (via.startsWith('l-')) {
    const isOpen = linkEpoch !== null && (variant === 'VIEW' || file.linkDownload === true)
    return isOpen ? [linkStamp(linkEpoch, epoch)] : []
  }
  return isOpenToAll(file, variant) && firstEpoch !== null ? [linkStamp(firstEpoch, epoch)] : []
}

function derivativeOf(wanted: Wanted): string | undefined {
  if (wanted.variant === 'thumbnail') return thumbnailName
  return wanted.variant === 'preview' ? pageName(wanted.page) : undefined
}

function notYet(file: ServedFile): DomainError {
  const isComing = file.state === 'PROCESSING' || (file.state === 'READY' && file.kind === 'PDF')
  return new DomainError('NOT_FOUND', isComing ? { retryAfterSeconds: retrySeconds } : {})
}

async function openOriginal(deps: Deps, file: ServedFile): Promise<OpenObject> {
  const object = await deps.storage.open({ key: file.storageKey })
  if (object?.sizeBytes === file.size) return object
  await object?.close()
  deps.log.error({ storageKey: file.storageKey }, 'stored bytes are missing or damaged')
  throw new DomainError('SERVER_ERROR')
}
