import { useDocumentVisibility } from '@mantine/hooks'
import type { Conversation } from '@wingmark/contract/messages'
import { useEffect } from 'react'
import { useReadConversation } from '#web/features/messages/queries'

/** Marks messages as read while visible to a user who is looking. */
export function useMarkRead({ _id, lastNumber, readNumber }: Conversation, isAway: boolean): void {
  const isVisible = useDocumentVisibility() === 'visible'
  const { mutate } = useReadConversation()
  const isUnread = lastNumber > readNumber
  useEffect(() => {
    if (isVisible && !isAway && isUnread) mutate({ id: _id, upTo: lastNumber })
  }, [isVisible, isAway, isUnread, _id, lastNumber, mutate])
}
