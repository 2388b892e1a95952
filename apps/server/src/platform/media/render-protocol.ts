import type { Marker } from '@wingmark/contract/comments'
import type { TilePlace } from '@wingmark/contract/tiles'
import type { CropMarker } from '#server/platform/media/crop-area'
import type { CommentsToLayOut } from '#server/platform/media/lay-out-comments'
import type { Spelling } from '#server/platform/media/misspelled'

/** Messages between the server and its render child; plain data, checked on arrival. */

export type Outputs = { thumbnail?: string; preview?: string }

export type RenderTask =
  /** Throws LARGE for a picture that needs the larger limits of time and memory. */
  /** `maxPx`: for an SVG that is too expensive at preview size; `withoutResvg`: for one that ends the process. */
  | {
      kind: 'picture'
      path: string
      svg: boolean
      maxPx?: number
      withoutResvg?: boolean
      outputs: Outputs
    }
  | { kind: 'large-picture'; path: string; outputs: Outputs }
  /** All tiles of a picture in one file, and their offsets in another. */
  | { kind: 'tiles'; path: string; tiles: string; index: string }
  | { kind: 'pdf'; path: string }
  | { kind: 'pdf-page'; path: string; page: number; outputs: Outputs }
  | { kind: 'pdf-tile'; path: string; page: number; place: TilePlace; output: string }
  /** Writes the document without its password, in at most `maxBytes`. */
  | { kind: 'unlock'; path: string; password: string; output: string; maxBytes: number }
  /** Stands in for a page that cannot be rendered. */
  | { kind: 'blank'; path: string; size: Size; outputs: Outputs }
  /** The surroundings of a comment's place, from a rendered page. */
  | { kind: 'crop'; path: string; marker: CropMarker; output: string }
  /** A rendered page, or one of a PDF by its `page`, with its comments' numbered markers. */
  | {
      kind: 'annotated'
      path: string
      page?: number
      svg?: boolean
      withoutResvg?: boolean
      marks: readonly NumberedMark[]
      output: string
      format: 'png' | 'jpeg'
    }
  /** Comments on sheets of paper, written to `path`. */
  | { kind: 'comment-sheets'; path: string; comments: CommentsToLayOut }
  /** Writes what differs between two pages, as JSON of `comparison-facts`. */
  | ({ kind: 'compare'; older: SourcePage; output: string } & SourcePage)
  /** Writes where pins of the older page are on the newer one, as JSON of `carry-facts`. */
  | ({ kind: 'carry'; older: SourcePage; pins: readonly Marker[]; output: string } & SourcePage)
  /** Writes which pages of two documents belong together, as JSON. */
  | { kind: 'pair-pages'; path: string; older: string; output: string }
  | { kind: 'digest'; path: string }
  /** Writes the contents of a page, as JSON of `page-facts`. */
  | { kind: 'pdf-facts'; path: string; page: number; output: string; spelling: Spelling }
  /** Starting at one of its parts, as far as time allows. */
  | {
      kind: 'picture-facts'
      path: string
      svg: boolean
      withoutResvg?: boolean
      part: number
      output: string
      spelling: Spelling
    }

/** A picture, or a page of a document, from 1. */
export type SourcePage = { path: string; page?: number; svg?: boolean; withoutResvg?: boolean }

/** A comment's place, number and status; `color`: its author's, `#rrggbb`. */
export type NumberedMark = { marker: CropMarker; number: number; isResolved: boolean; color: string }

/** Where tiles are written while they are cut, before they move to `tiles`. */
export const tilesInProgress = (tiles: string) => `${tiles}.zip`

/** Pixels of a picture, points of a PDF page; upright. */
export type Size = { width: number; height: number }

/** What a preview does not show of its file. */
export const unseenParts = [
  'EMBEDDED_PAGE',
  'STYLES',
  'TEXT_ON_PATH',
  'TEXT_WITHOUT_FONT',
  'BAD_PICTURE',
  'CUT_OFF',
  'DETAIL',
] as const
export type UnseenPart = (typeof unseenParts)[number]

/** Both checksums for a digest; `sha256` in hexadecimal. */
export type RenderResult = {
  sizes: Size[]
  animated: boolean
  unseen?: UnseenPart[] | undefined
  sha256?: string | undefined
  crc32?: number | undefined
}

export const renderFailures = [
  'DAMAGED',
  'LARGE',
  'TOO_LARGE',
  'TOO_MANY_PIXELS',
  'TOO_MANY_PAGES',
  'PASSWORD',
  'TOO_SLOW',
] as const
export type RenderFailure = (typeof renderFailures)[number]

/** NOT_WRITTEN: the output's place is full or gone, which is not the file's fault. */
export type RenderReply =
  | ({ ok: true } & RenderResult)
  | { ok: false; failure: RenderFailure | 'NOT_WRITTEN' }

/** Thrown where a file cannot be rendered: its own fault, so retrying is useless. */
export class RenderError extends Error {
  override name = 'RenderError'
  readonly failure: RenderFailure
  constructor(failure: RenderFailure, options?: ErrorOptions) {
    super(failure, options)
    this.failure = failure
  }
}

export function isRenderTask(value: unknown): value is RenderTask {
  return hasField(value, 'kind') && hasField(value, 'path') && typeof value.path === 'string'
}

// The child has read hostile files, so its answers are not trusted either.
export function isRenderReply(value: unknown): value is RenderReply {
  if (!hasField(value, 'ok')) return false
  if (value.ok === false) return hasField(value, 'failure') && isFailure(value.failure)
  return (
    isDigest(value) &&
    hasKnownUnseen(value) &&
    hasField(value, 'sizes') &&
    Array.isArray(value.sizes) &&
    value.sizes.every(isSize) &&
    hasField(value, 'animated')
  )
}

function isFailure(value: unknown): boolean {
  return value === 'NOT_WRITTEN' || renderFailures.some((name) => name === value)
}

const fullOrBroken = new Set<unknown>(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'])

/** What sharp or the system says when it cannot write its output. */
export function isWriteError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return /write error|open for write/.test(error.message) || ('code' in error && fullOrBroken.has(error.code))
}

function isDigest(value: object): boolean {
  if (!('sha256' in value)) return !('crc32' in value)
  if (!hasField(value, 'crc32') || !isUint32(value.crc32)) return false
  return typeof value.sha256 === 'string' && /^[0-9a-f]{64}$/.test(value.sha256)
}

function hasKnownUnseen(value: object): boolean {
  if (!('unseen' in value) || value.unseen === undefined) return true
  const { unseen } = value
  return Array.isArray(unseen) && unseen.every((part) => unseenParts.some((known) => known === part))
}

function isSize(value: unknown): value is Size {
  return (
    hasField(value, 'width') && hasField(value, 'height') && isLength(value.width) && isLength(value.height)
  )
}

function isUint32(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 0xffff_ffff
}

function isLength(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0
}

function hasField<K extends string>(value: unknown, key: K): value is Record<K, unknown> {
  return typeof value === 'object' && value !== null && key in value
}
