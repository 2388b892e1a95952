import { type UserEventName, userEvents } from '@wingmark/contract/live'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { encodeEvent } from '#server/http/event-stream'
import type { ReadUserEvents, UserEventTarget, UserEventReaders } from '#server/modules/events/service'
import type { Inbox, InboxEvent } from '#server/modules/live/inbox/store'

/** Throws at the start where an event of the contract is read by no module. */
export function requireEveryReader(readers: UserEventReaders): void {
  const missing = Object.keys(userEvents).filter((name) => name !== 'reset' && !Object.hasOwn(readers, name))
  if (missing.length > 0) throw new Error(`no module reads the live events ${missing.join(', ')}`)
}

/** Writes an event as one reader is sent it. What is gone by now still moves the reader's `Last-Event-ID`. */
export type EncodeFor = (reader: UserActor, event: InboxEvent) => string

/** Reads what the events are about: one call of a reader for each kind of event. */
export async function loadInboxEvents(
  deps: Deps,
  readers: UserEventReaders,
  inboxes: readonly Inbox[],
): Promise<EncodeFor> {
  const notified = new Map<string, UserEventTarget[]>()
  for (const { user, events } of inboxes) {
    for (const { event, target } of events)
      notified.set(event, [...(notified.get(event) ?? []), { user, target }])
  }
  const presenters = new Map<string, Awaited<ReturnType<ReadUserEvents<UserEventName>>>>()
  await Promise.all(
    [...notified].map(async ([event, about]) => {
      // Written by a newer or older version of this program: there may be none.
      const read = readers[event as UserEventName]
      if (read) presenters.set(event, await read(deps, about))
    }),
  )
  return (reader, { seq, event, target }) => {
    const data = presenters.get(event)?.(reader, target) ?? null
    return data === null ? `id: ${seq}\n\n` : encodeEvent({ name: event, data, id: seq })
  }
}
