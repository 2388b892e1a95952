import type { Deps } from '#server/deps'
import { drawPageNow, pageName, thumbnailName } from '#server/modules/files/drawing/service'
import { type FileVariant, verifyFileSignature } from '#server/modules/files/present'
import { findServedFile, type ServedFile } from '#server/modules/files/serving/store'
import { DomainError, notFound } from '#server/platform/domain-error'
import type { OpenObject } from '#server/platform/storage'

export type Wanted = { variant: 'thumbnail' } | { variant: 'preview'; page: number } | { variant: 'original' }
export type Signature = { exp: string; sig: string } | null

export type Served = {
  object: OpenObject
  mime: string
  name: string
  /** Names exactly these bytes. */
  identity: string
  isInline: boolean
  /** How long the address stays good, in seconds; 0 for the plain address of a public file. */
  goodForSeconds: number
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
  const file = await findServedFile(deps.db, key)
  if (!file) throw notFound()
  const isSigned = signature !== null && verifyFileSignature(deps, file, variantOf(wanted), signature)
  if (!isSigned && !isOpenToAll(file, wanted)) throw notFound()
  const goodForSeconds = isSigned ? Math.max(0, Number(signature.exp) - Math.floor(Date.now() / 1000)) : 0
  const derivative = derivativeOf(wanted)
  const common = { name: file.name, identity: `${key}/${derivative ?? ''}`, goodForSeconds }
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

function variantOf(wanted: Wanted): FileVariant {
  return wanted.variant === 'original' ? 'ORIGINAL' : 'VIEW'
}

function isOpenToAll(file: ServedFile, wanted: Wanted): boolean {
  return file.isPublic && (wanted.variant !== 'original' || file.isPublicDownload)
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
