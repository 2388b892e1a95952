import { useQueryClient } from '@tanstack/react-query'
import { deleteFile } from '@wingmark/contract/files'
import { isolated } from '@wingmark/contract/names'
import { deleteReview, deleteReviewForGood } from '@wingmark/contract/reviews'
import type { UsedFile, UsedReview } from '@wingmark/contract/storage-use'
import { deleteTransfer } from '@wingmark/contract/transfers'
import { deleteVersion } from '@wingmark/contract/versions'
import { useState } from 'react'
import { accountKeys } from '#web/features/account/queries'
import { plansKeys } from '#web/features/plans/queries'
import { reviewKeys } from '#web/features/reviews/queries'
import { call } from '#web/lib/api'
import { toastForError } from '#web/lib/error-toast'
import { offerUndo, useUndo } from '#web/lib/undo'
import { focusHeading } from '#web/ui/focus-heading'

/** Removes a file or review from the list at once, and for good when its Undo has passed. */
export function useDeleteLater() {
  const client = useQueryClient()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  useUndo(focusHeading)
  const show = (id: string) => setHidden((before) => new Set([...before].filter((one) => one !== id)))

  const remove = (id: string, what: string, forGood: () => Promise<unknown>) => {
    setHidden((before) => new Set(before).add(id))
    offerUndo(
      `${what} deleted`,
      () => show(id),
      async () => {
        try {
          await forGood()
          for (const queryKey of [plansKeys.use, accountKeys.usage, reviewKeys.lists])
            await client.invalidateQueries({ queryKey })
        } catch (error) {
          toastForError(error)
          show(id)
        }
      },
    )
  }
  const removeFile = ({ _id: id, name, transfer, use, stack }: UsedFile) => {
    const isEarlier = stack !== null && stack.file !== id
    const what = isEarlier ? `Version ${stack.version} of ${isolated(stack.name)}` : isolated(name)
    remove(id, what, async () => {
      if (transfer !== null) return call(deleteTransfer, { params: { id: transfer }, body: {} })
      if (isEarlier) await call(deleteVersion, { params: { id: stack.file, number: stack.version } })
      else await call(deleteFile, { params: { id } })
      // In the trash it would free nothing.
      if (use === 'DESIGN') await call(deleteReviewForGood, { params: { id } })
    })
  }
  const removeReview = ({ _id: id, name }: UsedReview) =>
    remove(id, `“${isolated(name)}”`, async () => {
      await call(deleteReview, { params: { id } })
      await call(deleteReviewForGood, { params: { id } })
      client.removeQueries({ queryKey: reviewKeys.page(id) })
    })
  return { hidden, removeFile, removeReview }
}
