import type { FastifyReply } from 'fastify'
import { DomainError } from '#server/platform/domain-error'

const askMs = 2_000

/**
 * Cuts an answer that is on its way within some seconds of `isAllowed` turning false, or refusing. While it cannot be asked
 * (a database that is away), the answer goes on.
 */
export function endWhenRefused({ raw }: FastifyReply, isAllowed: () => Promise<boolean>): void {
  let isAsking = false
  const ask = async () => {
    if (isAsking) return
    isAsking = true
    const isRefused = await isAllowed().then(
      (allowed) => !allowed,
      (error: unknown) => error instanceof DomainError,
    )
    if (isRefused) raw.destroy()
    isAsking = false
  }
  const timer = setInterval(() => void ask(), askMs).unref()
  raw.once('close', () => clearInterval(timer))
}
