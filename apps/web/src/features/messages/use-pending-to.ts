import { useQueryClient } from '@tanstack/react-query'
import { messageOutbox } from '#web/features/messages/message-outbox'
import { useStore } from '#web/lib/store'

/** What was written to somebody and has not arrived, and the outbox that it waits in. */
export function usePendingTo(userId: string | undefined) {
  const outbox = messageOutbox(useQueryClient())
  const items = useStore(outbox.store, (state) => state)
  return { outbox, items: items.filter((item) => item.target.to === userId) }
}
