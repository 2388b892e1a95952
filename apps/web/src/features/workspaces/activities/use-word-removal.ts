import { useQueryClient } from '@tanstack/react-query'
import { deleteTimelineMessage } from '@wingmark/contract/timelines'
import { call } from '#web/lib/api'
import { useUndoableRemoval } from '#web/ui/use-undoable-removal'

/** For the user's own messages. */
export function useWordRemoval() {
  const client = useQueryClient()
  return useUndoableRemoval({
    pathOf: (id) => deleteTimelineMessage.path.replace(':id', id),
    commit: async (id) => {
      await call(deleteTimelineMessage, { params: { id } })
      await client.invalidateQueries({ queryKey: ['timeline'] })
    },
    said: 'Comment deleted',
  })
}
