import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { DomainError } from '#server/platform/domain-error'

const askMs = 2_000
/** Doubts within this time cause one check. */
const gatherMs = 500

type Send = {
  /** Ids of the people, reviews and deliveries that it depends on. */
  hangsOn: readonly (string | null)[]
  isAllowed: () => Promise<boolean>
}

export type OpenDownloads = {
  /**
   * Cuts a running answer once `isAllowed` is false or throws a `DomainError`: soon after a doubt, else within seconds.
   */
  keep(reply: FastifyReply, send: Send): void
  /** Whatever depends on this id may no longer be allowed; null: anything. */
  doubt(id: string | null): void
}

/** Files, pictures and zips that this process is sending. */
export function createOpenDownloads(): OpenDownloads {
  const sends = new Set<{ hangsOn: Send['hangsOn']; askSoon: () => void }>()
  return {
    keep({ raw }, { hangsOn, isAllowed }) {
      if (raw.destroyed) return
      const ask = asker(raw, isAllowed)
      let soon: NodeJS.Timeout | undefined
      const askSoon = () => {
        soon ??= setTimeout(() => {
          soon = undefined
          void ask()
        }, gatherMs).unref()
      }
      const one = { hangsOn, askSoon }
      const timer = setInterval(() => void ask(), askMs).unref()
      sends.add(one)
      raw.once('close', () => {
        clearInterval(timer)
        clearTimeout(soon)
        sends.delete(one)
      })
    },
    doubt(id) {
      for (const { hangsOn, askSoon } of sends) if (id === null || hangsOn.includes(id)) askSoon()
    },
  }
}

function asker(raw: ServerResponse, isAllowed: Send['isAllowed']): () => Promise<void> {
  let isAsking = false
  // Requested during an earlier check, whose answer may be outdated.
  let isStale = false
  return async () => {
    isStale = isAsking
    if (isAsking) return
    isAsking = true
    do {
      isStale = false
      if (await isRefused(isAllowed)) return cut(raw)
    } while (isStale)
    isAsking = false
  }
}

const isRefused = (isAllowed: Send['isAllowed']) =>
  isAllowed().then(
    (allowed) => !allowed,
    (error: unknown) => error instanceof DomainError,
  )

/** Not only closed: the system's buffer for a slow connection would last for minutes. */
function cut(raw: ServerResponse): void {
  if (raw.socket) raw.socket.resetAndDestroy()
  else raw.destroy()
}
