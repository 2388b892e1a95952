import type { Marker } from '@wingmark/contract/comments'
import { fileMessages } from '@wingmark/contract/file-types'
import { maxFileBytes } from '@wingmark/contract/limits'
import { validate as isUuid, v5 as uuidOf } from 'uuid'
import { isAcceptedMime } from '../data-url.ts'
import type { Bytes } from '../device-files.ts'
import type { OfflineComment, OfflineReply, OfflineReview } from '../offline-form.ts'
import type { Progress } from './progress.ts'

type Words = { message: string; files: string[]; key: string }

/** The server, as far as a review needs it. Each makes one thing once for a key; all throw `Refused` or `Interrupted`. */
export type Sender = {
  file: (file: File, purpose: 'REVIEW' | 'COMMENT', key: string, reviewId: string | null) => Promise<string>
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
  /** A comment or a reply, whichever it is. */
  remove: (id: string) => Promise<void>
}

/** For good, with words; the rest goes on. */
export class Refused extends Error {}
/** The line, the server or the session is gone: nothing more is tried in this run. */
export class Interrupted extends Error {}

type Deps = {
  sender: Sender
  bytesOf: (ref: string, fallbackName: string) => Promise<Bytes>
  comments: () => OfflineComment[]
  keep: (progress: Progress) => void
  /** Of so many steps so many are done. */
  onStep: (done: number, total: number) => void
  log: (words: string) => void
}

const namespace = '9d0c5b1e-58a2-4b39-8a35-7a1f0c7b2d44'

/** The key of a creation: the id that the client gave, where it is one of ours. */
export const keyOf = (review: OfflineReview, id: string) =>
  isUuid(id) ? id : uuidOf(`${review._id} ${id}`, namespace)

/**
 * Sends a review with all that belongs to it: files, review, comments, replies, each after what it hangs on. What has
 * arrived is not sent again; what fails is in `progress.faults`, and what hangs on it too.
 */
export async function sendReview(review: OfflineReview, progress: Progress, deps: Deps): Promise<void> {
  const { sender, log, keep } = deps
  progress.faults = []
  const steps = new Steps(deps.onStep)

  const fail = (what: string, reason: string) => {
    log(`Offline sync: ${review.name}: ${what}: ${reason}`)
    progress.faults.push({ what, reason })
  }
  /** Once; null where it failed. */
  const once = async (name: string, what: string, missing: string, make: () => Promise<string>) => {
    const known = progress.sent[name]
    if (known) return steps.step(known)
    try {
      const id = await make()
      if (!id) throw new Refused(missing)
      progress.sent[name] = id
      keep(progress)
      return steps.step(id)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      fail(what, error.message)
      return steps.step(null)
    }
  }
  const sendFile = (name: string, ref: string, label: string, purpose: 'REVIEW' | 'COMMENT') =>
    once(name, label, 'missing file id', async () => {
      const found = await deps.bytesOf(ref, label)
      if (found.fault !== null) throw new Refused(found.fault)
      if (!isAcceptedMime(found.blob.type, purpose)) throw new Refused('It is no file that is accepted here.')
      const { size } = found.blob
      if (size > maxFileBytes) throw new Refused(fileMessages.tooLarge(found.name, size))
      const file = new File([found.blob], found.name, { type: found.blob.type })
      return sender.file(file, purpose, keyOf(review, name), progress.review)
    })
  const sendFiles = async (owner: string, refs: readonly string[]): Promise<string[]> => {
    const ids: string[] = []
    for (const [place, ref] of refs.entries()) {
      const id = await sendFile(`${owner} file ${place}`, ref, `File ${place + 1} of a comment`, 'COMMENT')
      if (id) ids.push(id)
    }
    return ids
  }

  const images = await sendImages()
  if ((await sendItself()) === null) return
  await sendWords()

  async function sendImages(): Promise<Map<number, string>> {
    const all = deps.comments()
    steps.expect(
      review.images.length + 1 + all.length + all.reduce((sum, one) => sum + one.replies.length, 0),
    )
    const arrived = new Map<number, string>()
    for (const [place, ref] of review.images.entries()) {
      const id = await sendFile(`image ${place}`, ref, `Image ${place + 1}`, 'REVIEW')
      if (id) arrived.set(place, id)
    }
    return arrived
  }

  async function sendItself(): Promise<string | null> {
    const files = [...images.values()]
    const label = 'The review'
    if (files.length === 0) {
      fail(label, 'None of its files could be uploaded.')
      return null
    }
    const isThere = progress.review !== null
    const id = await once('review', label, 'missing review id', () =>
      sender.review(review.name, files, keyOf(review, review._id)),
    )
    progress.review = id
    keep(progress)
    // Files that failed at an earlier try.
    if (id && isThere) await sender.addFiles(id, files)
    return id
  }

  async function sendWords(): Promise<void> {
    const before = progress.faults.length
    // What was written meanwhile goes too.
    for (let seen = ''; seen !== idsOf(deps.comments()); ) {
      const all = deps.comments()
      seen = idsOf(all)
      progress.faults.splice(before)
      for (const comment of all) await sendComment(comment)
    }
    await catchUp(deps.comments())
  }

  async function sendComment(comment: OfflineComment): Promise<void> {
    const what = `Comment “${shortened(comment.message)}”`
    const id = await once(comment._id, what, 'missing comment id', async () => {
      const file = images.get(comment.file)
      if (!file) throw new Refused('no file id for a comment')
      if (comment.isLost) throw new Refused('Its place is not on the design.')
      const words = await wordsOf(comment)
      const { type, marker } = comment
      progress.marks[comment._id] = JSON.stringify(marker)
      return sender.comment({ ...words, file, type, marker })
    })
    for (const reply of comment.replies) {
      await once(reply._id, `Reply “${shortened(reply.message)}”`, 'missing comment id', async () => {
        if (!id) throw new Refused('Its comment was not uploaded.')
        return sender.reply({ ...(await wordsOf(reply)), comment: id })
      })
    }
  }

  async function wordsOf(one: OfflineReply): Promise<Words> {
    const files = await sendFiles(one._id, one.files)
    if (files.length < one.files.length) throw new Refused('no file id for a comment')
    progress.words[one._id] = one.message
    return { message: one.message, files, key: keyOf(review, one._id) }
  }

  /** What was changed or deleted here while it was being sent. */
  async function catchUp(all: readonly OfflineComment[]): Promise<void> {
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
}

const idsOf = (comments: readonly OfflineComment[]) =>
  comments.flatMap((one) => [one._id, ...one.replies.map((reply) => reply._id)]).join(' ')

const shortened = (message: string) => (message.length > 40 ? `${message.slice(0, 40)}…` : message)

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
