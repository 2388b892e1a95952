import type { Notification } from '@wingmark/contract/notifications'
import type { Deps } from '#server/deps'
import type { Authenticate, UserActor } from '#server/http/actor'
import { type EventStream, encodeEvent } from '#server/http/event-stream'
import { onHint } from '#server/modules/events/service'
import { readNewNotifications, readNotificationsAfter } from '#server/modules/notifications/service'

type Reader = {
  userId: string
  token: string
  stream: EventStream
  /** What was sent within the last reads, which overlap. */
  sent: Set<string>
}

export type InboxStreams = {
  add(reader: {
    actor: UserActor
    token: string
    stream: EventStream
    lastEventId: string | null
  }): Promise<void>
  close(): void
}

const heartbeatMs = 15_000
const gatherMs = 50
const rememberedMax = 1_000
const backlogMaxBytes = 64 * 1024

/** Each signed-in caller's own notifications, to all their open pages. One query for all of this process's readers. */
export function createInboxStreams(
  deps: Deps,
  { authenticate }: { authenticate: Authenticate },
): InboxStreams {
  const readers = new Set<Reader>()
  let timer: NodeJS.Timeout | null = null

  const forget = onHint(deps, (hint) => {
    if (hint.kind === 'subject' || hint.kind === 'all') schedule()
    if (hint.kind === 'user') void checkTokens(hint.id)
  })
  const heart = setInterval(() => void beat(), heartbeatMs)
  heart.unref()

  async function add({ actor, token, stream, lastEventId }: Parameters<InboxStreams['add']>[0]) {
    const reader: Reader = { userId: actor.id, token, stream, sent: new Set() }
    stream.onClose(() => readers.delete(reader))
    readers.add(reader)
    const { missed, recent } = await readNotificationsAfter(deps, actor.id, lastEventId)
    for (const id of recent) reader.sent.add(id)
    for (const notification of missed) send(reader, notification)
  }

  function schedule(): void {
    if (readers.size > 0) timer ??= setTimeout(() => void read(), gatherMs).unref()
  }

  async function read(): Promise<void> {
    timer = null
    const users = [...new Set([...readers].map((reader) => reader.userId))]
    if (users.length === 0) return
    try {
      const found = await readNewNotifications(deps, users)
      for (const { userId, notification } of found) {
        for (const reader of readers) {
          if (reader.userId === userId && !reader.sent.has(notification._id)) send(reader, notification)
        }
      }
    } catch (error) {
      deps.log.warn({ err: error }, 'notifications could not be read')
    }
  }

  function send(reader: Reader, notification: Notification): void {
    reader.sent.add(notification._id)
    if (reader.sent.size > rememberedMax) {
      const [oldest] = reader.sent
      if (oldest) reader.sent.delete(oldest)
    }
    // They come back with the id of the last one that they got.
    if (reader.stream.backlog() > backlogMaxBytes) return reader.stream.end()
    reader.stream.send(
      encodeEvent({ name: 'notification.created', data: notification, id: notification._id }),
    )
  }

  async function beat(): Promise<void> {
    for (const { stream } of readers) {
      if (stream.backlog() > backlogMaxBytes) stream.end()
      else stream.send(':\n\n')
    }
    schedule()
    await checkTokens(null)
  }

  async function checkTokens(userId: string | null): Promise<void> {
    for (const reader of readers) {
      if (userId !== null && reader.userId !== userId) continue
      const isLive = await authenticate(reader.token).then(
        (actor) => actor !== null,
        () => true,
      )
      if (!isLive) reader.stream.end()
    }
  }

  function close(): void {
    clearInterval(heart)
    if (timer) clearTimeout(timer)
    forget()
    for (const { stream } of readers) stream.end()
  }

  return { add, close }
}
