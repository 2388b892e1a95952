import { type UserEventName, userEvents } from '@wingmark/contract/live'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { encodeEvent } from '#server/http/event-stream'
import type { ReadUserEvents, UserEventTarget, UserEventReaders } from '#server/modules/events/service'
import type { Inbox, InboxEvent } from '#server/modules/live/inbox/store'

/** Throws at startup if no module reads an event of the contract. */
export function requireEveryReader(readers: UserEventReaders): void {
  const missing = Object.keys(userEvents).filter((name) => name !== 'reset' && !Object.hasOwn(readers, name))
  if (missing.length > 0) throw new Error(`no module reads the live events ${missing.join(', ')}`)
}

/** Writes an event for one reader. Targets that are gone still advance the reader's `Last-Event-ID`. */
export type EncodeFor = (reader: UserActor, event: InboxEvent) => string

/** Loads the events' targets: one reader call per kind of event. */
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
      // A newer or older version may have written it, so there may be none.
      const read = readers[event as UserEventName]
      if (read) presenters.set(event, await read(deps, about))
    }),
  )
  return (reader, { seq, event, target }) => {
    const data = presenters.get(event)?.(reader, target) ?? null
    return data === null ? `id: ${seq}\n\n` : encodeEvent({ name: event, data, id: seq })
  }
}
