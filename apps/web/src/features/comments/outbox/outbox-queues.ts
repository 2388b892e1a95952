import type { OutboxItem, OutboxState } from '#web/features/comments/outbox/outbox-state'
import type { ParseTarget } from '#web/features/comments/outbox/outbox-storage'

type Kind<Target, At> = {
  queue?(target: Target, key: string): string
  send(at: At, target: Target, item: OutboxItem<Target>): Promise<void>
  text?(target: Target): string
}

/** The kinds of changes of a place: how one is read, and what is known of it. */
export type Kinds<Target, At> = {
  read: ParseTarget<Target>
  of: (target: Target) => Kind<Target, At>
  /** What a change hangs on, by id: it is sent after what makes that, whatever their queues. */
  after?: (target: Target) => readonly string[]
  /** The id of what it makes. */
  makes?: (target: Target) => string | null
}

type Of<Target> = Kinds<Target, never>

/** The writer's own text, which they would have to write again. */
export const textOf = <Target>(kinds: Of<Target>, { target, message }: OutboxItem<Target>) =>
  kinds.of(target).text?.(target) ?? message.trim()

/** Items of one queue go one by one, oldest first. */
export const queueOf = <Target>(kinds: Of<Target>, { key, target }: OutboxItem<Target>) =>
  kinds.of(target).queue?.(target, key) ?? ''

const hangsOn = <Target>(kinds: Of<Target>, item: OutboxItem<Target>, on: OutboxItem<Target>): boolean => {
  const made = kinds.makes?.(on.target) ?? null
  return made !== null && on.key !== item.key && (kinds.after?.(item.target).includes(made) ?? false)
}

/** What must arrive before an item: a refused one that it hangs on, or one ahead of it. */
export function aheadOf<Target>(
  kinds: Of<Target>,
  items: OutboxState<Target>,
  item: OutboxItem<Target>,
): OutboxItem<Target> | undefined {
  const queue = queueOf(kinds, item)
  const inQueue = items.find((one) => one.state !== 'failed' && queueOf(kinds, one) === queue)
  return items.find((one) => hangsOn(kinds, item, one)) ?? (inQueue?.key === item.key ? undefined : inQueue)
}

/** What may go once an item is no longer in the way. */
export function behind<Target>(
  kinds: Of<Target>,
  items: OutboxState<Target>,
  item: OutboxItem<Target>,
): OutboxItem<Target>[] {
  const queue = queueOf(kinds, item)
  const next = items.find((one) => one.state === 'waiting' && queueOf(kinds, one) === queue)
  return [...items.filter((one) => !one.end && hangsOn(kinds, one, item)), ...(next ? [next] : [])]
}

/** An item with all that hangs on it, last first. */
export function withFollowers<Target>(
  kinds: Of<Target>,
  items: OutboxState<Target>,
  item: OutboxItem<Target>,
): OutboxItem<Target>[] {
  const found = [item]
  for (const one of items) if (found.some((on) => hangsOn(kinds, one, on))) found.push(one)
  return found.toReversed()
}
