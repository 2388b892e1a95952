import { clientMessages } from '@wingmark/contract/errors'
import { reviewFilesMax } from '@wingmark/contract/limits'
import type { Review } from '@wingmark/contract/reviews'
import { UploadError, type UploadTransport } from '#web/lib/upload-transport'
import { judgeSelection } from './choose-files.ts'
import { isPicture } from './picture-size.ts'
import { publishProblem } from './publish-rules.ts'
import { isPending, type QueueEffect, type QueueEvent, stepQueue, unattachedFileIds } from './upload-queue.ts'
import { isFinished, isUploading, newSession, type UploadSession } from './upload-session.ts'

export type UploadDeps = {
  transport: UploadTransport
  newKey: () => string
  /** Throws when a file cannot be read. */
  readable: (files: readonly File[]) => Promise<void>
  measure: (file: File) => Promise<{ width: number; height: number } | null>
  createReview: (input: { name: string; files: string[]; key: string }) => Promise<Review>
  renameReview: (reviewId: string, name: string) => Promise<Review>
  addToReview: (reviewId: string, files: readonly string[]) => Promise<Review>
  discardFile: (fileId: string) => Promise<unknown>
  /** What the person reads of a failed call, and which field it is about. */
  explain: (error: unknown) => { message: string | null; fields: Record<string, string> }
  toastError: (message: string) => void
  toastSuccess: (message: string) => void
}

type Chosen = readonly File[] | Promise<readonly File[]>

const updateFailed = 'Failed to update review. Please try again.'
const stillUploading = 'Other files are still uploading. Please wait until they are finished.'

/** Runs the upload machine: keeps the session, does what the queue asks for, and tells the screens. */
export function createUploadStore(deps: UploadDeps) {
  const listeners = new Set<() => void>()
  const files = new Map<string, File>()
  const pictures = new Map<string, string>()
  const tries = new Map<string, AbortController>()
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  let session = newSession(deps.newKey())
  let owner: string | null = null
  let page = ''
  let attaching: Promise<void> = Promise.resolve()

  function change(next: Partial<UploadSession>): void {
    session = { ...session, ...next }
    for (const listener of listeners) listener()
  }

  function send(event: QueueEvent): void {
    const { queue, effects } = stepQueue(session.queue, event)
    if (event.type === 'removed') forget(event.id)
    change({ queue })
    for (const effect of effects) run(effect)
    if (session.view === 'closed' && session.queue.items.length > 0 && isFinished(session)) reset()
  }

  function forget(id: string): void {
    files.delete(id)
    const picture = pictures.get(id)
    if (picture) URL.revokeObjectURL(picture)
    pictures.delete(id)
  }

  function run(effect: QueueEffect): void {
    if (effect.type === 'upload') void upload(effect.id, effect.attempt)
    if (effect.type === 'abort') tries.get(effect.id)?.abort()
    if (effect.type === 'discard') void deps.discardFile(effect.fileId).catch(() => undefined)
    if (effect.type === 'attach') attaching = attach(effect.reviewId, effect.fileIds)
    if (effect.type === 'after') {
      clearTimeout(timers.get(effect.event.type))
      timers.set(
        effect.event.type,
        setTimeout(() => send(effect.event), effect.ms),
      )
    }
  }

  async function upload(id: string, attempt: number): Promise<void> {
    const controller = new AbortController()
    tries.set(id, controller)
    try {
      const file = files.get(id)
      if (!file) throw new UploadError('invalid', clientMessages.invalidFileObject)
      const stored = await deps.transport({
        file,
        purpose: 'REVIEW',
        dimensions: await deps.measure(file),
        idempotencyKey: id,
        onProgress: (percent) => send({ type: 'progressed', id, attempt, percent }),
        signal: controller.signal,
      })
      send({ type: 'uploaded', id, attempt, ...stored })
    } catch (error) {
      const message = error instanceof UploadError ? error.message : clientMessages.uploadFailed
      send({ type: 'failed', id, attempt, message })
    } finally {
      if (tries.get(id) === controller) tries.delete(id)
    }
  }

  async function attach(reviewId: string, fileIds: readonly string[]): Promise<void> {
    try {
      await deps.addToReview(reviewId, fileIds)
      send({ type: 'attached', fileIds })
    } catch (error) {
      const message = deps.explain(error).message ?? clientMessages.generic
      send({ type: 'attachFailed', fileIds, message })
      if (session.view === 'closed') deps.toastError(message)
    }
  }

  function reset(reviewId: string | null = null): void {
    for (const controller of tries.values()) controller.abort()
    for (const timer of timers.values()) clearTimeout(timer)
    tries.clear()
    timers.clear()
    for (const id of files.keys()) forget(id)
    change(newSession(deps.newKey(), reviewId))
  }

  function discard(): void {
    for (const fileId of unattachedFileIds(session.queue)) run({ type: 'discard', fileId })
    reset()
  }

  function accept(chosen: readonly File[]): void {
    const added = chosen.map((file) => {
      const id = deps.newKey()
      files.set(id, file)
      if (isPicture(file)) pictures.set(id, URL.createObjectURL(file))
      return { id, name: file.name, type: file.type, size: file.size }
    })
    change({ view: 'files', confirm: null })
    send({ type: 'added', files: added })
  }

  async function take(chosen: Chosen): Promise<void> {
    change({ processing: true })
    try {
      const choice = judgeSelection(await chosen, 'REVIEW')
      if (choice.outcome === 'refused') {
        for (const message of choice.messages) deps.toastError(message)
      } else if (session.queue.items.length + choice.files.length > reviewFilesMax) {
        deps.toastError(`A review can have at most ${reviewFilesMax} files.`)
      } else {
        await deps.readable(choice.files)
        if (choice.outcome === 'confirm') change({ confirm: choice })
        else accept(choice.files)
      }
    } catch {
      deps.toastError(clientMessages.processingFailed)
    } finally {
      change({ processing: false })
    }
  }

  async function publishNew(): Promise<void> {
    const name = session.name.trim()
    const created = await deps.createReview({
      name,
      files: unattachedFileIds(session.queue),
      key: session.publishKey,
    })
    // An earlier try may have made it, under an earlier name, before its answer was lost.
    const review =
      created.name === name ? created : await deps.renameReview(created._id, name).catch(() => created)
    change({ view: 'published', published: review, publishing: false })
    send({ type: 'published', reviewId: review._id, fileIds: review.files })
    if (session.queue.mode === 'paused') send({ type: 'resumed' })
  }

  async function publishToReview(): Promise<void> {
    await attaching
    send({ type: 'attachDue' })
    await attaching
    const { attachError, mode } = session.queue
    if (attachError !== null) {
      return change({ publishing: false, publishError: { message: updateFailed, detail: attachError } })
    }
    deps.toastSuccess('The files are in the review.')
    if (mode === 'paused') send({ type: 'resumed' })
    change({ publishing: false })
    api.close()
  }

  const api = {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getSession: () => session,
    /** Address of a chosen picture in this tab; lives as long as its file is in the queue. */
    pictureOf: (id: string) => pictures.get(id),
    send,

    /** The person whose uploads these are; somebody else's are forgotten. */
    claim(userId: string): void {
      if (owner !== null && owner !== userId) reset()
      owner = userId
    },

    /** Opens the dialogs for a review, or for a new one (null); `chosen` were dropped or pasted. */
    async open(reviewId: string | null, chosen?: Chosen): Promise<void> {
      const dropped = await Promise.resolve(chosen).catch(() => [])
      if (isFinished(session)) reset(reviewId)
      if (session.queue.reviewId !== reviewId) {
        if (isUploading(session)) return deps.toastError(stillUploading)
        return change({ conflict: { files: dropped, reviewId } })
      }
      if (dropped) return take(dropped)
      change({ view: session.queue.items.length === 0 ? 'choose' : 'files' })
    },

    /** Shows the uploads that are under way, whatever review they are for. */
    show: () => change({ view: 'files' }),

    add: (chosen: Chosen) => void take(chosen),
    confirmLarge: () => session.confirm && accept(session.confirm.files),
    cancelLarge: () => change({ confirm: null }),

    /** Goes on with the files that are here already. */
    keepEarlier: () => change({ conflict: null, view: 'files' }),
    dismissConflict: () => change({ conflict: null }),
    dropEarlier(): void {
      const wanted = session.conflict
      discard()
      if (wanted) void api.open(wanted.reviewId, wanted.files)
    },

    setName: (name: string) => change({ name, nameError: null }),

    async publish(): Promise<void> {
      const problem = publishProblem(session)
      if (problem?.field === 'busy') return
      if (problem?.field === 'name') return change({ nameError: problem.message })
      if (problem) return change({ publishError: { message: problem.message, detail: null } })
      change({ publishing: true, publishError: null, nameError: null })
      if (session.queue.reviewId !== null) return publishToReview()
      try {
        await publishNew()
      } catch (error) {
        const { message, fields } = deps.explain(error)
        change({
          publishing: false,
          nameError: fields.name ?? null,
          publishError: { message: clientMessages.createReviewFailed, detail: fields.files ?? message },
        })
      }
    },

    /** Uploads that are under way go on; a queue with nothing left in it is forgotten. */
    close(): void {
      if (session.queue.items.length === 0 || isFinished(session)) reset()
      else change({ view: 'closed', publishError: null, published: null })
    },

    stopAndClose(): void {
      send({ type: 'paused' })
      api.close()
    },

    /** What was open on another page closes; its uploads go on where they may. */
    showPage(path: string): void {
      if (path !== page && (session.view === 'choose' || session.view === 'files')) api.close()
      page = path
    },

    /** The session of the person has ended: nothing may be sent any more. */
    halt(): void {
      if (session.queue.items.some(isPending))
        send({ type: 'stopped', message: clientMessages.uploadCancelled })
      change({ view: 'closed', confirm: null, conflict: null })
    },
  }
  return api
}
