import type { Attachment } from '@wingmark/contract/comments'
import type { File } from '@wingmark/contract/files'
import { pageTilePx, pictureTilePx } from '@wingmark/contract/tiles'
import type { Deps } from '#server/deps'
import type { Grant } from '#server/modules/access/policy'
import type { UnseenPart } from '#server/platform/media/render-protocol'

/** A file with its blob; the result of every files query. */
export type FileView = {
  id: string
  key: string
  name: string
  ownerId: string
  reviewId: string | null
  /** It is in the owner's transfers. */
  isInTree: boolean | null
  mime: string
  kind: File['kind']
  size: number
  state: File['state']
  error: string | null
  width: number | null
  height: number | null
  pages: { width: number; height: number }[] | null
  animated: boolean
  unseen: readonly UnseenPart[]
  tiled: boolean
  lock: 'LOCKED' | 'OPENED' | null
  commentCount: number
  openCount: number
  version: number
  versionCount: number
  lastSaidAt: Date | null
  createdAt: Date
}

/** VIEW: thumbnail and previews; ORIGINAL: the bytes as uploaded. */
export type FileVariant = 'VIEW' | 'ORIGINAL'

const urlWindowSeconds = 12 * 3600

/** What a caller may see of a file, and why; `endsAt`: when that ends by itself. */
type Allowed = { download: boolean; endsAt: Date | null; grant: Grant }

const signedParts = (variant: FileVariant, key: string, { via, stamp }: Grant, expires: number) => [
  'file',
  variant,
  key,
  via,
  stamp,
  expires,
]

/** Valid for 12 to 24 hours, and equal within a window for browser caches. Ends with its grant. */
function signature(deps: Deps, key: string, variant: FileVariant, { endsAt, grant }: Allowed): string {
  const now = Math.floor(Date.now() / 1000)
  const window = (Math.floor(now / urlWindowSeconds) + 2) * urlWindowSeconds
  const expires = endsAt ? Math.min(window, Math.floor(endsAt.getTime() / 1000)) : window
  return `via=${grant.via}&exp=${expires}&sig=${deps.signer.sign(signedParts(variant, key, grant, expires))}`
}

/** True for an unexpired address made for one of these stamps. */
export function verifyFileSignature(
  deps: Deps,
  key: string,
  variant: FileVariant,
  query: { via: string; exp: string; sig: string },
  stamps: readonly string[],
  at = Date.now(),
): boolean {
  const expires = Number(query.exp)
  if (!Number.isSafeInteger(expires) || expires * 1000 <= at) return false
  return stamps.some((stamp) =>
    deps.signer.verify(signedParts(variant, key, { via: query.via, stamp }, expires), query.sig),
  )
}

export function fileUrls(deps: Deps, key: string, may: Allowed) {
  const base = `${deps.config.filesUrl}/files`
  const view = signature(deps, key, 'VIEW', may)
  return {
    thumbnailUrl: `${base}/thumbnail/${key}?${view}`,
    previewUrl: `${base}/preview/${key}?${view}`,
    tilesUrl: `${base}/tiles/${key}/{page}/{level}/{x}/{y}?${view}`,
    ...(may.download ? { url: `${base}/${key}?${signature(deps, key, 'ORIGINAL', may)}` } : {}),
  }
}

/** `version` changes with the place. */
export function cropUrl(deps: Deps, key: string, comment: string, version: string, may: Allowed): string {
  return `${deps.config.filesUrl}/files/crop/${key}/${comment}?${signature(deps, key, 'VIEW', may)}&v=${version}`
}

/** A PDF's tiles are rendered on demand; a picture's exist once all are ready. */
function tilePx({ kind, state, tiled }: FileView): number | null {
  if (state !== 'READY') return null
  return kind === 'PDF' ? pageTilePx : tiled ? pictureTilePx : null
}

const unseenTexts: Record<UnseenPart, string> = {
  EMBEDDED_PAGE: 'An embedded web page isn’t shown in the preview.',
  STYLES: 'Some styles or animations may look different in a browser.',
  TEXT_ON_PATH: 'Text on a path isn’t shown in the preview.',
  DETAIL: 'This drawing is too complex to preview in full detail. Zoom in to see it.',
  CUT_OFF: 'This image seems to be cut off. Upload it again to see all of it.',
  BAD_PICTURE: 'A damaged image in it isn’t shown in the preview.',
  TEXT_WITHOUT_FONT: 'Text in fonts that aren’t embedded isn’t shown in the preview.',
}

const unseenText = (parts: readonly UnseenPart[]) => parts.map((part) => unseenTexts[part]).join(' ')

export type FileAbilities = Omit<File['can'], 'redraw'> & Omit<Allowed, 'download'>

export function presentFile(deps: Deps, file: FileView, can: FileAbilities): File {
  const { endsAt, grant, ...abilities } = can
  const { tilesUrl, ...urls } = fileUrls(deps, file.key, { download: can.download, endsAt, grant })
  const px = tilePx(file)
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
    ...(file.unseen.length === 0 ? {} : { notice: unseenText(file.unseen) }),
    locked: file.lock === 'LOCKED',
    ...urls,
    ...(px === null ? {} : { tiles: { url: tilesUrl, px } }),
    commentCount: file.commentCount,
    openCount: file.openCount,
    version: file.version,
    versionCount: file.versionCount,
    lastSaidAt: file.lastSaidAt?.toISOString() ?? null,
    createdAt: file.createdAt.toISOString(),
    can: { ...abilities, redraw: abilities.rename && file.state === 'FAILED' },
  }
}

export function presentAttachment(
  deps: Deps,
  file: Pick<FileView, 'id' | 'key' | 'name' | 'mime' | 'kind' | 'size' | 'state'> & {
    seconds: number | null
  },
  may: Allowed,
): Attachment {
  const { id, key, name, mime, kind, size, state, seconds } = file
  const { tilesUrl: _, ...urls } = fileUrls(deps, key, may)
  return { _id: id, key, name, mime, kind, size, state, ...(seconds === null ? {} : { seconds }), ...urls }
}
