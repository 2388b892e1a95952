import type { QueryClient } from '@tanstack/react-query'
import { usageQuery } from '#web/features/account/queries'
import { bringFiles } from '#web/features/comments/composer/bring-files'
import { emptyDraft, giveBack } from '#web/features/comments/outbox/drafts'
import { forgetKept } from '#web/features/comments/outbox/kept-files'
import { createOutbox, type Outbox } from '#web/features/comments/outbox/outbox'
import type { OutboxItem } from '#web/features/comments/outbox/outbox-state'
import { type Opening, outboxPerSession } from '#web/features/comments/outbox/session-outbox'
import { outboxPlace } from '#web/features/messages/outbox-place'
import { messageKeys, sendMessage } from '#web/features/messages/queries'
import { ApiError, isPassing } from '#web/lib/api-error'
import { toastError } from '#web/lib/toast'

/** The recipient. */
export type MessageTarget = { to: string }
export type MessageItem = OutboxItem<MessageTarget>

/** The slot of the draft for a person. */
export const slotOfPerson = (userId: string) => `message.${userId}`

function parseMessageTarget(value: unknown, hasContent: boolean): MessageTarget | null {
  if (!hasContent || typeof value !== 'object' || value === null) return null
  const to: unknown = Reflect.get(value, 'to')
  return typeof to === 'string' ? { to } : null
}

export const nobodyThere = 'This person doesn’t exist, or you can’t write to them.'

const openOutbox = outboxPerSession(makeOutbox)

/** One outbox for all conversations. */
export const messageOutbox = (client: QueryClient) => openOutbox(client, outboxPlace)

function makeOutbox({ client, id, whoAmI }: Opening): Outbox<MessageTarget> {
  /** Failed items by recipient: later ones wait for them. */
  const stuck = new Map<string, string>()
  let line: Promise<unknown> = Promise.resolve()

  const deliver = async (item: MessageItem) => {
    const { to } = item.target
    const items = outbox.store.get()
    const before = items.find((one) => one.key === stuck.get(to) && one.state !== 'failed')
    if (before && before.key !== item.key && before.at <= item.at)
      throw new ApiError({ status: 503, code: 'BEHIND', message: 'The message before it is waiting too.' })
    try {
      const files = await bringFiles(item.files, null)
      await sendMessage(client, item.key, { to, message: item.message, files })
      void forgetKept(item.files)
    } catch (error) {
      if (await isForGood(client, error, to)) {
        if (giveBack(slotOfPerson(to), draftOf(item))) return
        throw new ApiError({ status: 409, code: 'NOT_SENT', message: 'Your message is kept here.' })
      }
      if (isPassing(error)) stuck.set(to, item.key)
      throw error
    }
    if (stuck.get(to) !== item.key) return
    stuck.delete(to)
    for (const one of items) if (one.target.to === to && one.state === 'waiting') outbox.retry(one.key)
  }

  const outbox: Outbox<MessageTarget> = createOutbox({
    place: id,
    parseTarget: parseMessageTarget,
    // One at a time, in the order written.
    deliver(item) {
      const turn = line.then(() => deliver(item))
      line = turn.catch(() => {})
      return turn
    },
    whoAmI,
  })
  return outbox
}

export const draftOf = ({ key, message, files }: MessageItem) => ({
  ...emptyDraft,
  text: message,
  files,
  key,
})

/** Trying later today is pointless: the daily limit is reached, or the recipient is gone or accepts none. */
async function isForGood(client: QueryClient, error: unknown, to: string): Promise<boolean> {
  if (!(error instanceof ApiError)) return false
  if (error.status === 404 || error.status === 403) {
    toastError(error.status === 404 ? nobodyThere : error.message)
    void client.invalidateQueries({ queryKey: messageKeys.conversations })
    void client.invalidateQueries({ queryKey: messageKeys.with(to) })
    void client.invalidateQueries({ queryKey: messageKeys.lists })
    return true
  }
  if (error.status !== 429) return false
  const usage = await client.fetchQuery({ ...usageQuery, staleTime: 0 }).catch(() => null)
  return usage !== null && usage.messages.used >= usage.messages.limit
}
