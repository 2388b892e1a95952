import type { Attachment } from '@wingmark/contract/comments'
import type { File } from '@wingmark/contract/files'
import type { Deps } from '#server/deps'

/** A file with its bytes and the epoch of the review that it belongs to; the shape of every files query. */
export type FileView = {
  id: string
  key: string
  name: string
  ownerId: string
  reviewId: string | null
  /** 0 for a file of no review. */
  epoch: number
  mime: string
  kind: File['kind']
  size: number
  state: File['state']
  error: string | null
  width: number | null
  height: number | null
  pages: { width: number; height: number }[] | null
  animated: boolean
  commentCount: number
  openCount: number
  createdAt: Date
}

/** VIEW: thumbnail and previews; ORIGINAL: the bytes as they were sent. */
export type FileVariant = 'VIEW' | 'ORIGINAL'

const urlWindowSeconds = 12 * 3600

/** Valid for 12 to 24 hours; the same within a window, so that browsers can cache. Ends with the review's epoch. */
function signature(
  deps: Deps,
  file: Pick<FileView, 'key' | 'epoch'>,
  variant: FileVariant,
  endsAt: Date | null,
): string {
  const now = Math.floor(Date.now() / 1000)
  const window = (Math.floor(now / urlWindowSeconds) + 2) * urlWindowSeconds
  const expires = endsAt ? Math.min(window, Math.floor(endsAt.getTime() / 1000)) : window
  return `exp=${expires}&sig=${deps.signer.sign(['file', variant, file.key, file.epoch, expires])}`
}

export function verifyFileSignature(
  deps: Deps,
  file: Pick<FileView, 'key' | 'epoch'>,
  variant: FileVariant,
  query: { exp: string; sig: string },
): boolean {
  const expires = Number(query.exp)
  if (!Number.isSafeInteger(expires) || expires * 1000 <= Date.now()) return false
  // Addresses of epoch 0 went to whoever uploaded the file, before it was part of a review: they stay theirs.
  return [file.epoch, 0].some((epoch) =>
    deps.signer.verify(['file', variant, file.key, epoch, expires], query.sig),
  )
}

type UrlFacts = Pick<FileView, 'key' | 'epoch'>

/** `endsAt`: when the caller's access ends by itself. */
export function fileUrls(deps: Deps, file: UrlFacts, may: { download: boolean; endsAt: Date | null }) {
  const base = `${deps.config.filesUrl}/files`
  const view = signature(deps, file, 'VIEW', may.endsAt)
  return {
    thumbnailUrl: `${base}/thumbnail/${file.key}?${view}`,
    previewUrl: `${base}/preview/${file.key}?${view}`,
    ...(may.download ? { url: `${base}/${file.key}?${signature(deps, file, 'ORIGINAL', may.endsAt)}` } : {}),
  }
}

export type FileAbilities = File['can'] & { endsAt: Date | null }

export function presentFile(deps: Deps, file: FileView, can: FileAbilities): File {
  const { endsAt, ...abilities } = can
  return {
    _id: file.id,
    key: file.key,
    name: file.name,
    mime: file.mime,
    kind: file.kind,
    size: file.size,
    ...(file.width === null ? {} : { width: file.width }),
    ...(file.height === null ? {} : { height: file.height }),
    ...(file.pages === null ? {} : { pages: file.pages }),
    animated: file.animated,
    state: file.state,
    ...(file.error === null ? {} : { error: file.error }),
    ...fileUrls(deps, file, { download: can.download, endsAt }),
    commentCount: file.commentCount,
    openCount: file.openCount,
    createdAt: file.createdAt.toISOString(),
    can: abilities,
  }
}

export function presentAttachment(
  deps: Deps,
  file: Pick<FileView, 'id' | 'key' | 'epoch' | 'name' | 'mime' | 'kind' | 'size'>,
  may: { download: boolean; endsAt: Date | null },
): Attachment {
  const { id, key, name, mime, kind, size } = file
  return { _id: id, key, name, mime, kind, size, ...fileUrls(deps, file, may) }
}
