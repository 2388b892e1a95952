import { autoUpdateDelayMs, resumeDelayMs } from '@wingmark/contract/limits'
import type { StoredFile } from '#web/lib/upload-transport'

/** `refused`: the server will never accept this file; `failed`: a retry may help. */
export type ItemState = 'waiting' | 'uploading' | 'paused' | 'uploaded' | 'failed' | 'refused' | 'cancelled'

/** `of`: the file that it is a new version of; `startFresh`: no pins are carried onto it. */
export type ChosenFile = {
  id: string
  name: string
  type: string
  size: number
  of?: string
  startFresh?: boolean
}

export type UploadItem = ChosenFile & {
  state: ItemState
  /** 0–100, never falling within one try; a try after a pause continues from there. */
  progress: number
  /** The connection is lost; the file resumes once it is back. */
  isLineLost: boolean
  /** Paused singly: waits for its own resume, even while others upload. */
  isHeld: boolean
  /** Counts the tries; answers to earlier ones are ignored. */
  attempt: number
  error: string | null
  /** It failed because the storage is full. */
  isOutOfRoom: boolean
  /** The server's file. */
  stored: StoredFile | null
  /** Whether the review already lists the file. */
  review: 'apart' | 'attaching' | 'attached'
}

export type UploadQueue = {
  items: readonly UploadItem[]
  mode: 'running' | 'paused' | 'resuming'
  /** The review that uploaded files join automatically; null until there is one. */
  reviewId: string | null
  attachError: string | null
}

export type QueueEvent =
  | { type: 'added'; files: readonly ChosenFile[] }
  /** From an earlier visit: stored by the server, but in no review yet. */
  | { type: 'restored'; files: readonly (ChosenFile & { stored: StoredFile })[] }
  | { type: 'progressed'; id: string; attempt: number; percent: number }
  | { type: 'lineChanged'; id: string; attempt: number; isLost: boolean }
  | { type: 'uploaded'; id: string; attempt: number; fileId: string; key: string }
  | {
      type: 'failed'
      id: string
      attempt: number
      message: string
      isForGood: boolean
      isOutOfRoom?: boolean
    }
  | { type: 'retried'; id: string }
  | { type: 'allRetried' }
  | { type: 'roomMade' }
  | { type: 'held'; id: string }
  | { type: 'released'; id: string }
  | { type: 'cancelled'; id: string; message: string }
  | { type: 'removed'; id: string }
  | { type: 'paused' }
  | { type: 'resumed' }
  | { type: 'resumeDue' }
  | { type: 'stopped'; message: string }
  | { type: 'published'; reviewId: string; fileIds: readonly string[] }
  | { type: 'attachDue' }
  | { type: 'attached'; fileIds: readonly string[] }
  | { type: 'attachFailed'; fileIds: readonly string[]; message: string }
  | { type: 'versionAdded'; id: string }
  | { type: 'versionFailed'; id: string; message: string }

/** The caller's task after an event; a timer replaces an earlier one for the same event. */
export type QueueEffect =
  | { type: 'upload'; id: string; attempt: number }
  | { type: 'abort'; id: string }
  | { type: 'after'; ms: number; event: { type: 'resumeDue' } | { type: 'attachDue' } }
  | { type: 'attach'; reviewId: string; fileIds: readonly string[] }
  | { type: 'addVersion'; id: string; of: string; fileId: string; startFresh: boolean }
  | { type: 'discard'; fileId: string }

export type QueueStep = { queue: UploadQueue; effects: readonly QueueEffect[] }

export function emptyQueue(reviewId: string | null = null): UploadQueue {
  return { items: [], mode: 'running', reviewId, attachError: null }
}

/** One step of the queue. Pure: `effects` lists side effects, in order. */
export function stepQueue(queue: UploadQueue, event: QueueEvent): QueueStep {
  switch (event.type) {
    case 'added':
      return startNext({ ...queue, items: [...queue.items, ...newItems(queue, event.files)] })
    case 'restored':
      return attachAll({ ...queue, items: [...queue.items, ...restoredItems(queue, event.files)] })
    case 'progressed':
      return step(
        changeTry(queue, event, (item) => ({
          ...item,
          progress: Math.max(item.progress, Math.min(100, event.percent)),
        })),
      )
    case 'lineChanged':
      return step(changeTry(queue, event, (item) => ({ ...item, isLineLost: event.isLost })))
    case 'uploaded':
      return finish(queue, event)
    case 'failed':
      return startNext(
        changeTry(queue, event, (item) => ({
          ...item,
          state: event.isForGood ? 'refused' : 'failed',
          progress: 0,
          error: event.message,
          isOutOfRoom: event.isOutOfRoom ?? false,
        })),
      )
    case 'retried':
      return startNext(changeItems(queue, (item) => (item.id === event.id ? waitAgain(item) : item)))
    case 'allRetried':
      return startNext(changeItems(queue, waitAgain))
    case 'roomMade':
      return startNext(changeItems(queue, (item) => (item.isOutOfRoom ? waitAgain(item) : item)))
    case 'held':
      return hold(queue, event.id)
    case 'released':
      return release(queue, event.id)
    case 'cancelled':
      return cancel(queue, event.id, event.message)
    case 'removed':
      return remove(queue, event.id)
    case 'paused':
      return pause(queue)
    case 'resumed':
      return queue.mode === 'paused'
        ? step({ ...queue, mode: 'resuming' }, after(resumeDelayMs, 'resumeDue'))
        : step(queue)
    case 'resumeDue':
      return queue.mode === 'resuming' ? resume(queue) : step(queue)
    case 'stopped':
      return stop(queue, event.message)
    case 'published':
      return scheduleAttach({ ...attach(queue, event.fileIds), reviewId: event.reviewId })
    case 'attachDue':
      return startAttach(queue)
    case 'attached':
      return scheduleAttach({ ...attach(queue, event.fileIds), attachError: null })
    case 'attachFailed':
      return step({ ...setReview(queue, event.fileIds, 'apart'), attachError: event.message })
    case 'versionAdded':
      return step(
        changeItems(queue, (item) => (item.id === event.id ? { ...item, review: 'attached' } : item)),
      )
    case 'versionFailed':
      return step(
        changeItems(queue, (item) =>
          item.id === event.id ? { ...item, state: 'failed', review: 'apart', error: event.message } : item,
        ),
      )
  }
}

export const isPending = (item: UploadItem) =>
  item.state === 'waiting' || item.state === 'uploading' || item.state === 'paused'

/** Uploading, or soon to be, without user action. */
export const isMoving = (item: UploadItem) => item.state === 'waiting' || item.state === 'uploading'

export const isRetryable = (item: UploadItem) => item.state === 'failed' || item.state === 'cancelled'

/** Not uploaded, and not without user action. */
export const isNotUploaded = (item: UploadItem) => isRetryable(item) || item.state === 'refused'

/** The queue cannot remove files in a review, or being added to one. */
export const isRemovable = (item: UploadItem) => item.review === 'apart'

/** Ids of stored files that no review lists yet, in order. */
export function unattachedFileIds(queue: UploadQueue): string[] {
  return queue.items.flatMap((item) =>
    item.stored && !item.of && item.review === 'apart' ? [item.stored.fileId] : [],
  )
}

const step = (queue: UploadQueue, ...effects: QueueEffect[]): QueueStep => ({ queue, effects })

const after = (ms: number, type: 'resumeDue' | 'attachDue'): QueueEffect => ({
  type: 'after',
  ms,
  event: { type },
})

function changeItems(queue: UploadQueue, change: (item: UploadItem) => UploadItem): UploadQueue {
  return { ...queue, items: queue.items.map(change) }
}

function changeTry(
  queue: UploadQueue,
  attempt: { id: string; attempt: number },
  change: (item: UploadItem) => UploadItem,
): UploadQueue {
  const current = currentTry(queue, attempt)
  return current ? changeItems(queue, (item) => (item === current ? change(item) : item)) : queue
}

function currentTry(queue: UploadQueue, { id, attempt }: { id: string; attempt: number }) {
  return queue.items.find((item) => item.id === id && item.attempt === attempt && item.state === 'uploading')
}

function newItems(queue: UploadQueue, files: readonly ChosenFile[]): UploadItem[] {
  const known = new Set(queue.items.map((item) => item.id))
  return files
    .filter((file) => !known.has(file.id))
    .map((file) => ({
      ...file,
      state: 'waiting',
      progress: 0,
      isLineLost: false,
      isHeld: false,
      attempt: 0,
      error: null,
      isOutOfRoom: false,
      stored: null,
      review: 'apart',
    }))
}

function restoredItems(
  queue: UploadQueue,
  files: Extract<QueueEvent, { type: 'restored' }>['files'],
): UploadItem[] {
  const stored = new Map(files.map((file) => [file.id, file.stored]))
  const chosen = files.map(({ id, name, type, size, of, startFresh }) => ({
    ...{ id, name, type, size },
    ...(of && { of }),
    ...(startFresh && { startFresh }),
  }))
  return newItems(queue, chosen).map((item) => ({
    ...item,
    state: 'uploaded',
    progress: 100,
    stored: stored.get(item.id) ?? null,
  }))
}

function waitAgain(item: UploadItem): UploadItem {
  return isRetryable(item)
    ? { ...item, state: 'waiting', progress: 0, error: null, isOutOfRoom: false }
    : item
}

function startNext(queue: UploadQueue): QueueStep {
  if (queue.mode !== 'running' || queue.items.some((item) => item.state === 'uploading')) return step(queue)
  const next = queue.items.find((item) => item.state === 'waiting')
  if (!next) return step(queue)
  // Its bytes are there already.
  if (next.stored) {
    const rest = startNext(changeItems(queue, (item) => (item === next ? uploaded(item) : item)))
    const { queue: attaching, effects } = attachAll(rest.queue)
    return step(attaching, ...rest.effects, ...effects)
  }
  const attempt = next.attempt + 1
  const started = changeItems(queue, (item) =>
    item === next ? { ...item, state: 'uploading', isLineLost: false, attempt, error: null } : item,
  )
  return step(started, { type: 'upload', id: next.id, attempt })
}

function finish(queue: UploadQueue, event: Extract<QueueEvent, { type: 'uploaded' }>): QueueStep {
  if (!currentTry(queue, event)) return step(queue)
  const stored = { fileId: event.fileId, key: event.key }
  const next = startNext(
    changeTry(queue, event, (item) => ({ ...item, state: 'uploaded', progress: 100, stored })),
  )
  const scheduled = attachAll(next.queue)
  return step(scheduled.queue, ...next.effects, ...scheduled.effects)
}

function hold(queue: UploadQueue, id: string): QueueStep {
  return takeOff(queue, id, (item) => ({ ...item, state: 'paused', isHeld: true }))
}

function cancel(queue: UploadQueue, id: string, message: string): QueueStep {
  return takeOff(queue, id, (item) => cancelled(item, message))
}

const cancelled = (item: UploadItem, message: string): UploadItem => ({
  ...item,
  state: 'cancelled',
  isHeld: false,
  progress: 0,
  error: message,
})

/** A file leaves the queue, and the next one moves up. */
function takeOff(queue: UploadQueue, id: string, change: (item: UploadItem) => UploadItem): QueueStep {
  const item = queue.items.find((candidate) => candidate.id === id)
  if (!item || !isPending(item)) return step(queue)
  const rest = startNext(changeItems(queue, (other) => (other === item ? change(item) : other)))
  if (item.state !== 'uploading') return rest
  return step(rest.queue, { type: 'abort', id }, ...rest.effects)
}

function release(queue: UploadQueue, id: string): QueueStep {
  const state = queue.mode === 'paused' ? 'paused' : 'waiting'
  const freed = changeItems(queue, (item) =>
    item.id === id && item.isHeld ? { ...item, state, isHeld: false } : item,
  )
  const isIdle = queue.mode === 'running' && !queue.items.some((item) => item.state === 'uploading')
  if (!isIdle || !freed.items.some((item) => item.state === 'waiting')) return step(freed)
  return step({ ...freed, mode: 'resuming' }, after(resumeDelayMs, 'resumeDue'))
}

function remove(queue: UploadQueue, id: string): QueueStep {
  const item = queue.items.find((candidate) => candidate.id === id)
  if (!item || !isRemovable(item)) return step(queue)
  const rest = startNext({ ...queue, items: queue.items.filter((candidate) => candidate !== item) })
  const undo: QueueEffect[] = []
  if (item.state === 'uploading') undo.push({ type: 'abort', id })
  if (item.stored) undo.push({ type: 'discard', fileId: item.stored.fileId })
  return step(rest.queue, ...undo, ...rest.effects)
}

function pause(queue: UploadQueue): QueueStep {
  const uploading = queue.items.filter((item) => item.state === 'uploading')
  const paused = changeItems(queue, (item) =>
    item.state === 'uploading' ? { ...item, state: 'paused' } : item,
  )
  return step(
    { ...paused, mode: 'paused' },
    ...uploading.map((item): QueueEffect => ({ type: 'abort', id: item.id })),
  )
}

function resume(queue: UploadQueue): QueueStep {
  const waiting = changeItems(queue, (item) =>
    item.state === 'paused' && !item.isHeld ? { ...item, state: 'waiting' } : item,
  )
  return startNext({ ...waiting, mode: 'running' })
}

function stop(queue: UploadQueue, message: string): QueueStep {
  const paused = pause(queue)
  const stopped = changeItems(paused.queue, (item) => (isPending(item) ? cancelled(item, message) : item))
  return step({ ...stopped, mode: 'running' }, ...paused.effects)
}

function setReview(
  queue: UploadQueue,
  fileIds: readonly string[],
  review: UploadItem['review'],
): UploadQueue {
  const ids = new Set(fileIds)
  return changeItems(queue, (item) =>
    item.stored && ids.has(item.stored.fileId) ? { ...item, review } : item,
  )
}

const attach = (queue: UploadQueue, fileIds: readonly string[]) => setReview(queue, fileIds, 'attached')

const uploaded = (item: UploadItem): UploadItem => ({ ...item, state: 'uploaded', progress: 100 })

/** New files wait for the review's update; versions need none. */
function attachAll(queue: UploadQueue): QueueStep {
  const effects: QueueEffect[] = []
  const attaching = changeItems(queue, (item) => {
    const { id, of, startFresh = false, stored, state, review } = item
    if (!of || !stored || state !== 'uploaded' || review !== 'apart') return item
    effects.push({ type: 'addVersion', id, of, fileId: stored.fileId, startFresh })
    return { ...item, review: 'attaching' }
  })
  const scheduled = scheduleAttach(attaching)
  return step(scheduled.queue, ...scheduled.effects, ...effects)
}

function scheduleAttach(queue: UploadQueue): QueueStep {
  const due = queue.reviewId !== null && unattachedFileIds(queue).length > 0
  return due ? step(queue, after(autoUpdateDelayMs, 'attachDue')) : step(queue)
}

// Only one update of the review runs at a time: the next starts after its answer.
function startAttach(queue: UploadQueue): QueueStep {
  const fileIds = unattachedFileIds(queue)
  const busy = queue.items.some((item) => !item.of && item.review === 'attaching')
  if (queue.reviewId === null || fileIds.length === 0 || busy) return step(queue)
  return step(
    { ...setReview(queue, fileIds, 'attaching'), attachError: null },
    { type: 'attach', reviewId: queue.reviewId, fileIds },
  )
}
