import { clientMessages } from '@wingmark/contract/errors'
import { fileMessages } from '@wingmark/contract/file-types'
import { toastDelayMs, transferCloseMs } from '@wingmark/contract/limits'
import {
  type LinkTerms,
  noTerms,
  problemsLeft,
  type TermsProblems,
} from '#web/features/deliveries/terms/link-terms'
import type { StoredFile } from '#web/lib/upload-transport'
import type { KeptFile } from '../kept-session.ts'
import {
  type ChosenFile,
  emptyQueue,
  isMoving,
  type QueueEffect,
  type QueueEvent,
  stepQueue,
  type UploadItem,
  type UploadQueue,
} from '../upload-queue.ts'

/** The terms of a link, and whether there is one. `isKeyLost`: an earlier visit's password, which is never stored. */
export type QueueTerms = LinkTerms & { isOn: boolean; isKeyLost: boolean }

/** `isOlder`: an earlier delivery that gets these files once sent ('chosen': not yet). */
export type TransferLink = {
  id: string
  url: string
  state: 'chosen' | 'waiting' | 'completing' | 'complete'
  isOlder?: true
}

/** An earlier delivery that gets more files. */
export type OlderLink = Pick<TransferLink, 'id' | 'url'>

export type TransferView = 'picker' | 'queue' | 'uploading' | 'success' | 'add-more'

/** Sends files to the caller's transfers: the upload queue, and a record for each file. */
export type TransferQueue = {
  isOpen: boolean
  view: TransferView
  uploads: UploadQueue
  /** From an earlier visit: they resume once chosen again. */
  missing: readonly KeptFile[]
  /** Their folder; null: the root. */
  target: string | null
  records: Readonly<Record<string, 'making' | 'failed'>>
  /** The total sent, including finished and removed ones. */
  sent: number
  done: number
  alert: string | null
  terms: QueueTerms
  /** Why the link could not be created. */
  problems: TermsProblems
  isLinking: boolean
  /** Present from "Send Transfer" on, while files still upload. */
  link: TransferLink | null
}

/** What an earlier visit left, with the files that the browser has. */
export type RestoredTransfer = Pick<TransferQueue, 'target' | 'terms' | 'link' | 'missing'> & {
  stored: readonly (ChosenFile & { stored: StoredFile })[]
  ready: readonly ChosenFile[]
  /** It was being sent. */
  goesOn: boolean
}

export type TransferEvent =
  | { type: 'opened'; target: string | null; makesLink?: boolean; into?: OlderLink }
  | { type: 'shown' }
  | { type: 'restored'; left: RestoredTransfer }
  | { type: 'missingForgotten' }
  | { type: 'termsChanged'; terms: Partial<QueueTerms> }
  | { type: 'linked'; id: string; url: string }
  | { type: 'notLinked'; problems: TermsProblems }
  | { type: 'notLinked'; message: string }
  | { type: 'completed' }
  | { type: 'notCompleted' }
  | { type: 'closed' }
  | { type: 'added'; files: readonly ChosenFile[] }
  | { type: 'moreWanted' }
  | { type: 'moreDone' }
  | { type: 'removed'; id: string }
  /** Cancel: nothing of it is wanted any more. */
  | { type: 'dropped' }
  | { type: 'sent' }
  | { type: 'uploadsCancelled' }
  | { type: 'upload'; event: QueueEvent }
  | { type: 'alerted'; message: string }
  | { type: 'made'; id: string }
  | { type: 'notMade'; id: string }
  | { type: 'successDue' }
  | { type: 'closeDue' }

type Timed = { type: 'successDue' } | { type: 'closeDue' } | { type: 'upload'; event: QueueEvent }

export type TransferEffect =
  | Exclude<QueueEffect, { type: 'after' } | { type: 'attach' }>
  /** One record each, in parallel. */
  | { type: 'make'; ids: readonly string[] }
  | { type: 'after'; ms: number; event: Timed }
  /** The list has new records at its top. */
  | { type: 'refresh' }
  | { type: 'forget'; ids: readonly string[] }
  | { type: 'link'; terms: QueueTerms; count: number }
  /** Nothing more will follow; an older link gets all of these. */
  | { type: 'complete'; id: string; isOlder?: true }
  /** Completes the link with what has arrived, or deletes an empty one, unless it is older. */
  | { type: 'endLink'; id: string; isOlder?: true }

export type TransferStep = { queue: TransferQueue; effects: readonly TransferEffect[] }

export const recordsFailed = 'There was an error transferring your files. Please try again.'
export const keyLost = 'Enter the password again, or continue without one.'

export function newTransferQueue(target: string | null = null): TransferQueue {
  const uploads: UploadQueue = { ...emptyQueue(), mode: 'paused' }
  return {
    ...{ isOpen: false, view: 'picker', uploads, missing: [], target, records: {}, sent: 0, done: 0 },
    alert: null,
    ...{ terms: noQueueTerms, problems: {}, isLinking: false, link: null },
  }
}

const noQueueTerms: QueueTerms = { ...noTerms, isOn: false, isKeyLost: false }

/** One step of the state machine. Pure: `effects` lists side effects, in order. */
export function stepTransfer(queue: TransferQueue, event: TransferEvent): TransferStep {
  switch (event.type) {
    case 'opened':
      return open(queue, event)
    case 'closed':
      return step(queue.view === 'success' ? newTransferQueue(queue.target) : { ...queue, isOpen: false })
    case 'shown':
      return step({ ...queue, isOpen: true })
    case 'restored':
      return restore(queue, event.left)
    case 'missingForgotten':
      return step({ ...queue, missing: [] })
    case 'added':
      return add(queue, event.files)
    case 'moreWanted':
      return step({ ...queue, view: 'add-more' })
    case 'moreDone':
      return step({ ...queue, view: 'queue' })
    case 'removed':
      return upload({ ...queue, alert: null }, { type: 'removed', id: event.id })
    case 'dropped':
      return drop(queue)
    case 'sent':
      return send(queue)
    case 'termsChanged':
      return step(changeTerms(queue, event.terms))
    case 'linked':
      // Cancelled during its creation.
      if (!queue.isLinking) return step(queue, { type: 'endLink', id: event.id })
      return send({ ...queue, isLinking: false, link: { id: event.id, url: event.url, state: 'waiting' } })
    case 'notLinked':
      return step({
        ...queue,
        isLinking: false,
        ...('problems' in event ? { problems: event.problems } : { alert: event.message }),
      })
    case 'completed':
      return settle(step(setLink(queue, 'complete')))
    case 'notCompleted':
      return showQueue(step({ ...setLink(queue, 'waiting'), alert: recordsFailed }))
    case 'uploadsCancelled':
      return showQueue(upload(queue, { type: 'stopped', message: clientMessages.uploadCancelled }))
    case 'upload':
      return settle(upload(queue, event.event))
    case 'alerted':
      return step({ ...queue, alert: event.message })
    case 'made':
      return made(queue, event.id)
    case 'notMade':
      return settle(step(setRecord(queue, event.id, 'failed')))
    case 'successDue':
      return queue.view === 'uploading' && queue.uploads.items.length === 0
        ? // The dialog closes by itself only without a link to copy.
          step({ ...queue, view: 'success' }, ...(queue.link === null ? [closing] : []))
        : step(queue)
    case 'closeDue':
      return queue.view === 'success' ? step(newTransferQueue(queue.target)) : step(queue)
  }
}

/** 0 in the queue, 1 once started, 100 with id and key. */
export function shownProgress(item: UploadItem): number {
  if (item.state === 'uploaded') return 100
  return item.state === 'uploading' ? Math.max(1, Math.min(99, Math.floor(item.progress))) : 0
}

/** Finished files plus the current fraction, in percent. */
export function overallPercent({ uploads, sent, done }: TransferQueue): number {
  if (sent === 0) return 0
  if (uploads.items.length === 0) return 100
  const here = uploads.items.reduce((sum, item) => sum + shownProgress(item), 0)
  return Math.floor((done * 100 + here) / sent)
}

export const isSending = ({ view }: TransferQueue) => view === 'uploading'

/** Nothing is in it, expected or running. */
export const isIdle = (queue: TransferQueue) =>
  !isSending(queue) && queue.uploads.items.length + queue.missing.length === 0 && !isLinkOpen(queue)

const closing: TransferEffect = { type: 'after', ms: transferCloseMs, event: { type: 'closeDue' } }

/** A link that still waits for files. */
export const isLinkOpen = ({ link }: TransferQueue) =>
  link !== null && link.state !== 'complete' && link.state !== 'chosen'

const setLink = (queue: TransferQueue, state: TransferLink['state']): TransferQueue => ({
  ...queue,
  link: queue.link && { ...queue.link, state },
})

const namesOf = ({ id, isOlder }: TransferLink) => ({ id, ...(isOlder && { isOlder }) })

const step = (queue: TransferQueue, ...effects: TransferEffect[]): TransferStep => ({ queue, effects })

function open(
  queue: TransferQueue,
  { target, makesLink = false, into }: Extract<TransferEvent, { type: 'opened' }>,
): TransferStep {
  if (queue.view === 'success' || isIdle(queue)) {
    const terms = { ...noQueueTerms, isOn: makesLink }
    const link = into ? { ...into, state: 'chosen' as const, isOlder: true as const } : null
    return step({ ...newTransferQueue(target), isOpen: true, terms, link })
  }
  return step({ ...queue, isOpen: true, target: isSending(queue) ? queue.target : target })
}

/** An earlier visit's files found meanwhile join it. */
function add(queue: TransferQueue, files: readonly ChosenFile[]): TransferStep {
  const ids = new Set(files.map((file) => file.id))
  const missing = queue.missing.filter((file) => !ids.has(file.id))
  if (!isSending(queue)) return showQueue(upload({ ...queue, missing }, { type: 'added', files }))
  const joined = { ...queue, missing, sent: queue.sent + files.length }
  return upload(joined, { type: 'added', files })
}

/** A transfer that was being sent resumes with the available files. */
function restore(queue: TransferQueue, left: RestoredTransfer): TransferStep {
  const { stored, ready, goesOn, ...rest } = left
  const { isOpen } = queue
  const fresh = { ...newTransferQueue(left.target), ...rest, isOpen }
  const arrived = upload(fresh, { type: 'restored', files: stored })
  const { queue: all, effects } = showQueue(upload(arrived.queue, { type: 'added', files: ready }))
  if (!goesOn) return { queue: all, effects }
  const sent = send(all)
  return { queue: sent.queue, effects: [...effects, ...sent.effects] }
}

function changeTerms(queue: TransferQueue, changed: Partial<QueueTerms>): TransferQueue {
  const isKeyLost = (changed.isKeyLost ?? queue.terms.isKeyLost) && !changed.accessKey
  const isKeySaid = 'isKeyLost' in changed ? { accessKey: '' } : {}
  return {
    ...queue,
    terms: { ...queue.terms, ...changed, isKeyLost },
    problems: problemsLeft(queue.problems, { ...changed, ...isKeySaid }),
    alert: null,
  }
}

function upload(queue: TransferQueue, event: QueueEvent): TransferStep {
  const { queue: uploads, effects } = stepQueue(queue.uploads, event)
  const own = effects.flatMap((effect): TransferEffect[] => {
    if (effect.type === 'attach') return []
    return effect.type === 'after'
      ? [{ ...effect, event: { type: 'upload', event: effect.event } }]
      : [effect]
  })
  return { queue: { ...queue, uploads }, effects: own }
}

const showQueue = ({ queue, effects }: TransferStep): TransferStep => ({
  queue: { ...queue, view: 'queue', uploads: { ...queue.uploads, mode: 'paused' } },
  effects,
})

function drop(queue: TransferQueue): TransferStep {
  const ids = queue.uploads.items.map((item) => item.id)
  const discards = queue.uploads.items.flatMap((item): TransferEffect[] =>
    item.stored ? [{ type: 'discard', fileId: item.stored.fileId }] : [],
  )
  const ends: TransferEffect[] =
    queue.link && isLinkOpen(queue) ? [{ type: 'endLink', ...namesOf(queue.link) }] : []
  return step(newTransferQueue(queue.target), ...discards, { type: 'forget', ids }, ...ends)
}

/** There is a file to send, or a link to complete. */
export const canSend = (queue: TransferQueue) =>
  queue.uploads.items.length > 0 || (isLinkOpen(queue) && queue.missing.length === 0)

/** Retries failed files; uploaded ones only get their record. */
function send(queue: TransferQueue): TransferStep {
  const { items } = queue.uploads
  if (!canSend(queue) || isSending(queue) || queue.isLinking) return step(queue)
  // The server refuses all of them: another try would end the same.
  if (items.length > 0 && items.every((item) => item.state === 'refused'))
    return step({ ...queue, alert: fileMessages.noneValid('TRANSFER') })
  if (queue.terms.isOn && queue.link === null) {
    if (queue.terms.isKeyLost) return step({ ...queue, problems: { accessKey: keyLost } })
    const count = items.length + queue.missing.length
    return step(
      { ...queue, isLinking: true, problems: {}, alert: null },
      { type: 'link', terms: queue.terms, count },
    )
  }
  const begun = {
    ...(queue.link?.state === 'chosen' ? setLink(queue, 'waiting') : queue),
    view: 'uploading' as const,
    alert: null,
    records: {},
    sent: items.length,
    done: 0,
  }
  const retried = upload(begun, { type: 'allRetried' })
  const resumed = upload(retried.queue, { type: 'resumed' })
  return settle({ queue: resumed.queue, effects: [...retried.effects, ...resumed.effects] })
}

/** Once no file is uploading it makes the records, then reports the result. */
function settle({ queue, effects }: TransferStep): TransferStep {
  if (!isSending(queue) || queue.uploads.items.some(isMoving)) return { queue, effects }
  if (Object.values(queue.records).includes('making')) return { queue, effects }
  const unmade = queue.uploads.items.filter((item) => item.stored && queue.records[item.id] === undefined)
  if (unmade.length > 0) {
    const ids = unmade.map((item) => item.id)
    const making = ids.map((id) => [id, 'making'] as const)
    const records = { ...queue.records, ...Object.fromEntries(making) }
    return { queue: { ...queue, records }, effects: [...effects, { type: 'make', ids }] }
  }
  // The link is incomplete without them.
  if (queue.uploads.items.length === 0 && queue.missing.length > 0)
    return showQueue({ queue, effects: [...effects, { type: 'refresh' }] })
  if (queue.uploads.items.length === 0 && queue.link?.state === 'completing') return { queue, effects }
  if (queue.uploads.items.length === 0 && queue.link?.state === 'waiting')
    return {
      queue: setLink(queue, 'completing'),
      effects: [...effects, { type: 'complete', ...namesOf(queue.link) }],
    }
  if (queue.uploads.items.length === 0)
    return {
      queue,
      effects: [
        ...effects,
        { type: 'refresh' },
        { type: 'after', ms: toastDelayMs, event: { type: 'successDue' } },
      ],
    }
  const isRecordMissing = Object.values(queue.records).includes('failed')
  const ended = showQueue({ queue, effects: [...effects, { type: 'refresh' }] })
  return isRecordMissing ? { ...ended, queue: { ...ended.queue, alert: recordsFailed } } : ended
}

/** Its record exists: the queue is done with it. */
function made(queue: TransferQueue, id: string): TransferStep {
  const { [id]: _, ...records } = queue.records
  const items = queue.uploads.items.filter((item) => item.id !== id)
  const rest = { ...queue, records, done: queue.done + 1, uploads: { ...queue.uploads, items } }
  return settle(step(rest, { type: 'forget', ids: [id] }))
}

function setRecord(queue: TransferQueue, id: string, state: 'failed'): TransferQueue {
  return { ...queue, records: { ...queue.records, [id]: state } }
}
