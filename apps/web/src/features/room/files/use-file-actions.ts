import { useQueryClient } from '@tanstack/react-query'
import { moveBefore } from '@wingmark/contract/file-order'
import type { File } from '@wingmark/contract/files'
import { isolated } from '@wingmark/contract/names'
import type { Review } from '@wingmark/contract/reviews'
import { v4 as uuid } from 'uuid'
import { duplicateInReview, type Move, moveInReview, removeFromReview } from '#web/features/files/queries'
import { useUpdateReview } from '#web/features/reviews/queries'
import { wayBack } from '#web/features/room/files/way-back'
import { messageForError, toastForError } from '#web/lib/error-toast'
import { formatCount } from '#web/lib/format'
import type { Removals } from '#web/lib/removals'
import { toastError } from '#web/lib/toast'
import { offerUndo } from '#web/lib/undo'

/** Where files can be reordered: the room and the editor. */
export type FileDesk = {
  review: Review
  /** The shown ones, in order. */
  files: readonly File[]
  removals: Removals
  hide: (id: string, isHidden: boolean) => void
  announce: (sentence: string) => void
}

export type FileActions = ReturnType<typeof useFileActions>

/** Actions of owner and editors on files, with Undo wherever possible. */
export function useFileActions({ review, files, removals, hide, announce }: FileDesk) {
  const client = useQueryClient()
  const update = useUpdateReview(review._id)
  const order = files.map((file) => file._id)

  const run = async (what: string, moves: readonly Move[], onFail?: () => void) => {
    try {
      for (const move of moves) await moveInReview(client, review._id, move)
    } catch (error) {
      onFail?.()
      const why = messageForError(error)
      if (why) toastError(`${what} couldn’t be moved. ${why}`)
    }
  }

  const move = (moving: readonly File[], before: string | null) => {
    const ids = moving.map((file) => file._id)
    const what = nameOf(moving)
    const withdraw = offerUndo(`${what} moved`, () => void run(what, wayBack(order, ids)))
    void run(what, [{ files: ids, before }], withdraw)
  }

  return {
    move,

    /** Moves them together so many places earlier (negative) or later; returns their new places. */
    step(moving: readonly File[], by: number) {
      const ids = moving.map((file) => file._id)
      const staying = order.filter((id) => !ids.includes(id))
      const place = order.findIndex((id) => ids.includes(id))
      const at = Math.min(staying.length, Math.max(0, place + by))
      const before = staying[at] ?? null
      if (moveBefore(order, ids, before).every((id, n) => id === order[n]))
        return announce(`${nameOf(moving)} is already ${by < 0 ? 'first' : 'last'}`)
      move(moving, before)
      announce(`${nameOf(moving)} moved to ${at + 1} of ${order.length}`)
    },

    async duplicate(file: File) {
      try {
        const copy = await duplicateInReview(client, review._id, { id: file._id, key: uuid() })
        offerUndo(`${isolated(file.name)} duplicated`, () =>
          removeFromReview(client, review._id, copy._id).catch(toastForError),
        )
      } catch (error) {
        toastForError(error)
      }
    },

    /** Deletes them once their Undo has passed. */
    remove(going: readonly File[]) {
      const waiting = going.map((file) => {
        const show = () => hide(file._id, false)
        hide(file._id, true)
        return {
          show,
          ...removals.add(`/file/api/v1/${file._id}`, () =>
            removeFromReview(client, review._id, file._id).catch(toastForError).finally(show),
          ),
        }
      })
      const comments = going.reduce((sum, file) => sum + file.commentCount, 0)
      const along = comments > 0 ? ` with ${formatCount(comments, 'comment')}` : ''
      offerUndo(
        `${nameOf(going)} removed${along}`,
        () => {
          for (const { cancel, show } of waiting) {
            cancel()
            show()
          }
        },
        () => {
          for (const { settle } of waiting) settle()
        },
      )
    },

    chooseCover(file: File) {
      const before = files.find((one) => one.key === review.cover)
      const withdraw = offerUndo(`${isolated(file.name)} is now the cover`, () =>
        update.mutate({ cover: before?._id ?? null }),
      )
      update.mutate({ cover: file._id }, { onError: withdraw })
    },
  }
}

function nameOf(files: readonly File[]): string {
  const [first] = files
  return files.length === 1 && first ? first.name : formatCount(files.length, 'file')
}
