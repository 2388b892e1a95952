import type { CommentType, Marker } from '@wingmark/contract/comments'
import { anyShape, parseJson } from '@wingmark/contract/json'
import { v5 as uuidOf } from 'uuid'
import { isMarker } from '#web/features/comments/outbox/is-marker'
import { fieldOf, guarded, list, text, texts } from '#web/lib/changes/read-kept'

// The specification's fields, and our own.

export type OfflineReview = {
  /** Ours: its id on this device, and the key of its creation. */
  _id: string
  name: string
  /** Data URLs, or `idb:{id}` for bytes in IndexedDB. */
  images: string[]
  /** Ours: the only account that may see and send it; null for the next to sign in. */
  owner: string | null
  createdAt: string | null
}

export type OfflineReply = {
  _id: string
  message: string
  /** Like `images`. */
  files: string[]
  mentions: string[]
  createdAt: string | null
  updatedAt: string | null
}

export type OfflineComment = OfflineReply & {
  type: CommentType
  marker: Marker | null
  replies: OfflineReply[]
  /** Ours: the image; the first one if missing. */
  file: number
  /** It has a place, but not on a design. */
  isLost: boolean
}

/** The stored entries as they are, and those that `read` could parse. */
export type Entries<T> = { raw: unknown[]; read: (T | null)[]; isBroken: boolean }

const namespace = '6f0d1f0e-7a56-4d5c-9c0b-2f8f6f1f7c11'
const empty = { raw: [], read: [], isBroken: false }

export function parseReviews(text: string | null): Entries<OfflineReview> {
  const names = new Set<string>()
  const counts = new Map<string, number>()
  return parseList(text, (value, place) => {
    const review = parseReview(value, place)
    if (!review) return null
    const count = (counts.get(review.name) ?? 0) + 1
    counts.set(review.name, count)
    const name = freeName(review.name, names, count)
    names.add(name)
    return { ...review, name }
  })
}

export function parseComments(text: string | null, reviewId: string): Entries<OfflineComment> {
  return parseList(text, (value, place) => parseComment(value, `${reviewId} ${place}`))
}

function parseList<T>(text: string | null, read: (value: object, place: number) => T | null): Entries<T> {
  if (text === null || text === '') return empty
  const value = parseJson(text, anyShape)
  if (!Array.isArray(value)) return { ...empty, isBroken: true }
  return {
    raw: value,
    read: value.map((one: unknown, place) => (isObject(one) ? read(one, place) : null)),
    isBroken: false,
  }
}

/** A taken name becomes `Name (2)`; `from`: no lower number is free. */
export function freeName(name: string, taken: { has: (name: string) => boolean }, from = 2): string {
  let free = name
  for (let count = Math.max(2, from); taken.has(free); count += 1) free = `${name} (${count})`
  return free
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const textOf = (value: object, name: string) => text(fieldOf(value, name)) ?? ''
const textsOf = (value: object, name: string) => texts(fieldOf(value, name)) ?? []
const timeOf = (value: object, name: string) => {
  const time = Date.parse(textOf(value, name))
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

function parseReview(value: object, place: number): OfflineReview | null {
  const name = textOf(value, 'name')
  if (name.trim() === '' || !Array.isArray(fieldOf(value, 'images'))) return null
  return {
    _id: textOf(value, '_id') || uuidOf(`${place} ${name}`, namespace),
    name,
    images: textsOf(value, 'images'),
    owner: textOf(value, 'owner') || null,
    createdAt: timeOf(value, 'createdAt'),
  }
}

function parseReply(value: object, origin: string): OfflineReply {
  return {
    _id: textOf(value, '_id') || uuidOf(origin, namespace),
    message: textOf(value, 'message'),
    files: textsOf(value, 'files'),
    mentions: textsOf(value, 'mentions'),
    createdAt: timeOf(value, 'createdAt'),
    updatedAt: timeOf(value, 'updatedAt'),
  }
}

function parseComment(value: object, origin: string): OfflineComment | null {
  const common = parseReply(value, origin)
  if (common.message.trim() === '' && common.files.length === 0) return null
  const marker = withDefaults(fieldOf(value, 'marker'))
  const isMarked = fieldOf(value, 'type') !== 'GENERAL'
  const file = fieldOf(value, 'file')
  const replies = list(guarded(isObject))(fieldOf(value, 'replies')) ?? []
  return {
    ...common,
    type: isMarked ? 'MARKED' : 'GENERAL',
    marker: isMarked && isOnPage(marker) ? marker : null,
    isLost: isMarked && !isOnPage(marker),
    file: typeof file === 'number' && Number.isInteger(file) && file >= 0 ? file : 0,
    replies: replies.map((reply, place) => parseReply(reply, `${origin} ${place}`)),
  }
}

/** The specification's markers may have only a place. */
function withDefaults(marker: unknown): unknown {
  return isObject(marker) ? { page: 1, shape: 'POINT', ...marker } : marker
}

function isOnPage(marker: unknown): marker is Marker {
  if (!isMarker(marker)) return false
  return marker.x + (marker.width ?? 0) <= 1.000001 && marker.y + (marker.height ?? 0) <= 1.000001
}
