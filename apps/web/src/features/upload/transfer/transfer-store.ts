import { clientMessages } from '@wingmark/contract/errors'
import type { LinkTerms } from '#web/features/deliveries/terms/link-terms'
import { judgeSelection } from '#web/lib/choose-files'
import { UploadError, type UploadTransport } from '#web/lib/upload-transport'
import {
  isSending,
  newTransferQueue,
  recordsFailed,
  stepTransfer,
  type TransferEffect,
  type TransferEvent,
  type TransferQueue,
} from './transfer-queue.ts'

const stillSending = 'Other files are still being sent. Please wait until they are finished.'

type Chosen = readonly File[] | Promise<readonly File[]>

export type TransferDeps = {
  transport: UploadTransport
  newKey: () => string
  readable: (files: readonly File[]) => Promise<void>
  /** Names of the folders that it was chosen in, the outermost first. */
  foldersOf: (file: File) => readonly string[]
  /** Answers the id of the folder. */
  makeFolder: (input: { name: string; parent: string | null; key: string }) => Promise<string>
  /** Answers the id of the record. */
  makeRecord: (input: { name: string; file: string; parent: string | null; key: string }) => Promise<string>
  /** Throws with a sentence for the dialog. */
  makeLink: (terms: LinkTerms, count: number, key: string) => Promise<{ id: string; url: string }>
  completeLink: (id: string, items: readonly string[]) => Promise<unknown>
  removeLink: (id: string) => Promise<unknown>
  discardFile: (fileId: string) => Promise<unknown>
  abandon: (address: string) => void
  refresh: () => void
  toastError: (message: string) => void
  toastSuccess: (message: string) => void
}

type Kept = { file: File; address: string | null; recordKey: string }

export type TransferSession = {
  queue: TransferQueue
  processing: boolean
  /** Large files that wait for "Continue with transfer?". */
  confirm: { files: readonly File[]; warnings: readonly string[] } | null
}

/** Runs the transfer queue: does what it asks for, and tells the screens. */
export function createTransferStore(deps: TransferDeps) {
  const listeners = new Set<() => void>()
  const kept = new Map<string, Kept>()
  const tries = new Map<string, AbortController>()
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  /** By target and path: a retry makes no folder twice. */
  const folders = new Map<string, { key: string; id: string | null }>()
  /** What the link shows: the records, and the folders made with them. */
  const items = new Set<string>()
  let linkKey = deps.newKey()
  let session: TransferSession = { queue: newTransferQueue(), processing: false, confirm: null }

  function change(next: Partial<TransferSession>): void {
    session = { ...session, ...next }
    for (const listener of listeners) listener()
  }

  function send(event: TransferEvent): void {
    const { queue, effects } = stepTransfer(session.queue, event)
    leave(event)
    change({ queue })
    for (const effect of effects) run(effect)
  }

  function run(effect: TransferEffect): void {
    if (effect.type === 'upload') void upload(effect.id, effect.attempt)
    if (effect.type === 'abort') tries.get(effect.id)?.abort()
    if (effect.type === 'discard') void deps.discardFile(effect.fileId).catch(() => undefined)
    if (effect.type === 'make') void make(effect.ids)
    if (effect.type === 'link') void makeLink(effect.terms, effect.count)
    if (effect.type === 'complete') void completeLink(effect.id)
    if (effect.type === 'endLink') void endLink(effect.id)
    if (effect.type === 'refresh') ended()
    if (effect.type === 'forget') for (const id of effect.ids) forget(id)
    if (effect.type === 'after') {
      clearTimeout(timers.get(effect.event.type))
      timers.set(
        effect.event.type,
        setTimeout(() => send(effect.event), effect.ms),
      )
    }
  }

  async function makeLink(terms: LinkTerms, count: number): Promise<void> {
    items.clear()
    try {
      const link = await deps.makeLink(terms, count, linkKey)
      linkKey = deps.newKey()
      send({ type: 'linked', ...link })
    } catch (error) {
      // What is sent next may have other terms.
      linkKey = deps.newKey()
      send({ type: 'notLinked', message: error instanceof Error ? error.message : recordsFailed })
    }
  }

  async function completeLink(id: string): Promise<void> {
    try {
      await deps.completeLink(id, [...items])
      send({ type: 'completed' })
    } catch {
      send({ type: 'notCompleted' })
    }
  }

  async function endLink(id: string): Promise<void> {
    try {
      if (items.size > 0) await deps.completeLink(id, [...items])
      else await deps.removeLink(id)
    } catch (error) {
      deps.toastError(error instanceof Error ? error.message : recordsFailed)
    }
  }

  /** Who has closed the dialog is told elsewhere how it went. */
  function ended(): void {
    deps.refresh()
    const { isOpen, uploads, alert } = session.queue
    if (isOpen) return
    if (uploads.items.length === 0) deps.toastSuccess('Transfer Complete!')
    else deps.toastError(alert ?? recordsFailed)
  }

  /** What is not wanted any more and has come in part is given up there too. */
  function leave(event: TransferEvent): void {
    if (event.type !== 'removed' && event.type !== 'dropped') return
    for (const item of session.queue.uploads.items) {
      const address = kept.get(item.id)?.address
      const isLeft = event.type === 'dropped' || event.id === item.id
      if (isLeft && address && !item.stored) deps.abandon(address)
      if (isLeft) forget(item.id)
    }
  }

  function forget(id: string): void {
    tries.get(id)?.abort()
    kept.delete(id)
  }

  async function upload(id: string, attempt: number): Promise<void> {
    const controller = new AbortController()
    tries.set(id, controller)
    const tell = (event: Extract<TransferEvent, { type: 'upload' }>['event']) =>
      send({ type: 'upload', event })
    try {
      const mine = kept.get(id)
      if (!mine) throw new UploadError('invalid', clientMessages.invalidFileObject)
      const stored = await deps.transport({
        file: mine.file,
        purpose: 'TRANSFER',
        idempotencyKey: id,
        address: mine.address,
        onAddress(begun) {
          mine.address = begun
        },
        onLine: (line) => tell({ type: 'lineChanged', id, attempt, isLost: line === 'lost' }),
        onProgress: (percent) => tell({ type: 'progressed', id, attempt, percent }),
        signal: controller.signal,
      })
      tell({ type: 'uploaded', id, attempt, ...stored })
    } catch (error) {
      const known = error instanceof UploadError ? error : null
      // What is missing is said once, above the list; each file says that it failed.
      if (known?.reason === 'refused') send({ type: 'alerted', message: known.message })
      const isForGood = known?.isForGood ?? false
      tell({ type: 'failed', id, attempt, message: clientMessages.uploadFailed, isForGood })
    } finally {
      if (tries.get(id) === controller) tries.delete(id)
    }
  }

  async function make(ids: readonly string[]): Promise<void> {
    const { target, uploads } = session.queue
    await Promise.all(
      ids.map(async (id) => {
        const item = uploads.items.find((one) => one.id === id)
        const mine = kept.get(id)
        try {
          if (!item?.stored || !mine) throw new Error('nothing to make a record of')
          const parent = await folderFor(deps.foldersOf(mine.file), target)
          const path = deps.foldersOf(mine.file)
          const record = await deps.makeRecord({
            ...{ name: item.name, file: item.stored.fileId, parent, key: mine.recordKey },
          })
          items.add(folders.get(placeOf(target, path.slice(0, 1)))?.id ?? record)
          send({ type: 'made', id })
        } catch {
          send({ type: 'notMade', id })
        }
      }),
    )
  }

  const making = new Map<string, Promise<string>>()
  const placeOf = (target: string | null, path: readonly string[]) => `${target ?? ''}/${path.join('/')}`

  async function folderFor(path: readonly string[], target: string | null): Promise<string | null> {
    const name = path.at(-1)
    if (name === undefined) return target
    const place = placeOf(target, path)
    const known = folders.get(place) ?? { key: deps.newKey(), id: null }
    folders.set(place, known)
    if (known.id !== null) return known.id
    const made =
      making.get(place) ??
      folderFor(path.slice(0, -1), target)
        .then((parent) => deps.makeFolder({ name, parent, key: known.key }))
        .finally(() => making.delete(place))
    making.set(place, made)
    known.id = await made
    return known.id
  }

  async function take(chosen: Chosen): Promise<void> {
    change({ processing: true })
    try {
      const files = await chosen
      const choice = judgeSelection(files, 'TRANSFER')
      if (choice.outcome === 'refused') for (const message of choice.messages) deps.toastError(message)
      else {
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

  function accept(files: readonly File[]): void {
    change({ confirm: null })
    const added = files.map((file) => {
      const id = deps.newKey()
      kept.set(id, { file, address: null, recordKey: deps.newKey() })
      return { id, name: file.name, type: file.type, size: file.size }
    })
    send({ type: 'added', files: added })
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getSession: () => session,
    send,
    add: (chosen: Chosen) => void take(chosen),
    confirmLarge: () => session.confirm && accept(session.confirm.files),
    cancelLarge: () => change({ confirm: null }),

    /** Opens the modals for a folder, or the root; `chosen` were dropped or pasted. */
    open(target: string | null, chosen?: Chosen): void {
      send({ type: 'opened', target, makesLink: target === null })
      if (!chosen) return
      if (isSending(session.queue)) return deps.toastError(stillSending)
      folders.clear()
      void take(chosen)
    },

    /** The session of the person has ended: nothing may be sent any more. */
    halt(): void {
      for (const controller of tries.values()) controller.abort()
      for (const timer of timers.values()) clearTimeout(timer)
      kept.clear()
      folders.clear()
      items.clear()
      change({ queue: newTransferQueue(), processing: false, confirm: null })
    },
  }
}
