import { FairQueue } from '#server/platform/media/fair-queue'
import type { RenderResult, RenderTask } from '#server/platform/media/render-protocol'
import type { Viewers } from '#server/platform/media/shared-drawing'

export type Waiting = {
  task: RenderTask
  lane: 'now' | 'first' | 'later'
  viewers: Viewers
  /** When the process that rendered it died, by `performance.now()`. */
  diedAt: number | null
  resolve: (result: RenderResult) => void
  reject: (error: unknown) => void
}

const MOST_LOOKED_AT = 100

/** More renderings are requested than can be made in a while. */
export class RendererBusyError extends Error {
  override name = 'RendererBusyError'
}

/** What waits to be rendered, and whose turn it is. */
export function createLanes() {
  const looked = new FairQueue<Waiting>(MOST_LOOKED_AT)
  const arrived = new FairQueue<Waiting>(Number.POSITIVE_INFINITY)
  const later: Waiting[] = []
  let lookedLast = false
  const queueOf = (lane: 'now' | 'first') => (lane === 'now' ? looked : arrived)

  return {
    // Viewed and new files take turns, so that neither waits for all of the other.
    peek(): Waiting | undefined {
      const [now, first] = [looked.peek(), arrived.peek()]
      return (lookedLast ? (first ?? now) : (now ?? first)) ?? later[0]
    },
    take(job: Waiting): void {
      lookedLast = job.lane === 'now'
      if (job.lane === 'later') later.shift()
      else queueOf(job.lane).take(job)
    },
    add(job: Waiting): void {
      if (job.lane === 'later') later.push(job)
      else queueOf(job.lane).add(job)?.reject(new RendererBusyError())
    },
    putBack(job: Waiting): void {
      if (job.lane === 'later') later.unshift(job)
      else queueOf(job.lane).putBack(job)
    },
    done(job: Waiting, costMs: number): void {
      if (job.lane !== 'later') queueOf(job.lane).done(job, costMs)
    },
    all: (): Waiting[] => [...looked.all(), ...arrived.all(), ...later],
  }
}
