import { useQueryClient } from '@tanstack/react-query'
import { messageOutbox } from '#web/features/messages/message-outbox'
import { useStore } from '#web/lib/store'

/** Undelivered messages to a person, and their outbox. */
export function usePendingTo(userId: string | undefined) {
  const outbox = messageOutbox(useQueryClient())
  const items = useStore(outbox.store, (state) => state)
  return { outbox, items: items.filter((item) => item.target.to === userId) }
}
