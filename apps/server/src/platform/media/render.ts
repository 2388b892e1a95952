import { maxPicturePixels } from '@wingmark/contract/limits'
import { FairQueue } from '#server/platform/media/fair-queue'
import {
  type RenderLimits,
  type RenderProcess,
  startRenderProcess,
} from '#server/platform/media/render-process'
import {
  RenderError,
  type RenderFailure,
  type RenderResult,
  type RenderTask,
} from '#server/platform/media/render-protocol'
import type { Viewers } from '#server/platform/media/shared-drawing'

/** `viewers`: someone looks at it; `uploader` and `first`: pictures for lists of new files; `later`: all else. */
export type Urgency = { viewers: Viewers } | { uploader: string } | 'first' | 'later'
type Waiting = {
  task: RenderTask
  lane: 'now' | 'first' | 'later'
  viewers: Viewers
  /** When the process that rendered it died, by `performance.now()`. */
  diedAt: number | null
  resolve: (result: RenderResult) => void
  reject: (error: unknown) => void
}

export type Renderer = {
  /** Throws RenderError where the file cannot be rendered, and RendererBusyError where too much is waiting. */
  render: (task: RenderTask, urgency: Urgency) => Promise<RenderResult>
  close: () => Promise<void>
}

const defaultLimits: RenderLimits = {
  processes: 2,
  cpuMs: 6_000,
  timeMs: 60_000,
  memoryBytes: 640 * 1024 * 1024,
  idleMs: 20_000,
}

const MOST_LOOKED_AT = 100
const nobody: Viewers = new Set([''])

/** More renderings are requested than can be made in a while. */
export class RendererBusyError extends Error {
  override name = 'RendererBusyError'
}

/** Renders in a few killable processes of low priority that start when needed. */
export function createRenderer(limits: Partial<RenderLimits> = {}): Renderer {
  const { processes, ...processLimits } = { ...defaultLimits, ...limits }
  const running = new Set<RenderProcess>()
  const looked = new FairQueue<Waiting>(MOST_LOOKED_AT)
  const arrived = new FairQueue<Waiting>(Number.POSITIVE_INFINITY)
  const later: Waiting[] = []
  let closed = false
  let lookedLast = false

  const queueOf = (lane: 'now' | 'first') => (lane === 'now' ? looked : arrived)

  // Viewed and new files take turns, so that neither waits for all of the other.
  const peek = (): Waiting | undefined => {
    const [now, first] = [looked.peek(), arrived.peek()]
    return (lookedLast ? (first ?? now) : (now ?? first)) ?? later[0]
  }
  const take = (job: Waiting) => {
    lookedLast = job.lane === 'now'
    if (job.lane === 'later') later.shift()
    else queueOf(job.lane).take(job)
  }
  const add = (job: Waiting) => {
    if (job.lane === 'later') later.push(job)
    else queueOf(job.lane).add(job)?.reject(new RendererBusyError())
  }
  const putBack = (job: Waiting) => {
    if (job.lane === 'later') later.unshift(job)
    else queueOf(job.lane).putBack(job)
  }

  const pickProcess = ({ task, diedAt }: Waiting): RenderProcess | undefined => {
    const idle = [...running].filter((process) => process.isIdle())
    // Where several were killed at once, an older one may have died unnoticed as well.
    const alive = diedAt === null ? idle : idle.filter((process) => process.startedAt > diedAt)
    const sameFile = alive.find((process) => process.lastPath() === task.path)
    const found = sameFile ?? alive.find((process) => !process.isTooHeavyFor(task.path))
    if (found) return found
    // Once it has ended, another one starts in its place.
    if (running.size >= processes) void idle[0]?.kill()
    if (running.size >= processes) return undefined
    const process = startRenderProcess(processLimits, () => {
      running.delete(process)
      advance()
    })
    running.add(process)
    return process
  }

  const advance = () => {
    if (closed) return
    const job = peek()
    const process = job && pickProcess(job)
    if (!process) return
    take(job)
    void work(process, job)
    advance()
  }

  const work = async (process: RenderProcess, job: Waiting) => {
    const startedAt = performance.now()
    const outcome = await process.run(job.task)
    if (job.lane !== 'later') queueOf(job.lane).done(job, performance.now() - startedAt)
    if (outcome.kind === 'done') job.resolve(outcome.result)
    else if (outcome.kind === 'failed') job.reject(errorOf(outcome.failure))
    else if (closed) job.reject(new Error('The renderer is closed'))
    else {
      // The process died by itself: perhaps from another cause, so the file gets a second try.
      const task = job.diedAt === null ? job.task : withoutResvg(job.task)
      if (task) putBack({ ...job, task, diedAt: performance.now() })
      else job.reject(new RenderError('DAMAGED'))
    }
    advance()
  }

  return {
    render: (task, urgency) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new Error('The renderer is closed'))
        add({ task, ...whoseTurn(urgency), diedAt: null, resolve, reject })
        advance()
      }),
    close: async () => {
      closed = true
      for (const waiting of [...looked.all(), ...arrived.all(), ...later])
        waiting.reject(new Error('The renderer is closed'))
      await Promise.all([...running].map((process) => process.kill()))
    },
  }
}

/** The task for an SVG's other renderer after one ended the process; null after both, or for other files. */
function withoutResvg(task: RenderTask): RenderTask | null {
  if (task.kind === 'compare' || task.kind === 'carry') {
    const { older } = task
    const isTried = [older, task].every((one) => !one.svg || one.withoutResvg)
    return isTried ? null : { ...task, withoutResvg: true, older: { ...older, withoutResvg: true } }
  }
  const isSvg = 'svg' in task && task.svg && !task.withoutResvg
  return isSvg ? { ...task, withoutResvg: true } : null
}

function whoseTurn(urgency: Urgency): Pick<Waiting, 'lane' | 'viewers'> {
  if (typeof urgency === 'string') return { lane: urgency, viewers: nobody }
  return 'uploader' in urgency
    ? { lane: 'first', viewers: new Set([urgency.uploader]) }
    : { lane: 'now', viewers: urgency.viewers }
}

function errorOf(failure: RenderFailure | 'NOT_WRITTEN'): Error {
  return failure === 'NOT_WRITTEN'
    ? new Error('A drawn picture could not be written')
    : new RenderError(failure)
}

const sentences: Record<RenderFailure, string> = {
  DAMAGED: 'The file is damaged.',
  LARGE: 'This file is too large to preview.',
  TOO_MANY_PIXELS: `This image has more than ${maxPicturePixels / 1_000_000} megapixels, which is too large to preview.`,
  TOO_LARGE: 'This file is too large to preview.',
  TOO_MANY_PAGES: 'This PDF has too many pages to preview.',
  PASSWORD: 'This PDF is protected by a password.',
  TOO_SLOW: 'This file takes too long to preview.',
}

/** Why there is no preview, in words for people. */
export function renderFailureText(failure: RenderFailure): string {
  return sentences[failure]
}
