import { useQueryClient } from '@tanstack/react-query'
import type { Finding } from '@wingmark/contract/checks'
import type { Marker } from '@wingmark/contract/comments'
import { commentsOfFindings, readAgain } from '#web/features/checks/queries'
import { draftSlots } from '#web/features/comments/outbox/comment-target'
import { emptyDraft, isEmptyDraft, keepDraft, readDraft } from '#web/features/comments/outbox/drafts'
import { useWriter } from '#web/features/comments/outbox/use-writer'
import { removeComment } from '#web/features/comments/queries'
import { isRendered, pointMarker, regionMarker } from '#web/features/room/stage/markers'
import { useRoom } from '#web/features/room/state/room-context'
import { messageForError } from '#web/lib/error-toast'
import { formatCount } from '#web/lib/format'
import { toastError } from '#web/lib/toast'
import { offerUndo } from '#web/lib/undo'

/** Where its comment points; null if it is about the whole page. */
function markerOf({ page, region }: Finding): Marker | null {
  if (!region) return null
  const { x, y, width, height } = region
  const marker = regionMarker(page, { x, y }, { x: x + width, y: y + height })
  return isRendered(marker) ? marker : pointMarker(page, { x, y })
}

/** Turns findings into the user's comments: one through the composer, several at once as they are. */
export function usePublish() {
  const { reviewId, store, outbox } = useRoom()
  const client = useQueryClient()
  const findWriter = useWriter()

  /** Fills in the composer, keeping an earlier draft about it. */
  const begin = (finding: Finding) => {
    const slot = draftSlots.finding(reviewId, finding._id)
    const marker = markerOf(finding)
    if (isEmptyDraft(readDraft(slot))) keepDraft(slot, { ...emptyDraft, text: finding.proposal, marker })
    store.dispatch({ do: 'finding', finding })
    if (marker) store.dispatch({ do: 'mark', mark: { fileId: finding.file, marker, finding: finding._id } })
  }

  const isSending = (keys: readonly string[]) =>
    outbox.store.get().some(({ key, state }) => keys.includes(key) && state === 'sending')

  const takeBack = async (file: string, ids: readonly string[], keys: readonly string[]) => {
    const waiting = outbox.store.get().filter(({ key, state }) => keys.includes(key) && state !== 'sending')
    for (const { key } of waiting) outbox.discard(key)
    await new Promise<void>((done) => {
      const look = () => {
        if (isSending(keys)) return
        stop()
        done()
      }
      const stop = outbox.store.subscribe(look)
      look()
    })
    for (const key of keys) outbox.discard(key)
    for (const _id of await commentsOfFindings(reviewId, file, ids))
      await removeComment(reviewId, { _id, file }, client)
    await readAgain(client, file)
  }

  const publishAll = async (findings: readonly Finding[]) => {
    const [first] = findings
    if (!first) return
    try {
      const writer = await findWriter()
      const keys = findings.map((finding) => {
        const marker = markerOf(finding)
        const type = marker ? 'MARKED' : 'GENERAL'
        const target = {
          kind: 'comment' as const,
          file: finding.file,
          type,
          marker,
          finding: finding._id,
        } as const
        return outbox.send({ message: finding.proposal, files: [], mentioned: [], target, ...writer })
      })
      const ids = findings.map(({ _id }) => _id)
      offerUndo(`${formatCount(ids.length, 'finding')} published`, () => {
        takeBack(first.file, ids, keys).catch((error: unknown) => {
          const words = messageForError(error)
          if (words) toastError(words)
        })
      })
    } catch (error) {
      const words = messageForError(error)
      if (words) toastError(words)
    }
  }

  return { begin, publishAll }
}
