import { clientMessages } from '@wingmark/contract/errors'
import { failureOf, UploadError } from '#web/lib/upload-transport'
import type { SessionFiles } from './session-files.ts'
import type { UploadDeps } from './upload-deps.ts'
import type { QueueEffect, QueueEvent } from './upload-queue.ts'

type Hands = {
  send: (event: QueueEvent) => void
  /** Stores the address of a partial upload. */
  keep: () => void
}

/** This tab's running and scheduled uploads; both end with their session. */
export function createTries(
  deps: Pick<UploadDeps, 'transport' | 'measure'>,
  files: SessionFiles,
  hands: Hands,
) {
  const { send, keep } = hands
  const tries = new Map<string, AbortController>()
  const timers = new Map<string, ReturnType<typeof setTimeout>>()

  async function upload(id: string, attempt: number, target: string | null): Promise<void> {
    const controller = new AbortController()
    tries.set(id, controller)
    try {
      const { file, address } = files.get(id) ?? {}
      if (!file) throw new UploadError('invalid', clientMessages.invalidFileObject)
      const stored = await deps.transport({
        file,
        purpose: 'REVIEW',
        ...(target !== null && { target }),
        dimensions: await deps.measure(file),
        idempotencyKey: id,
        address,
        onAddress(begun) {
          files.setAddress(id, begun)
          keep()
        },
        onLine: (line) => send({ type: 'lineChanged', id, attempt, isLost: line === 'lost' }),
        onProgress: (percent) => send({ type: 'progressed', id, attempt, percent }),
        signal: controller.signal,
      })
      send({ type: 'uploaded', id, attempt, ...stored })
    } catch (error) {
      send({ type: 'failed', id, attempt, ...failureOf(error) })
    } finally {
      if (tries.get(id) === controller) tries.delete(id)
    }
  }

  return {
    upload,
    abort: (id: string) => tries.get(id)?.abort(),
    later({ ms, event }: Extract<QueueEffect, { type: 'after' }>): void {
      const { type } = event
      // The second counts from the first file; later ones join it.
      if (type === 'attachDue' && timers.has(type)) return
      clearTimeout(timers.get(type))
      const timer = setTimeout(() => timers.delete(type) && send(event), ms)
      timers.set(type, timer)
    },
    stop(): void {
      for (const controller of tries.values()) controller.abort()
      for (const timer of timers.values()) clearTimeout(timer)
      tries.clear()
      timers.clear()
    },
  }
}
