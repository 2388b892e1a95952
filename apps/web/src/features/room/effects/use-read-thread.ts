import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readThread } from '#web/features/notifications/queries'
import { useRoomState } from '#web/features/room/state/room-context'
import { useComments } from '#web/features/room/state/room-data'
import { useSession } from '#web/lib/session'

/** Who reads a thread, and the replies that come while it is open, need not be told of it any more. */
export function useReadThread(): void {
  const client = useQueryClient()
  const { token } = useSession()
  const selected = useRoomState((state) => state.selected)
  const { comments } = useComments()
  const replies = comments.find((one) => one._id === selected)?.replies.length
  useEffect(() => {
    if (token === null || selected === null) return
    // What fails is tried at the next opening.
    readThread(client, selected).catch(() => {})
  }, [client, token, selected, replies])
}
