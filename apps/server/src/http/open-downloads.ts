import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { DomainError } from '#server/platform/domain-error'

const askMs = 2_000
/** Doubts within this time are one question. */
const gatherMs = 500

type Send = {
  /** Ids of the people, reviews and deliveries that it hangs on. */
  hangsOn: readonly (string | null)[]
  isAllowed: () => Promise<boolean>
}

export type OpenDownloads = {
  /**
   * Cuts an answer that is on its way once `isAllowed` turns false, or refuses: at once where a doubt tells of it, else
   * within some seconds. While it cannot be asked (a database that is away), the answer goes on.
   */
  keep(reply: FastifyReply, send: Send): void
  /** What hangs on this id may not be allowed any more; null: anything. */
  doubt(id: string | null): void
}

/** Files, pictures and zips on their way to somebody, in this process. */
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
  // Asked for while an earlier question was on its way, whose answer may be too old.
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

/** Not only closed: what the system holds for a slow line would go on for minutes. */
function cut(raw: ServerResponse): void {
  if (raw.socket) raw.socket.resetAndDestroy()
  else raw.destroy()
}
