import { beginningOf } from '@wingmark/contract/shorten'
import { v4 as uuid } from 'uuid'
import { readStored, writeStored } from '#web/lib/browser-storage'
import { fieldOf } from '#web/lib/changes/read-kept'
import { measurePicture } from '#web/lib/picture-size'
import { createValue } from '#web/lib/store'
import { dataUrlLength, toDataUrl } from './data-url.ts'
import { forgetBytes, isIdb, keepBytes } from './device-files.ts'
import {
  freeName,
  type OfflineComment,
  type OfflineReview,
  parseComments,
  parseReviews,
} from './offline-form.ts'
import { commentsKey, progressKey, reviewsKey } from './offline-keys.ts'

/** Limit of all images in the list; others go into IndexedDB, so that the session's token always fits. */
const mostInList = 2 * 1_048_576

export class DeviceFull extends Error {}

const full = 'This device is out of space. Nothing is lost: delete something, or upload it first.'

const refused =
  'This browser can’t store large files here, perhaps because this is a private window. Choose smaller ones, or sign in to upload these.'
const isRoomGone = (error: unknown) => error instanceof Error && error.name === 'QuotaExceededError'

/** Increases with each change on this device, in any tab. */
export const deviceChanges = createValue(0)
/** Entries may be written by anything, without an event. */
export const lookAgain = (): void => changed()
const changed = () => deviceChanges.dispatch(deviceChanges.get() + 1)

const ours = [reviewsKey, commentsKey(''), progressKey('')]

if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key }) => {
    if (key === null || ours.some((start) => key.startsWith(start))) changed()
  })

function write(key: string, value: unknown): void {
  if (!writeStored(key, JSON.stringify(value))) throw new DeviceFull(full)
}

/** Never overwrites unreadable data: moves it to another key. */
function setAside(key: string): void {
  const broken = readStored(key)
  if (broken !== null) write(`${key}_setAside`, broken)
}

export type DeviceReviews = { reviews: OfflineReview[]; unreadable: number }

type Seen = { entries: unknown; person: string | null; aside: string | null; answer: DeviceReviews }
let seen: Seen | null = null

/** Reviews that a person may see: their own, and those made signed out. Stable until a change. */
export function readReviews(person: string | null): DeviceReviews {
  const entries = adopted()
  const aside = readStored(`${reviewsKey}_setAside`)
  if (seen?.entries === entries && seen.person === person && seen.aside === aside) return seen.answer
  const reviews = entries.read.filter((one) => one !== null)
  const broken = entries.isBroken || aside !== null ? 1 : 0
  const answer = {
    reviews: reviews.filter(({ owner }) => owner === null || owner === person),
    unreadable: entries.read.length - reviews.length + broken,
  }
  seen = { entries, person, aside, answer }
  return answer
}

export const findReview = (id: string): OfflineReview | null =>
  adopted().read.find((one) => one?._id === id) ?? null

/** Read again only if the stored value changed. */
let last: { text: string | null; entries: ReturnType<typeof parseReviews> } | null = null

/** Gives foreign entries a name and our own fields before anything depends on them. */
function adopted() {
  const text = readStored(reviewsKey)
  if (last?.text === text) return last.entries
  const entries = parseReviews(text)
  last = { text, entries }
  const isComplete = entries.read.every(
    (one, place) =>
      one === null ||
      (idOf(entries.raw[place]) === one._id && fieldOf(entries.raw[place], 'name') === one.name),
  )
  if (isComplete) return entries
  const given = entries.read.map((one, place) =>
    one === null || idOf(entries.raw[place]) === one._id ? one : { ...one, _id: uuid() },
  )
  try {
    write(reviewsKey, merged(entries.raw, given))
  } catch {
    // Without room they keep the ids derived from their names.
    return entries
  }
  return adopted()
}

const idOf = (raw: unknown) => fieldOf(raw, '_id')
const merged = (raw: readonly unknown[], read: readonly (object | null)[]) =>
  raw.map((one, place) => (read[place] && one instanceof Object ? { ...one, ...read[place] } : one))

function changeReviews(
  change: (raw: unknown[], reviews: readonly (OfflineReview | null)[]) => unknown[],
): void {
  const entries = adopted()
  if (entries.isBroken) setAside(reviewsKey)
  const next = change(merged(entries.raw, entries.read), entries.read)
  if (next.length === 0) localStorage.removeItem(reviewsKey)
  else write(reviewsKey, next)
  changed()
}

/** Creates a review from chosen files. Throws DeviceFull, and then leaves nothing behind. */
export async function makeReview(files: readonly File[], owner: string | null): Promise<OfflineReview> {
  const kept: string[] = []
  try {
    let room = mostInList - lengthOfAll()
    for (const file of files) {
      const ref = await keepFile(file, room)
      kept.push(ref)
      if (!isIdb(ref)) room -= ref.length
    }
    const first = files[0]?.name.replace(/\.[^.]+$/, '').trim() || 'Review'
    const review = {
      _id: uuid(),
      name: beginningOf(first, 200),
      images: kept,
      owner,
      createdAt: new Date().toISOString(),
    }
    changeReviews((raw, reviews) => {
      review.name = freeName(review.name, new Set(reviews.map((one) => one?.name ?? '')))
      return [...raw, review]
    })
    void navigator.storage?.persist?.().catch(() => false)
    return review
  } catch (error) {
    await forgetBytes(kept)
    if (error instanceof DeviceFull) throw error
    throw new DeviceFull(isRoomGone(error) ? full : refused, { cause: error })
  }
}

/** A reference to a file's bytes: in the list while there is `room`, else in IndexedDB. */
export async function keepFile(file: File, room: number): Promise<string> {
  const size = await measurePicture(file)
  const about = { name: file.name, width: size?.width ?? null, height: size?.height ?? null }
  if (dataUrlLength(file.size) <= room) {
    const bytes = new Uint8Array(await file.arrayBuffer())
    return toDataUrl(bytes, { ...about, mime: file.type || 'application/octet-stream' })
  }
  return keepBytes({ ...about, blob: file })
}

const lengthOfAll = () =>
  adopted()
    .read.flatMap((one) => one?.images ?? [])
    .reduce((sum, image) => sum + (isIdb(image) ? 0 : image.length), 0)

/** Sets the owner. */
export function claimReview(id: string, owner: string): void {
  if (findReview(id)?.owner === owner) return
  changeReviews((raw) =>
    raw.map((one) => (idOf(one) === id && one instanceof Object ? { ...one, owner } : one)),
  )
}

/** Removes it from the list; the returned function restores it with its comments. `forgetReview` deletes its bytes. */
export function removeReview(review: OfflineReview): () => void {
  const comments = readStored(commentsKey(review.name))
  changeReviews((raw) => raw.filter((one) => idOf(one) !== review._id))
  localStorage.removeItem(commentsKey(review.name))
  return () => {
    if (comments !== null) localStorage.setItem(commentsKey(review.name), comments)
    changeReviews((raw) => [...raw, review])
  }
}

/** References of all files in a review's comments. */
export function filesOf(review: OfflineReview): string[] {
  const comments = readComments(review).comments
  return [
    ...review.images,
    ...comments.flatMap((one) => [...one.files, ...one.replies.flatMap((reply) => reply.files)]),
  ]
}

export function readComments({ name, _id }: OfflineReview): {
  comments: OfflineComment[]
  unreadable: number
} {
  const entries = parseComments(readStored(commentsKey(name)), _id)
  const comments = entries.read.filter((one) => one !== null)
  return { comments, unreadable: entries.read.length - comments.length + (entries.isBroken ? 1 : 0) }
}

/** Throws DeviceFull. Leaves unreadable entries as they are. */
export function changeComments(
  review: OfflineReview,
  change: (comments: OfflineComment[]) => OfflineComment[],
): void {
  const key = commentsKey(review.name)
  const entries = parseComments(readStored(key), review._id)
  if (entries.isBroken) setAside(key)
  const known = entries.read.filter((one) => one !== null)
  const unknown = entries.raw.filter((_, place) => entries.read[place] === null)
  const raws = new Map(entries.read.map((one, place) => [one?._id, entries.raw[place]]))
  const next = change(known).map((comment) => asKept(comment, raws.get(comment._id)))
  write(key, [...next, ...unknown])
  changed()
}

/** Leaves places that we cannot read unchanged. */
function asKept({ isLost, ...comment }: OfflineComment, raw: unknown): unknown {
  if (!isLost || !(raw instanceof Object)) return comment
  return { ...raw, ...comment, marker: fieldOf(raw, 'marker') }
}
