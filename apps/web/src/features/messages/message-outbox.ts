import type { QueryClient } from '@tanstack/react-query'
import { createOutbox } from '#web/features/comments/outbox/outbox'
import type { OutboxItem } from '#web/features/comments/outbox/outbox-state'
import { outboxPerSession } from '#web/features/comments/outbox/session-outbox'
import { outboxPlace } from '#web/features/messages/outbox-place'
import { type MessageTarget, writeMessage } from '#web/features/messages/write-message'
import { readInput } from '#web/lib/changes/change'

export type MessageItem = OutboxItem<MessageTarget>

export const messageKinds = {
  read: (value: unknown, hasContent: boolean) =>
    readInput<MessageTarget>({ message: writeMessage }, value, hasContent),
  of: () => writeMessage,
}

const openOutbox = outboxPerSession<MessageTarget>(({ client, id, whoAmI }) =>
  createOutbox<MessageTarget, QueryClient>({ place: id, kinds: messageKinds, at: client, whoAmI }),
)

/** One outbox for all conversations. */
export const messageOutbox = (client: QueryClient) => openOutbox(client, outboxPlace)
