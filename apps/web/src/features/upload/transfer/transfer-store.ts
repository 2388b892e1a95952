import { deliveryMessages } from '@wingmark/contract/deliveries'
import { clientMessages } from '@wingmark/contract/errors'
import { deliveryItemsMax } from '@wingmark/contract/limits'
import { type LinkTerms, TermsError } from '#web/features/deliveries/terms/link-terms'
import { judgeSelection } from '#web/lib/choose-files'
import { createValue } from '#web/lib/store'
import { failureOf, UploadError } from '#web/lib/upload-transport'
import { keptFiles } from '../note-session.ts'
import { restoreSession } from '../restore-session.ts'
import { createSessionFiles, findMissing, isStoredBefore } from '../session-files.ts'
import { withoutKey } from './kept-transfer.ts'
import { createShownArrivals } from './shown-arrivals.ts'
import type { TransferDeps } from './transfer-deps.ts'
import {
  isIdle,
  isSending,
  newTransferQueue,
  type OlderLink,
  recordsFailed,
  stepTransfer,
  type TransferEffect,
  type TransferEvent,
  type TransferQueue,
} from './transfer-queue.ts'
import { createTransferRecords } from './transfer-records.ts'

/** Delay before storing what a later visit needs; longer for many files. */
const keepAfterMs = 200
const stillSending = 'Other files are still being sent. Please wait until they’re finished.'

const waitsForOthers = 'Other files are in the queue. Send them first, or cancel them.'

type LinkToFill = { id: string; isOlder?: true }
type Chosen = readonly File[] | Promise<readonly File[]>
type Accepted = { files: readonly File[]; emptyFolders: readonly (readonly string[])[] }

export type TransferSession = {
  queue: TransferQueue
  processing: boolean
  /** Large files awaiting "Continue with transfer?". */
  confirm: (Accepted & { warnings: readonly string[] }) | null
}

/** Runs the transfer queue: performs its effects, and updates the screens. */
export function createTransferStore(deps: TransferDeps) {
  const files = createSessionFiles()
  const tries = new Map<string, AbortController>()
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const records = createTransferRecords(deps)
  const arrivals = createShownArrivals({
    addToLink: deps.addToLink,
    waitingLink: () => (session.queue.link?.state === 'waiting' ? session.queue.link.id : null),
    items: records.itemsInOrder,
    announceArrived: deps.announceArrived,
    arrived: () => session.queue.done + session.queue.uploads.items.filter((item) => item.stored).length,
  })
  let linkKey = deps.newKey()
  let session: TransferSession = { queue: newTransferQueue(), processing: false, confirm: null }
  const screens = createValue(session)
  let owner: string | null = null
  let key = deps.newKey()
  let keeping: ReturnType<typeof setTimeout> | null = null

  function change(next: Partial<TransferSession>): void {
    session = { ...session, ...next }
    screens.dispatch(session)
  }

  function send(event: TransferEvent): void {
    const { queue, effects } = stepTransfer(session.queue, event)
    leave(event)
    change({ queue })
    for (const effect of effects) run(effect)
    const isPassing =
      event.type === 'upload' && (event.event.type === 'progressed' || event.event.type === 'lineChanged')
    if (!isPassing) keepSoon()
  }

  function keepSoon(): void {
    if (owner === null || keeping !== null) return
    const ms = Math.max(keepAfterMs, session.queue.uploads.items.length / 2)
    keeping = setTimeout(keep, ms)
  }

  /** Stores what a later visit would need. */
  function keep(): void {
    keeping = null
    if (owner === null) return
    const { queue } = session
    const left = [...keptFiles(queue.uploads.items, files), ...queue.missing]
    if (queue.view === 'success' || (left.length === 0 && isIdle(queue))) {
      void deps.keeper.forget(key)
      key = deps.newKey()
      return
    }
    const { target, link } = queue
    deps.keeper.save({
      ...{ key, owner, purpose: 'TRANSFER', files: left, savedAt: Date.now() },
      ...{ target, terms: withoutKey(queue), goesOn: isSending(queue), linkKey },
      ...{ link, ...records.note() },
    })
  }

  function run(effect: TransferEffect): void {
    if (effect.type === 'upload') void upload(effect.id, effect.attempt)
    if (effect.type === 'abort') tries.get(effect.id)?.abort()
    if (effect.type === 'discard') void deps.discardFile(effect.fileId).catch(() => undefined)
    if (effect.type === 'make') void make(effect.ids)
    if (effect.type === 'link') void makeLink(effect.terms, effect.count)
    if (effect.type === 'complete') void completeLink(effect)
    if (effect.type === 'endLink') void endLink(effect)
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
    records.forLink()
    arrivals.reset()
    try {
      if (countTops() > deliveryItemsMax) throw new Error(deliveryMessages.tooManyItems)
      const link = await deps.makeLink(terms, count, linkKey)
      linkKey = deps.newKey()
      send({ type: 'linked', ...link })
    } catch (error) {
      // The next link may have other terms.
      linkKey = deps.newKey()
      if (error instanceof TermsError) send({ type: 'notLinked', problems: error.problems })
      else send({ type: 'notLinked', message: error instanceof Error ? error.message : recordsFailed })
    }
  }

  /** What the link will show at its top: files, and outermost folders. */
  function countTops(): number {
    const { uploads, missing } = session.queue
    const here = uploads.items.map(({ id }) => files.get(id)?.folders?.[0] ?? id)
    const toCome = missing.map(({ id, folders }) => folders?.[0] ?? id)
    return new Set([...here, ...toCome, ...records.emptyTops()]).size
  }

  const fill = ({ id, isOlder }: LinkToFill) =>
    (isOlder ? deps.addAllToLink : deps.completeLink)(id, records.items())

  async function completeLink(link: LinkToFill): Promise<void> {
    try {
      await fill(link)
      send({ type: 'completed' })
    } catch {
      send({ type: 'notCompleted' })
    }
  }

  async function endLink(link: LinkToFill): Promise<void> {
    try {
      if (records.items().length > 0) await fill(link)
      else if (!link.isOlder) await deps.removeLink(link.id)
      deps.refresh()
    } catch (error) {
      deps.toastError(error instanceof Error ? error.message : recordsFailed)
    }
  }

  /** Reports the result to someone who closed the dialog. */
  function ended(): void {
    deps.refresh()
    const { isOpen, uploads, alert } = session.queue
    if (isOpen) return
    if (uploads.items.length === 0) deps.toastSuccess('Transfer Complete!')
    else deps.toastError(alert ?? recordsFailed)
  }

  /** Also discards partial uploads of removed files on the server. */
  function leave(event: TransferEvent): void {
    if (event.type !== 'removed' && event.type !== 'dropped') return
    for (const item of session.queue.uploads.items) {
      const address = files.get(item.id)?.address
      const isLeft = event.type === 'dropped' || event.id === item.id
      if (isLeft && address && !item.stored) deps.abandon(address)
      if (isLeft) forget(item.id)
    }
    if (event.type !== 'dropped') return
    abandonMissing()
    records.clearFolders()
  }

  function abandonMissing(): void {
    for (const { address, stored } of session.queue.missing) if (address && !stored) deps.abandon(address)
  }

  function forget(id: string): void {
    tries.get(id)?.abort()
    files.remove(id)
    records.forget(id)
  }

  async function upload(id: string, attempt: number): Promise<void> {
    const controller = new AbortController()
    tries.set(id, controller)
    const tell = (event: Extract<TransferEvent, { type: 'upload' }>['event']) =>
      send({ type: 'upload', event })
    try {
      const { file, address } = files.get(id) ?? {}
      if (!file) throw new UploadError('invalid', clientMessages.invalidFileObject)
      const stored = await deps.transport({
        file,
        purpose: 'TRANSFER',
        idempotencyKey: id,
        address,
        onAddress(begun) {
          files.setAddress(id, begun)
          keepSoon()
        },
        onLine: (line) => tell({ type: 'lineChanged', id, attempt, isLost: line === 'lost' }),
        onProgress: (percent) => tell({ type: 'progressed', id, attempt, percent }),
        signal: controller.signal,
      })
      tell({ type: 'uploaded', id, attempt, ...stored })
      if (!session.queue.link?.isOlder) arrivals.tell()
    } catch (error) {
      // The missing storage is mentioned once, above the list; each file says that it failed.
      if (error instanceof UploadError && error.reason === 'refused')
        send({ type: 'alerted', message: error.message })
      tell({ type: 'failed', id, attempt, ...failureOf(error), message: clientMessages.uploadFailed })
    } finally {
      if (tries.get(id) === controller) tries.delete(id)
    }
  }

  async function make(ids: readonly string[]): Promise<void> {
    const { target, uploads } = session.queue
    const items = new Map(uploads.items.map((item) => [item.id, item]))
    const wanted = ids.map((id) => {
      const { name = '', stored } = items.get(id) ?? {}
      return { id, name, file: stored?.fileId ?? null, path: files.get(id)?.folders ?? [] }
    })
    await records.make(wanted, target, (id, isMade) => {
      send({ type: isMade ? 'made' : 'notMade', id })
      if (isMade) arrivals.show()
    })
  }

  async function take(chosen: Chosen): Promise<void> {
    change({ processing: true })
    try {
      const all = await chosen
      const wanted = isSending(session.queue) ? all.filter(isMissing) : all
      if (wanted.length < all.length) deps.toastError(stillSending)
      if (wanted.length === 0 && all.length > 0) return
      const choice = judgeSelection(wanted, 'TRANSFER')
      if (choice.outcome === 'refused') for (const message of choice.messages) deps.toastError(message)
      else {
        await deps.readable(choice.files)
        const accepted = { files: choice.files, emptyFolders: deps.emptyFoldersOf(all) }
        if (choice.outcome === 'confirm') change({ confirm: { ...accepted, warnings: choice.warnings } })
        else accept(accepted)
      }
    } catch {
      deps.toastError(clientMessages.processingFailed)
    } finally {
      change({ processing: false })
    }
  }

  const isMissing = (file: File) => findMissing(session.queue.missing, file) !== undefined

  function accept({ files: chosen, emptyFolders }: Accepted): void {
    change({ confirm: null })
    records.addEmptyFolders(emptyFolders)
    let { missing } = session.queue
    const fresh = chosen.filter((file) => !isStoredBefore(session.queue.uploads.items, files, file))
    const added = fresh.map((file) => {
      const earlier = findMissing(missing, file)
      if (earlier) missing = missing.filter((one) => one !== earlier)
      const id = earlier?.id ?? deps.newKey()
      files.add(id, file, earlier?.address ?? null, earlier?.folders ?? deps.foldersOf(file))
      return { id, name: file.name, type: file.type, size: file.size }
    })
    send({ type: 'added', files: added })
  }

  /** Restores this user's unfinished transfer. */
  async function restore(userId: string): Promise<void> {
    const isFree = () => owner === userId && isIdle(session.queue)
    const earlier = await deps.keeper.take(userId)
    if (!earlier) return
    const found = await restoreSession(earlier, { ...deps.restore, newKey: deps.newKey })
    // If the user has already begun something new, it waits for the next visit.
    if (!isFree()) return deps.keeper.release(earlier.key)
    const { target, terms, goesOn } = earlier
    key = earlier.key
    linkKey = earlier.linkKey
    records.restore(earlier)
    for (const one of found.stored) files.addStored(one.id, one.lastModified, one.folders)
    for (const { kept, file } of found.ready) files.add(kept.id, file, kept.address, kept.folders)
    const ready = found.ready.map(({ kept: { id, name, type, size } }) => ({ id, name, type, size }))
    // The last announcement may have been lost.
    const link =
      earlier.link?.state === 'completing' ? { ...earlier.link, state: 'waiting' as const } : earlier.link
    const { stored, missing } = found
    send({ type: 'restored', left: { target, terms, link, missing, stored, ready, goesOn } })
  }

  function halt(): void {
    deps.keeper.release(key)
    for (const controller of tries.values()) controller.abort()
    for (const timer of timers.values()) clearTimeout(timer)
    if (keeping !== null) clearTimeout(keeping)
    keeping = null
    owner = null
    for (const id of files.ids()) files.remove(id)
    records.clear()
    key = deps.newKey()
    linkKey = deps.newKey()
    change({ queue: newTransferQueue(), processing: false, confirm: null })
  }

  return {
    screens,
    getSession: () => session,
    send,
    add: (chosen: Chosen) => void take(chosen),
    confirmLarge: () => session.confirm && accept(session.confirm),
    cancelLarge: () => change({ confirm: null }),

    /** Sets the owner of these transfers: others' wait for them, the owner's earlier ones return. */
    claim(userId: string): void {
      if (owner === userId) return
      if (owner !== null) halt()
      owner = userId
      keepSoon()
      void restore(userId)
    },

    /** Resumes files that the browser can read again; others must be chosen. */
    async reopenMissing(): Promise<void> {
      const { missing } = session.queue
      const found = await Promise.all(missing.map((one) => (one.handle ? deps.askToReopen(one) : null)))
      const chosen = found.filter((file) => file !== null)
      if (chosen.length > 0) accept({ files: chosen, emptyFolders: [] })
    },

    forgetMissing(): void {
      abandonMissing()
      send({ type: 'missingForgotten' })
    },

    /** Opens the dialogs for a folder, or the root; `chosen` were dropped or pasted. */
    open(target: string | null, chosen?: Chosen): void {
      send({ type: 'opened', target, makesLink: target === null })
      if (isIdle(session.queue)) records.clearFolders()
      if (chosen) void take(chosen)
    },

    /** Like `open`, for adding files to an earlier delivery. */
    openInto(into: OlderLink, target: string | null): void {
      if (!isIdle(session.queue) && session.queue.view !== 'success') {
        deps.toastError(waitsForOthers)
        return send({ type: 'shown' })
      }
      records.clearFolders()
      records.forLink()
      arrivals.reset()
      send({ type: 'opened', target, into })
    },

    /** On leaving the page: otherwise the last input would be lost. */
    keepNow(): void {
      if (keeping === null) return
      clearTimeout(keeping)
      keep()
    },

    /** The session has ended: nothing may be sent any more. */
    halt,
  }
}
