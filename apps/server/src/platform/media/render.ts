import { maxPicturePixels } from '@wingmark/contract/limits'
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

/** `now`: somebody looks at it; `first`: what lists show of new files; `later`: all else. */
export type Urgency = 'now' | 'first' | 'later'
type Waiting = {
  task: RenderTask
  urgency: Urgency
  retried: boolean
  resolve: (result: RenderResult) => void
  reject: (error: unknown) => void
}

export type Renderer = {
  /** Throws RenderError where the file cannot be drawn, and RendererBusyError where too many already wait `now`. */
  render: (task: RenderTask, urgency: Urgency) => Promise<RenderResult>
  close: () => Promise<void>
}

const defaultLimits: RenderLimits = {
  processes: 2,
  cpuMs: 6_000,
  timeMs: 30_000,
  memoryBytes: 640 * 1024 * 1024,
  idleMs: 20_000,
}

const MOST_LOOKED_AT = 100

/** More is being looked at than can be drawn in a while. */
export class RendererBusyError extends Error {
  override name = 'RendererBusyError'
}

/** Draws in a few killable processes of low priority that start when needed. */
export function createRenderer(limits: Partial<RenderLimits> = {}): Renderer {
  const { processes, ...processLimits } = { ...defaultLimits, ...limits }
  const running = new Set<RenderProcess>()
  const queue: Record<Urgency, Waiting[]> = { now: [], first: [], later: [] }
  let closed = false
  let lookedLast = false

  // What is looked at and what is new take turns, so that neither waits for all of the other.
  const order = (): Waiting[][] =>
    lookedLast ? [queue.first, queue.now, queue.later] : [queue.now, queue.first, queue.later]
  const peek = () => order().find((waiting) => waiting.length > 0)?.[0]
  const next = () => {
    const job = order()
      .find((waiting) => waiting.length > 0)
      ?.shift()
    lookedLast = job?.urgency === 'now'
    return job
  }

  const pickProcess = (task: RenderTask): RenderProcess | undefined => {
    const idle = [...running].filter((process) => process.isIdle())
    const sameFile = idle.find((process) => process.lastPath() === task.path)
    if (sameFile ?? idle[0]) return sameFile ?? idle[0]
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
    const waiting = peek()
    const process = waiting && pickProcess(waiting.task)
    if (!process) return
    const job = next()
    if (job) void work(process, job)
    advance()
  }

  const work = async (process: RenderProcess, job: Waiting) => {
    const outcome = await process.run(job.task)
    if (outcome.kind === 'done') job.resolve(outcome.result)
    else if (outcome.kind === 'failed') job.reject(errorOf(outcome.failure))
    else if (closed) job.reject(new Error('The renderer is closed'))
    else if (job.retried) job.reject(new RenderError('DAMAGED'))
    // The process died by itself: perhaps somebody else's doing, so the file gets one more try.
    else queue[job.urgency].unshift({ ...job, retried: true })
    advance()
  }

  return {
    render: (task, urgency) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new Error('The renderer is closed'))
        if (urgency === 'now' && queue.now.length >= MOST_LOOKED_AT) return reject(new RendererBusyError())
        queue[urgency].push({ task, urgency, retried: false, resolve, reject })
        advance()
      }),
    close: async () => {
      closed = true
      for (const waiting of [...queue.now, ...queue.first, ...queue.later])
        waiting.reject(new Error('The renderer is closed'))
      await Promise.all([...running].map((process) => process.kill()))
    },
  }
}

function errorOf(failure: RenderFailure | 'NOT_WRITTEN'): Error {
  return failure === 'NOT_WRITTEN'
    ? new Error('A drawn picture could not be written')
    : new RenderError(failure)
}

const sentences: Record<RenderFailure, string> = {
  DAMAGED: 'The file is damaged.',
  LARGE: 'This file is too large to preview.',
  TOO_MANY_PIXELS: `This picture has more than ${maxPicturePixels / 1_000_000} megapixels, which is too large to preview.`,
  TOO_LARGE: 'This file is too large to preview.',
  TOO_MANY_PAGES: 'This PDF has too many pages to preview.',
  PASSWORD: 'This PDF is protected by a password.',
  TOO_SLOW: 'This file takes too long to preview.',
}

/** Why there is no preview, in words for people. */
export function renderFailureText(failure: RenderFailure): string {
  return sentences[failure]
}
