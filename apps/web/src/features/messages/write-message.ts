import type { QueryClient } from '@tanstack/react-query'
import { usageQuery } from '#web/features/account/queries'
import { bringFiles } from '#web/features/comments/composer/bring-files'
import type { Words } from '#web/features/comments/outbox/changes/comment-change'
import { emptyDraft, giveBack } from '#web/features/comments/outbox/drafts'
import { forgetKept } from '#web/features/comments/outbox/kept-files'
import { messageKeys, sendMessage } from '#web/features/messages/queries'
import { ApiError } from '#web/lib/api-error'
import { changesOf, type InputOf } from '#web/lib/changes/change'
import { shape, text } from '#web/lib/changes/read-kept'
import { toastError } from '#web/lib/toast'

export type MessageTarget = InputOf<typeof writeMessage>

/** The slot of the draft for a person. */
export const slotOfPerson = (userId: string) => `message.${userId}`

type Written = Pick<Words, 'message' | 'files'> & { key: string }

export const draftOf = ({ key, message, files }: Written) => ({ ...emptyDraft, text: message, files, key })

export const nobodyThere = 'This person doesn’t exist, or you can’t write to them.'

/** A message to a person; one that cannot be sent today returns to its draft. */
export const writeMessage = changesOf<never, Words, QueryClient>()('message', shape({ to: text }), {
  queue: ({ to }) => to,
  async send(client, { to }, written) {
    try {
      const files = await bringFiles(written.files, null)
      await sendMessage(client, written.key, { to, message: written.message, files })
      void forgetKept(written.files)
    } catch (error) {
      if (!(await isForGood(client, error, to))) throw error
      if (!giveBack(slotOfPerson(to), draftOf(written)))
        throw new ApiError({ status: 409, code: 'NOT_SENT', message: 'Your message is kept here.' })
    }
  },
  isWritten: true,
  messages: { thing: () => 'person you wrote to' },
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
