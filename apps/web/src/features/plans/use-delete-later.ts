import { useQueryClient } from '@tanstack/react-query'
import { deleteFile } from '@wingmark/contract/files'
import { useState } from 'react'
import { accountKeys } from '#web/features/account/queries'
import { plansKeys } from '#web/features/plans/queries'
import { call } from '#web/lib/api'
import { toastForError } from '#web/lib/error-toast'
import { offerUndo, useUndo } from '#web/lib/undo'
import { focusHeading } from '#web/ui/focus-heading'

/** A file goes from the list at once, and for good when the chance to take it back is over. */
export function useDeleteLater() {
  const client = useQueryClient()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  useUndo(focusHeading)
  const show = (id: string) => setHidden((before) => new Set([...before].filter((one) => one !== id)))

  const remove = ({ _id: id, name }: { _id: string; name: string }) => {
    setHidden((before) => new Set(before).add(id))
    offerUndo(
      `${name} deleted`,
      () => show(id),
      async () => {
        try {
          await call(deleteFile, { params: { id } })
          for (const queryKey of [plansKeys.use, accountKeys.usage])
            await client.invalidateQueries({ queryKey })
        } catch (error) {
          toastForError(error)
          show(id)
        }
      },
    )
  }
  return { hidden, remove }
}
