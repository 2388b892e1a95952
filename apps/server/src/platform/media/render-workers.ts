import { createLanes, type Waiting } from '#server/platform/media/render-lanes'
import {
  type Outcome,
  type RenderLimits,
  type RenderProcess,
  startRenderProcess,
} from '#server/platform/media/render-process'
import { RenderError, type RenderFailure, type RenderTask } from '#server/platform/media/render-protocol'

type Hooks = {
  /** Whether the next one may begin. */
  mayBegin: () => boolean
  /** Called when nothing waits. */
  onRest: () => void
}

/** Renders in a few killable processes that start when needed. */
export function createWorkers({ processes, ...limits }: RenderLimits, { mayBegin, onRest }: Hooks) {
  const running = new Set<RenderProcess>()
  const lanes = createLanes()
  let closed = false

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
    const process = startRenderProcess(limits, () => {
      running.delete(process)
      advance()
    })
    running.add(process)
    return process
  }

  const advance = () => {
    if (closed) return
    const job = lanes.peek()
    if (!job) return onRest()
    const process = mayBegin() ? pickProcess(job) : undefined
    if (!process) return
    lanes.take(job)
    void work(process, job)
    advance()
  }

  const work = async (process: RenderProcess, job: Waiting) => {
    const startedAt = performance.now()
    const outcome = await process.run(job.task)
    lanes.done(job, performance.now() - startedAt)
    const again = closed ? null : secondTry(job, outcome)
    if (again) lanes.putBack(again)
    else answer(job, outcome, closed)
    advance()
  }

  return {
    advance,
    isWaiting: () => lanes.peek() !== undefined,
    add(job: Waiting): void {
      if (closed) return job.reject(new Error('The renderer is closed'))
      lanes.add(job)
      advance()
    },
    async close(): Promise<void> {
      closed = true
      for (const waiting of lanes.all()) waiting.reject(new Error('The renderer is closed'))
      await Promise.all([...running].map((process) => process.kill()))
    },
  }
}

/** For a job whose process died by itself: perhaps from another cause. */
function secondTry(job: Waiting, { kind }: Outcome): Waiting | null {
  if (kind !== 'died') return null
  const task = job.diedAt === null ? job.task : withoutResvg(job.task)
  return task && { ...job, task, diedAt: performance.now() }
}

function answer({ resolve, reject }: Waiting, outcome: Outcome, closed: boolean): void {
  if (outcome.kind === 'done') resolve(outcome.result)
  else if (outcome.kind === 'failed') reject(errorOf(outcome.failure))
  else reject(closed ? new Error('The renderer is closed') : new RenderError('DAMAGED'))
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

function errorOf(failure: RenderFailure | 'NOT_WRITTEN'): Error {
  return failure === 'NOT_WRITTEN'
    ? new Error('A drawn picture could not be written')
    : new RenderError(failure)
}
