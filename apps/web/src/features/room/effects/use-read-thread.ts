import { useDocumentVisibility } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { readThread } from '#web/features/notifications/queries'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import { useComments } from '#web/features/room/state/room-data'
import { useSession } from '#web/lib/session'
import { useUserEvents } from '#web/lib/user-live'
import { useIsPhone } from '#web/ui/use-is-phone'

/** Marks notifications about an open thread and its new replies as read. */
export function useReadThread(): void {
  const client = useQueryClient()
  const { token } = useSession()
  const { isOnDevice } = useRoom()
  const selected = useRoomState((state) => state.selected)
  const isPhone = useIsPhone()
  const isListed = useRoomState((state) => state.isSheetOpen) || !isPhone
  const visibility = useDocumentVisibility()
  const { comments } = useComments()
  const replies = comments.find((one) => one._id === selected)?.replies.length

  const read = useEffectEvent(() => {
    if (token === null || selected === null || !isListed || isOnDevice) return
    if (document.visibilityState !== 'visible') return
    // A failure is retried at the next opening.
    readThread(client, selected).catch(() => {})
  })
  useEffect(() => read(), [token, selected, replies, isListed, visibility])
  // A reply's event may come before its notification.
  useUserEvents(({ event }) => event === 'notification.created' && read())
}
