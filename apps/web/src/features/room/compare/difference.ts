import type { DifferenceAnswer, DifferenceRequest } from '#web/features/room/compare/difference-request'
import type { Viewport } from '#web/features/room/state/viewport'

export type Difference = { ask: (request: Omit<DifferenceRequest, 'id'>) => void; close: () => void }

/** The newest view wins: answers to earlier ones are dropped. */
export function createDifference(onAnswer: (answer: DifferenceAnswer, of: Viewport) => void): Difference {
  const worker = new Worker(new URL('./difference-worker.ts', import.meta.url), { type: 'module' })
  const views = new Map<number, Viewport>()
  let last = 0
  worker.addEventListener('message', ({ data }: MessageEvent<DifferenceAnswer>) => {
    const view = views.get(data.id)
    for (const id of views.keys()) if (id <= data.id) views.delete(id)
    if (view && data.id === last) onAnswer(data, view)
    else data.bitmap?.close()
  })
  return {
    ask(request) {
      last += 1
      views.set(last, request.view)
      worker.postMessage({ id: last, ...request } satisfies DifferenceRequest, { transfer: [] })
    },
    close: () => worker.terminate(),
  }
}
