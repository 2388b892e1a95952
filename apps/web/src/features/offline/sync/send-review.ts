import type { Marker } from '@wingmark/contract/comments'
import { fileMessages } from '@wingmark/contract/file-types'
import { maxFileBytes } from '@wingmark/contract/limits'
import { shorten } from '@wingmark/contract/shorten'
import { validate as isUuid, v5 as uuidOf } from 'uuid'
import { isAcceptedMime } from '../data-url.ts'
import type { Bytes } from '../device-files.ts'
import type { OfflineComment, OfflineReply, OfflineReview } from '../offline-form.ts'
import { inLanes } from './lanes.ts'
import type { Fault, Progress } from './progress.ts'

type Words = { message: string; files: string[]; key: string }

/** The server calls that a review needs. Each is idempotent by key; all throw `Refused` or `Interrupted`. */
export type Sender = {
  /** `size`: in pixels, if the device knows it; else the file is opened for it. */
  file: (given: {
    file: File
    purpose: 'REVIEW' | 'COMMENT'
    key: string
    reviewId: string | null
    size: { width: number; height: number } | null
  }) => Promise<string>
  review: (name: string, files: string[], key: string) => Promise<string>
  addFiles: (reviewId: string, files: string[]) => Promise<void>
  comment: (
    given: Words & { file: string; type: OfflineComment['type']; marker: Marker | null },
  ) => Promise<string>
  reply: (given: Words & { comment: string }) => Promise<string>
  edit: (
    kind: 'comment' | 'reply',
    id: string,
    change: { message?: string; marker?: Marker },
  ) => Promise<void>
  /** A comment or a reply. */
  remove: (id: string) => Promise<void>
}

/** Permanent, with a sentence; the rest continues. */
export class Refused extends Error {}
/** Connection, server or session is gone: ends this run. */
export class Interrupted extends Error {}

type Deps = {
  sender: Sender
  bytesOf: (ref: string, fallbackName: string) => Promise<Bytes>
  comments: () => OfflineComment[]
  keep: (progress: Progress) => void
  /** Whether the person is still signed in; nothing is sent for anybody else. */
  isTheirs: () => boolean
  /** So many of all steps are done. */
  onStep: (done: number, total: number) => void
  log: (words: string) => void
}

const namespace = '9d0c5b1e-58a2-4b39-8a35-7a1f0c7b2d44'

/** The key of a creation: the client's id, if it is ours. */
export const keyOf = (review: OfflineReview, id: string) =>
  isUuid(id) ? id : uuidOf(`${review._id} ${id}`, namespace)

/** So many files' comments are sent at once; a file's own go in order, which numbers them. */
const filesAtOnce = 3

/** Sends files and the review, then comments and replies, each after its parent. Skips what arrived; failures go to `progress.faults`. */
export function sendingOf(review: OfflineReview, progress: Progress, deps: Deps) {
  const { sender, log, keep } = deps
  progress.faults = []
  const steps = new Steps(deps.onStep)
  let images = new Map<number, string>()

  const fail = (faults: Fault[], what: string, reason: string) => {
    log(`Offline sync: ${review.name}: ${what}: ${reason}`)
    faults.push({ what, reason })
  }
  const onlyTheirs = () => {
    if (!deps.isTheirs()) throw new Interrupted('session')
  }
  type Item = { name: string; what: string; missing: string; faults: Fault[] }
  /** Once; null if it failed. */
  const once = async ({ name, what, missing, faults }: Item, make: () => Promise<string>) => {
    const known = progress.sent[name]
    if (known) return steps.step(known)
    onlyTheirs()
    try {
      const id = await make()
      if (!id) throw new Refused(missing)
      progress.sent[name] = id
      keep(progress)
      return steps.step(id)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      fail(faults, what, error.message)
      return steps.step(null)
    }
  }
  const sendFile = (item: Omit<Item, 'missing'>, ref: string, purpose: 'REVIEW' | 'COMMENT') =>
    once({ ...item, missing: 'missing file id' }, async () => {
      const found = await deps.bytesOf(ref, item.what)
      if (found.fault !== null) throw new Refused(found.fault)
      const { blob, width, height } = found
      if (!isAcceptedMime(blob.type, purpose)) throw new Refused('This kind of file isn’t accepted here.')
      if (blob.size > maxFileBytes) throw new Refused(fileMessages.tooLarge(found.name, blob.size))
      const file = new File([blob], found.name, { type: blob.type })
      const size = width && height ? { width, height } : null
      const key = keyOf(review, item.name)
      return sender.file({ file, purpose, key, reviewId: progress.review, size })
    })
  const sendFiles = async (owner: string, refs: readonly string[], faults: Fault[]): Promise<string[]> => {
    const ids: string[] = []
    for (const [place, ref] of refs.entries()) {
      const item = { name: `${owner} file ${place}`, what: `File ${place + 1} of a comment`, faults }
      const id = await sendFile(item, ref, 'COMMENT')
      if (id) ids.push(id)
    }
    return ids
  }

  async function sendParents(): Promise<void> {
    images = await sendImages()
    await sendItself()
  }

  async function sendImages(): Promise<Map<number, string>> {
    const all = deps.comments()
    steps.expect(
      review.images.length + 1 + all.length + all.reduce((sum, one) => sum + one.replies.length, 0),
    )
    const arrived = new Map<number, string>()
    for (const [place, ref] of review.images.entries()) {
      const item = { name: `image ${place}`, what: `Image ${place + 1}`, faults: progress.faults }
      const id = await sendFile(item, ref, 'REVIEW')
      if (id) arrived.set(place, id)
    }
    return arrived
  }

  async function sendItself(): Promise<void> {
    const { faults } = progress
    const files = [...images.values()]
    const what = 'The review'
    if (files.length === 0) return fail(faults, what, 'None of its files could be uploaded.')
    const isThere = progress.review !== null
    const item = { name: 'review', what, missing: 'missing review id', faults }
    const id = await once(item, () => sender.review(review.name, files, keyOf(review, review._id)))
    progress.review = id
    keep(progress)
    // Files that failed at an earlier try.
    if (id && isThere) await sender.addFiles(id, files)
  }

  async function sendWords(): Promise<void> {
    if (progress.review === null || images.size === 0) return
    const before = [...progress.faults]
    // Also sends what was written meanwhile.
    for (let seen = ''; seen !== idsOf(deps.comments()); ) {
      const all = deps.comments()
      seen = idsOf(all)
      const faults = new Map(all.map((one): [string, Fault[]] => [one._id, []]))
      const lanes = Map.groupBy(all, (one) => one.file)
      await inLanes([...lanes.values()], filesAtOnce, (one) => sendComment(one, faults.get(one._id) ?? []))
      progress.faults = [...before, ...[...faults.values()].flat()]
    }
    await catchUp(deps.comments())
  }

  async function sendComment(comment: OfflineComment, faults: Fault[]): Promise<void> {
    const missing = 'missing comment id'
    const what = `Comment “${shorten(comment.message, 40)}”`
    const id = await once({ name: comment._id, what, missing, faults }, async () => {
      const file = images.get(comment.file)
      if (!file) throw new Refused('no file id for a comment')
      if (comment.isLost) throw new Refused('Its place isn’t on the design.')
      const words = await wordsOf(comment, faults)
      const { type, marker } = comment
      progress.marks[comment._id] = JSON.stringify(marker)
      return sender.comment({ ...words, file, type, marker })
    })
    for (const reply of comment.replies) {
      const item = { name: reply._id, what: `Reply “${shorten(reply.message, 40)}”`, missing, faults }
      await once(item, async () => {
        if (!id) throw new Refused('Its comment wasn’t uploaded.')
        return sender.reply({ ...(await wordsOf(reply, faults)), comment: id })
      })
    }
  }

  async function wordsOf(one: OfflineReply, faults: Fault[]): Promise<Words> {
    const files = await sendFiles(one._id, one.files, faults)
    if (files.length < one.files.length) throw new Refused('no file id for a comment')
    progress.words[one._id] = one.message
    return { message: one.message, files, key: keyOf(review, one._id) }
  }

  /** Sends what was changed or deleted here during the upload. */
  async function catchUp(all: readonly OfflineComment[]): Promise<void> {
    onlyTheirs()
    type Now = { kind: 'comment' | 'reply'; message: string; marker: Marker | null }
    const kinds = new Map<string, Now>()
    for (const { _id, message, marker, replies } of all) {
      kinds.set(_id, { kind: 'comment', message, marker })
      for (const reply of replies)
        kinds.set(reply._id, { kind: 'reply', message: reply.message, marker: null })
    }
    for (const [id, message] of Object.entries(progress.words)) {
      const sent = progress.sent[id]
      const now = kinds.get(id)
      if (!sent) continue
      if (now && now.message !== message) await sender.edit(now.kind, sent, { message: now.message })
      const mark = progress.marks[id]
      const marker = now?.marker
      if (marker && mark !== undefined && JSON.stringify(marker) !== mark)
        await sender.edit('comment', sent, { marker })
      if (!now) await sender.remove(sent)
      delete progress.words[id]
      delete progress.marks[id]
      if (now) progress.words[id] = now.message
      if (marker) progress.marks[id] = JSON.stringify(marker)
      keep(progress)
    }
  }

  return { sendParents, sendWords }
}

const idsOf = (comments: readonly OfflineComment[]) =>
  comments.flatMap((one) => [one._id, ...one.replies.map((reply) => reply._id)]).join(' ')

class Steps {
  private done = 0
  private total = 0
  private readonly tell: (done: number, total: number) => void
  constructor(tell: (done: number, total: number) => void) {
    this.tell = tell
  }
  expect(total: number): void {
    this.total = total
    this.tell(0, total)
  }
  step<T>(value: T): T {
    this.done += 1
    this.tell(Math.min(this.done, this.total), this.total)
    return value
  }
}
