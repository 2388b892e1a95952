import { useQueryClient } from '@tanstack/react-query'
import { deleteTimelineMessage, type TimelineItem } from '@wingmark/contract/timelines'
import { useEffect, useState } from 'react'
import { call } from '#web/lib/api'
import { toastForError } from '#web/lib/error-toast'
import { createRemovals } from '#web/lib/removals'
import { offerUndo } from '#web/lib/undo'

const pathOf = (id: string) => deleteTimelineMessage.path.replace(':id', id)

/** One's own words are gone at once, and deleted once Undo has passed or the timeline is left. */
export function useWordRemoval() {
  const client = useQueryClient()
  const [removals] = useState(() => createRemovals())
  const [hidden, setHidden] = useState<readonly string[]>([])
  useEffect(() => removals.start(), [removals])
  const remove = ({ _id: id }: TimelineItem) => {
    const show = () => setHidden((before) => before.filter((one) => one !== id))
    setHidden((before) => [...before, id])
    const commit = async () => {
      try {
        await call(deleteTimelineMessage, { params: { id } })
        await client.invalidateQueries({ queryKey: ['timeline'] })
      } catch (error) {
        toastForError(error)
      }
      show()
    }
    const { cancel, settle } = removals.add(pathOf(id), commit)
    const undo = () => {
      cancel()
      show()
    }
    offerUndo('Your words are deleted.', undo, settle)
  }
  return { hidden, remove }
}
