import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import {
  deliveryEvents,
  liveDeliveryPath,
  liveReviewPath,
  liveUserPath,
  liveWorkspacePath,
  reviewEvents,
  userEvents,
  workspaceEvents,
} from '@wingmark/contract/live'
import { type Caller, callerHeaders } from './start-test-app.ts'

export type Heard = { event: string; id: string | null; data: Record<string, never> }

export type Listening = {
  status: number
  heard: Heard[]
  /** The newest `id:` received. */
  lastId(): string | null
  /** Waits for a further event; throws after `withinMs`. */
  next(event: string, withinMs?: number): Promise<Heard>
  /** Waits for the server to end the stream; throws after `withinMs`. */
  ended(withinMs?: number): Promise<void>
  close(): void
}

const patienceMs = 60_000
/** For events that are sent, not polled: sooner than any polling, and late enough for a busy machine. */
export const soonMs = 5_000

export const inboxPath = liveUserPath

/**
 * Listens to server-sent events as a browser does, checking each by the contract. A person's own stream starts with
 * `reset`.
 */
export async function listen(
  url: string,
  path: string,
  caller: Caller = {},
  lastEventId?: string,
): Promise<Listening> {
  const controller = new AbortController()
  const response = await fetch(url + path, {
    headers: { ...callerHeaders(caller), ...(lastEventId ? { 'last-event-id': lastEventId } : {}) },
    signal: controller.signal,
  })
  const heard: Heard[] = []
  const waitedFor = new Set<Heard>()
  let lastId: string | null = null
  let isOpen = response.status === 200
  let broken: unknown = null

  function take(block: string): void {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? null
    lastId = field('id') ?? lastId
    const event = field('event')
    if (!event) return
    const data = JSON.parse(field('data') ?? 'null')
    try {
      requireContract(path, event, data)
    } catch (error) {
      broken ??= error
    }
    heard.push({ event, id: field('id'), data })
  }

  async function read(): Promise<void> {
    let rest = ''
    for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (rest + text).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) take(block)
    }
  }
  const reading = isOpen
    ? read()
        .catch(() => {})
        .finally(() => {
          isOpen = false
        })
    : response.body?.cancel()

  // Before it no event has a number: reading everything again includes what happens.
  const isFresh = path === inboxPath && lastEventId === undefined
  const until = performance.now() + patienceMs
  while (isFresh && isOpen && heard.length === 0 && performance.now() < until) await sleep(5)

  return {
    status: response.status,
    heard,
    lastId: () => lastId,
    async next(event, withinMs = patienceMs) {
      const until = performance.now() + withinMs
      for (;;) {
        if (broken) throw broken
        const found = heard.find((one) => one.event === event && !waitedFor.has(one))
        if (found) {
          waitedFor.add(found)
          return found
        }
        if (performance.now() > until) {
          throw new Error(`no ${event} within ${withinMs} ms; heard ${heard.map((one) => one.event)}`)
        }
        await sleep(5)
      }
    },
    async ended(withinMs = patienceMs) {
      const from = performance.now()
      while (isOpen) {
        if (performance.now() - from > withinMs) throw new Error(`still open after ${withinMs} ms`)
        await sleep(5)
      }
    },
    close() {
      controller.abort()
      void reading
    },
  }
}

export const listenToReview = (url: string, reviewId: string, caller: Caller = {}, lastEventId?: string) =>
  listen(url, liveReviewPath(reviewId), caller, lastEventId)

function requireContract(path: string, event: string, data: unknown): void {
  const ofSubject = [
    [liveWorkspacePath(''), workspaceEvents],
    [liveDeliveryPath(''), deliveryEvents],
    [liveUserPath, userEvents],
  ] as const
  const shapes = ofSubject.find(([begin]) => path.startsWith(begin))?.[1] ?? reviewEvents
  const shape = Object.entries(shapes).find(([name]) => name === event)?.[1]
  if (!shape) throw new Error(`${path} sends ${event}, which its contract does not have`)
  if (!isDeepStrictEqual(shape.parse(data), data))
    throw new Error(`${event} has fields that its contract does not have`)
}
