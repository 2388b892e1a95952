import { pageBytesMax } from '@wingmark/contract/limits'
import type { StoredEventName } from '@wingmark/contract/live'
import type { Actor } from '#server/http/actor'
import { encodeEventText } from '#server/http/event-stream'

/** `V`: the reader and their access. */
export type LoadedEvent<V> = {
  seq: number
  event: StoredEventName | null
  /** Ids of people who wrote something in it: they have more abilities than others. */
  writers: readonly string[]
  /** True if it contains file addresses, which differ by viewer. */
  hasAddresses: boolean
  /** Approximate size on the wire. */
  bytes: number
  /** One viewer's version as JSON text; null when nothing is left to show. */
  present: (viewpoint: V) => string | null
}

const addressBytes = 1_000

/** For something with at most one signed address. */
export const bytesOf = (stored: object): number => Buffer.byteLength(JSON.stringify(stored)) + addressBytes

/** Targets that are gone still advance the reader's `Last-Event-ID`. */
export const nothingLeft = (seq: number): LoadedEvent<unknown> => ({
  seq,
  event: null,
  writers: [],
  hasAddresses: false,
  bytes: 100,
  present: () => null,
})

/** The first events, at least one, that fit into one page; the rest comes with the next write. */
export function asManyAsFit<V>(events: readonly LoadedEvent<V>[]): readonly LoadedEvent<V>[] {
  let bytes = 0
  const end = events.findIndex((one, n) => {
    bytes += one.bytes
    return n > 0 && bytes > pageBytesMax
  })
  return end === -1 ? events : events.slice(0, end)
}

/** Encodes each event once per set of rights, except for viewers who wrote something in it. */
export function createEncoder<A, V extends { actor: Actor; access: A }>(
  events: readonly LoadedEvent<V>[],
  { rightsOf, grantOf }: { rightsOf: (access: A) => string; grantOf: (access: A) => string },
) {
  const texts = new Map<string, Buffer>()
  return (viewpoint: V, after: number): Buffer => {
    const { actor, access } = viewpoint
    const own = actor.kind === 'visitor' ? '' : actor.id
    const due = events.filter((one) => one.seq > after)
    const rights = rightsOf(access)
    const grant = due.some((one) => one.hasAddresses) ? grantOf(access) : ''
    const key = `${after} ${rights} ${grant} ${due.some((one) => one.writers.includes(own)) ? own : ''}`
    const known = texts.get(key)
    if (known) return known
    const made = Buffer.from(due.map((one) => encode(one, viewpoint)).join(''))
    texts.set(key, made)
    return made
  }
}

function encode<V>({ seq, event, present }: LoadedEvent<V>, viewpoint: V): string {
  const json = present(viewpoint)
  if (event === null || json === null) return `id: ${seq}\n\n`
  return encodeEventText({ name: event, json, id: seq })
}
