import type { LiveEvent, LiveEventName } from '@wingmark/contract/live'

const names: ReadonlySet<string> = new Set<LiveEventName>([
  'comment.created',
  'comment.updated',
  'comment.deleted',
  'comment.status',
  'reply.created',
  'reply.updated',
  'reply.deleted',
  'file.added',
  'file.ready',
  'file.removed',
  'review.updated',
  'presence',
])

/** The event of a message; null for names of the future and for data that is no object. */
export function parseLive(message: { event?: string; id?: string; data: string }): LiveEvent | null {
  if (!message.event || !names.has(message.event)) return null
  try {
    const data: unknown = JSON.parse(message.data)
    if (typeof data !== 'object' || data === null) return null
    // The stream is held to the contract by the server's tests, as every reply is.
    return { event: message.event, data, id: message.id } as LiveEvent
  } catch {
    return null
  }
}
