import type { FastifyReply, FastifyRequest } from 'fastify'

/** One reader of server-sent events. */
export type EventStream = {
  isOpen(): boolean
  /** Bytes that the reader has not received yet. */
  backlog(): number
  send(chunk: string | Buffer): void
  onDrain(listener: () => void): void
  onClose(listener: () => void): void
  /** Sends a last event; a reader who does not receive it is cut off after a second. */
  end(): void
}

const retryMs = 2_000
const goodbyeMs = 1_000

/** Takes the reply over from Fastify and keeps it open. */
export function openEventStream(reply: FastifyReply): EventStream {
  const { raw } = reply
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value)
  }
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // Proxies that buffer replies would hold events back.
    'x-accel-buffering': 'no',
  })
  raw.write(`retry: ${retryMs}\n\n`)
  raw.on('error', () => raw.destroy())
  const isOpen = () => !raw.writableEnded && !raw.destroyed
  return {
    isOpen,
    backlog: () => raw.writableLength,
    send(chunk) {
      if (isOpen()) raw.write(chunk)
    },
    onDrain: (listener) => raw.on('drain', listener),
    onClose: (listener) => raw.once('close', listener),
    end() {
      if (!isOpen()) return
      const { socket } = raw
      const timer = setTimeout(() => socket?.destroy(), goodbyeMs)
      raw.once('close', () => clearTimeout(timer))
      raw.end(() => socket?.end())
    },
  }
}

/** `Last-Event-ID`, or `?lastEventId=` where the client cannot set headers at its first call. */
export function readLastEventId(request: FastifyRequest): string | null {
  const header = request.headers['last-event-id']
  const query: unknown = request.query
  const parameter =
    typeof query === 'object' && query !== null && 'lastEventId' in query ? query.lastEventId : undefined
  const value = header ?? parameter
  return typeof value === 'string' && value.length <= 100 ? value : null
}

/** One event on the wire; `data` becomes one line of JSON. */
export function encodeEvent(event: { name: string; data: unknown; id?: string | number }): string {
  return encodeEventText({ ...event, json: JSON.stringify(event.data) })
}

/** As `encodeEvent`, for JSON that is already written, on one line. */
export function encodeEventText(event: { name: string; json: string; id?: string | number }): string {
  const id = event.id === undefined ? '' : `id: ${event.id}\n`
  return `${id}event: ${event.name}\ndata: ${event.json}\n\n`
}
