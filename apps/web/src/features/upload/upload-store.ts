import { clientMessages } from '@wingmark/contract/errors'
import { reviewFilesMax } from '@wingmark/contract/limits'
import { judgeSelection } from '#web/lib/choose-files'
import { learnTypes } from '#web/lib/learn-types'
import { isPicture } from '#web/lib/picture-size'
import { createValue } from '#web/lib/store'
import { notUploadedWords } from './left-words.ts'
import { noteSession } from './note-session.ts'
import { proposal } from './proposed-name.ts'
import { publishProblem } from './publish-rules.ts'
import { restoreSession } from './restore-session.ts'
import { chosenFile, createSessionFiles, findMissing, isStoredBefore } from './session-files.ts'
import type { UploadDeps } from './upload-deps.ts'
import { isPending, type QueueEffect, type QueueEvent, stepQueue, unattachedFileIds } from './upload-queue.ts'
import {
  isAtRest,
  isBusy,
  isComing,
  isFinished,
  isUploading,
  mayJoin,
  newSession,
  notUploaded,
  restoredSession,
  targetOf,
  type UploadSession,
  type VersionOf,
} from './upload-session.ts'
import { createTries } from './upload-tries.ts'
import { createVersionUploads } from './versions/version-uploads.ts'

type Chosen = readonly File[] | Promise<readonly File[]>
const stillUploading = 'Other files are still uploading. Please wait until they’re finished.'

/** Runs the upload machine: keeps the session, performs the queue's effects, and updates the screens. */
export function createUploadStore(deps: UploadDeps) {
  const files = createSessionFiles()
  let session = newSession(deps.newKey())
  const screens = createValue(session)
  let owner: string | null = null
  let page = ''
  let attaching: Promise<void> = Promise.resolve()
  let kept = ''
  /** An earlier visit's upload waits until nothing else is open. */
  let isAwaited = false
  const tries = createTries(deps, files, { send, keep })
  const getSession = () => session
  const versions = createVersionUploads(deps, { getSession, change, send, accept, inThisSession })

  /** Whether an awaited result still belongs to the current session. */
  function inThisSession(): () => boolean {
    const { publishKey } = session
    return () => session.publishKey === publishKey
  }

  function change(next: Partial<UploadSession>): void {
    session = { ...session, ...next }
    keep()
    screens.dispatch(session)
    if (isAwaited && owner !== null && isAtRest(session)) void restore(owner)
  }

  /** Stores what a later visit would need, if changed. */
  function keep(): void {
    if (owner === null) return
    const note = noteSession(session, files)
    const now = note ? JSON.stringify(note) : ''
    if (now === kept) return
    kept = now
    if (note) deps.keeper.save({ ...note, owner, savedAt: Date.now() })
    else void deps.keeper.forget(session.publishKey)
  }

  function send(event: QueueEvent): void {
    const before = session.queue
    const { queue, effects } = stepQueue(before, event)
    if (event.type === 'removed' && queue !== before) leave(event.id)
    change({ queue })
    for (const effect of effects) run(effect)
    settle()
  }

  function settle(): void {
    const isOver = session.queue.items.length > 0 && isFinished(session) && !isBusy(session)
    if (session.view === 'closed' && isOver) end()
  }

  /** Removed by the user: the server discards its partial upload too. */
  function leave(id: string): void {
    const address = files.get(id)?.address
    const isStored = session.queue.items.some((item) => item.id === id && item.stored)
    if (address && !isStored) deps.abandon(address)
    forget(id)
  }

  function forget(id: string): void {
    files.remove(id)
    const { [id]: picture, ...pictures } = session.pictures
    if (picture?.startsWith('blob:')) URL.revokeObjectURL(picture)
    session = { ...session, pictures }
  }

  function run(effect: QueueEffect): void {
    if (effect.type === 'upload') void tries.upload(effect.id, effect.attempt, targetOf(session, effect.id))
    if (effect.type === 'addVersion') void versions.add(effect)
    if (effect.type === 'abort') tries.abort(effect.id)
    if (effect.type === 'discard') void deps.discardFile(effect.fileId).catch(() => undefined)
    if (effect.type === 'attach') attaching = attach(effect.reviewId, effect.fileIds)
    if (effect.type === 'after') tries.later(effect)
  }

  async function attach(reviewId: string, fileIds: readonly string[]): Promise<void> {
    const isStill = inThisSession()
    try {
      await deps.addToReview(reviewId, fileIds, session.target === 'new')
      if (isStill()) send({ type: 'attached', fileIds })
    } catch (error) {
      if (!isStill()) return
      const message = deps.explain(error).message ?? clientMessages.generic
      send({ type: 'attachFailed', fileIds, message })
      if (session.view === 'closed') deps.toastError(message)
    }
  }

  /** Everything is in its review, except refused files, which are reported. */
  function end(): void {
    const left = notUploaded(session)
    if (left.length > 0 && session.queue.reviewId !== null) deps.toastError(notUploadedWords(left))
    reset()
  }

  function reset(reviewId: string | null = null): void {
    void deps.keeper.forget(session.publishKey)
    clear(reviewId)
  }

  function clear(reviewId: string | null = null): void {
    tries.stop()
    for (const id of files.ids()) forget(id)
    change(newSession(deps.newKey(), reviewId))
  }

  function discard(): void {
    for (const fileId of unattachedFileIds(session.queue)) run({ type: 'discard', fileId })
    for (const id of files.ids()) leave(id)
    for (const { address } of session.missing) if (address) deps.abandon(address)
    reset()
  }

  function accept(chosen: readonly File[], of: readonly (string | null)[] = [], startFresh = false): void {
    let missing = session.missing
    const fresh = chosen.filter((file) => !isStoredBefore(session.queue.items, files, file))
    const added = fresh.map((file) => {
      const earlier = findMissing(missing, file)
      missing = missing.filter((one) => one !== earlier)
      const id = earlier?.id ?? deps.newKey()
      files.add(id, file, earlier?.address ?? null)
      void picture(id, file)
      const version = of[chosen.indexOf(file)] ?? earlier?.of
      return chosenFile(id, file, version, startFresh || earlier?.startFresh)
    })
    change({ missing, confirm: null, stopped: null, ...proposal(session, chosen) })
    send({ type: 'added', files: added })
  }

  async function picture(id: string, file: File): Promise<void> {
    const address = isPicture(file) ? await deps.draw(file).catch(() => null) : null
    if (address === null) return
    if (files.has(id)) change({ pictures: { ...session.pictures, [id]: address } })
    else URL.revokeObjectURL(address)
  }

  /** Restores this user's unfinished upload. */
  async function restore(userId: string): Promise<void> {
    isAwaited = false
    const earlier = await deps.keeper.take(userId)
    if (!earlier) return
    const found = await restoreSession(earlier, { ...deps.restore, newKey: deps.newKey })
    // It never joins something opened meanwhile, but waits until that is done.
    if (owner !== userId || !mayJoin(session, earlier)) {
      deps.keeper.release(earlier.key)
      isAwaited = owner === userId
      return
    }
    change({ ...restoredSession(earlier, found), view: session.view })
    const isStill = inThisSession()
    for (const { id, lastModified } of found.stored) files.addStored(id, lastModified)
    send({ type: 'restored', files: found.stored })
    if (session.view === 'choose' && found.stored.length > 0) change({ view: 'files' })
    if (found.ready.length === 0) return
    const ready = await learnTypes(found.ready.map((one) => one.file))
    if (isStill()) accept(ready)
  }

  async function take(chosen: Chosen, asked: VersionOf | null = null): Promise<void> {
    const isStill = inThisSession()
    change({ processing: true, stopped: null })
    try {
      const all = await learnTypes(await chosen)
      if (!isStill()) return
      const choice = judgeSelection(all, 'REVIEW')
      if (choice.outcome === 'refused') {
        for (const message of choice.messages) deps.toastError(message)
        const { rest } = choice
        if (rest.length > 0) change({ stopped: { rest, total: all.length }, view: viewOfChoice() })
      } else if (session.queue.items.length + choice.files.length > reviewFilesMax) {
        deps.toastError(`A review can have at most ${reviewFilesMax} files.`)
      } else {
        await deps.readable(choice.files)
        if (!isStill()) return
        if (choice.outcome === 'confirm') change({ confirm: { ...choice, asked } })
        else versions.takeUp(choice.files, asked)
      }
    } catch {
      if (isStill()) deps.toastError(clientMessages.processingFailed)
    } finally {
      if (isStill()) change({ processing: false })
      settle()
    }
  }

  const viewOfChoice = () => (session.queue.items.length === 0 ? 'choose' : 'files')

  async function publishNew(): Promise<void> {
    const isStill = inThisSession()
    const name = session.name.trim()
    const created = await deps.createReview({
      name,
      files: unattachedFileIds(session.queue),
      ...(session.commentsUntil && { commentsUntil: session.commentsUntil }),
      key: session.publishKey,
    })
    // An earlier try may have created it under another name before its answer was lost.
    const review =
      created.name === name ? created : await deps.renameReview(created._id, name).catch(() => created)
    if (!isStill()) return
    const { mode, items } = session.queue
    const goesOn = mode === 'paused' && items.some(isComing)
    change({ view: 'published', published: review, publishing: false, goesOn })
    send({ type: 'published', reviewId: review._id, fileIds: review.files })
    if (session.queue.mode === 'paused') send({ type: 'resumed' })
  }

  async function publishToReview(): Promise<void> {
    const isStill = inThisSession()
    await attaching
    if (!isStill()) return
    send({ type: 'attachDue' })
    await attaching
    if (!isStill()) return
    const { attachError, mode } = session.queue
    if (attachError !== null) {
      const message = 'Failed to update review. Please try again.'
      return change({ publishing: false, publishError: { message, detail: attachError } })
    }
    if (mode === 'paused') send({ type: 'resumed' })
    change({ publishing: false })
    const { publishKey, queue } = session
    // A reload would cut off other uploads; the live stream adds this one.
    const left = notUploaded(session)
    const isDone = isFinished(session)
    api.close()
    if (isDone) await deps.keeper.forget(publishKey)
    const words = left.length > 0 ? notUploadedWords(left) : null
    if (queue.items.some(isPending) || !queue.reviewId || !deps.reloadReview(queue.reviewId, words)) {
      deps.toastSuccess('Files added to the review')
    }
  }

  const api = {
    screens,
    getSession,
    send,

    /** Sets the owner of these uploads: others' wait for them, the owner's earlier ones return. */
    claim(userId: string): void {
      if (owner === userId) return
      if (owner !== null) {
        deps.keeper.release(session.publishKey)
        owner = null
        clear()
      }
      owner = userId
      keep()
      void restore(userId)
    },

    /** Opens the dialogs for a review, or a new one (null); `chosen` were dropped or pasted. */
    async open(reviewId: string | null, chosen?: Chosen, of: VersionOf | null = null): Promise<void> {
      const dropped = await Promise.resolve(chosen).catch(() => [])
      // Refused files stay on screen until seen.
      const goesOn = session.view === 'files' && session.queue.reviewId === reviewId
      if (isFinished(session) && !isBusy(session) && !goesOn) reset(reviewId)
      if (session.queue.reviewId !== reviewId) {
        if (isUploading(session) || isBusy(session)) return deps.toastError(stillUploading)
        return change({ conflict: { files: dropped, reviewId, of } })
      }
      if (dropped) return take(dropped, of)
      change({ view: viewOfChoice() })
    },

    /** Shows running uploads, for any review. */
    show: () => change({ view: 'files' }),

    add: (chosen: Chosen) => void take(chosen),
    confirmLarge: () => session.confirm && versions.takeUp(session.confirm.files, session.confirm.asked),
    cancelLarge: () => change({ confirm: null }),
    ...versions.answers,
    /** Takes the valid files of a stopped selection. */
    addRest: () => session.stopped && void take(session.stopped.rest),

    /** Resumes files that the browser can read again; others must be chosen. */
    async reopenMissing(): Promise<void> {
      const isStill = inThisSession()
      const found = await Promise.all(
        session.missing.map((one) => (one.handle ? deps.askToReopen(one) : null)),
      )
      const chosen = found.filter((file) => file !== null)
      if (chosen.length > 0 && isStill()) versions.resume(chosen)
    },

    forgetMissing(): void {
      for (const { address } of session.missing) if (address) deps.abandon(address)
      change({ missing: [] })
    },

    /** Continues with the files that are already here. */
    keepUnverified: () => change({ conflict: null, view: viewOfChoice() }),
    dismissConflict: () => change({ conflict: null }),
    dropUnverified(): void {
      const wanted = session.conflict
      discard()
      if (wanted) void api.open(wanted.reviewId, wanted.files, wanted.of)
    },

    setName: (name: string) => change({ name, isNamed: true, nameError: null }),
    setCommentsUntil: (commentsUntil: string) => change({ commentsUntil }),

    async publish(): Promise<void> {
      const problem = publishProblem(session)
      if (problem?.field === 'busy') return
      if (problem?.field === 'name') return change({ nameError: problem.message })
      if (problem) return change({ publishError: { message: problem.message, detail: null } })
      change({ publishing: true, publishError: null, nameError: null })
      if (session.queue.reviewId !== null) return publishToReview()
      const isStill = inThisSession()
      try {
        await publishNew()
      } catch (error) {
        if (!isStill()) return
        const { message, fields } = deps.explain(error)
        change({
          publishing: false,
          nameError: fields.name ?? null,
          publishError: { message: clientMessages.createReviewFailed, detail: fields.files ?? message },
        })
      }
    },

    /** Running uploads continue; an empty queue is forgotten. */
    close(): void {
      if (isFinished(session) && !isBusy(session)) end()
      else change({ view: 'closed', publishError: null, published: null, stopped: null })
    },

    /** Stops sending; each file can be retried. */
    stopAll(): void {
      send({ type: 'stopped', message: clientMessages.uploadCancelled })
      change({ view: 'files' })
    },

    stopAndClose(): void {
      send({ type: 'paused' })
      api.close()
    },

    /** Closes dialogs of another page; their uploads continue where possible. */
    showPage(path: string): void {
      if (path !== page && (session.view === 'choose' || session.view === 'files')) api.close()
      page = path
    },

    /** The session has ended: nothing may be sent any more. */
    halt(): void {
      if (session.queue.items.some(isPending))
        send({ type: 'stopped', message: clientMessages.uploadCancelled })
      change({ view: 'closed', confirm: null, conflict: null })
    },

    /** Signs out of this device: deletes their uploads from it, and sends nothing more. */
    async leave(): Promise<void> {
      const leaving = owner
      owner = null
      clear()
      if (leaving) await deps.keeper.forgetAll(leaving)
    },
  }
  return api
}
