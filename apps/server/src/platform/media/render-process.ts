import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import {
  isRenderReply,
  type RenderFailure,
  type RenderReply,
  type RenderResult,
  type RenderTask,
} from '#server/platform/media/render-protocol'

const WATCH_EVERY_MS = 50
const MAX_TASKS = 500
const RETIRE_AFTER_MS = 120_000
const DIGEST_TIME_MS = 60_000
const KEEP_BELOW_BYTES = 280 * 1024 * 1024
/** Ends a process whose server was killed while it was busy; a living server replaces it before. */
const CPU_SECONDS = 300

export type Outcome =
  | { kind: 'done'; result: RenderResult }
  | { kind: 'failed'; failure: RenderFailure }
  | { kind: 'died' }

export type RenderProcess = {
  isIdle: () => boolean
  lastPath: () => string | undefined
  run: (task: RenderTask) => Promise<Outcome>
  kill: () => Promise<void>
}

type Limits = { timeMs: number; memoryBytes: number; idleMs: number }

// The bundle puts the child beside the server's own file; from source it is this file's neighbour.
const childEntry = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './render-child.ts' : './render-child.js', import.meta.url),
)

/** One child; `onGone` is called once, when it has ended and its last task is answered. */
export function startRenderProcess(limits: Limits, onGone: () => void): RenderProcess {
  const child = startChild()
  const startedAt = performance.now()
  let busy = false
  let ended = false
  let tasks = 0
  let path: string | undefined
  let idleTimer: NodeJS.Timeout | undefined

  const gone = new Promise<void>((resolve) => {
    const end = () => {
      if (ended) return
      ended = true
      clearTimeout(idleTimer)
      resolve()
      if (!busy) onGone()
    }
    child.once('exit', end)
    child.once('error', end)
  })

  const kill = async () => {
    hold(child, true)
    child.kill('SIGKILL')
    await gone
  }

  const ask = (task: RenderTask): Promise<Outcome> =>
    new Promise((resolve) => {
      child.once('message', (reply) => resolve(isRenderReply(reply) ? outcomeOf(reply) : { kind: 'died' }))
      child.send(task, (error) => error && resolve({ kind: 'died' }))
      void gone.then(() => resolve({ kind: 'died' }))
    })

  const isWornOut = (fileBytes: number) =>
    tasks >= MAX_TASKS ||
    performance.now() - startedAt > RETIRE_AFTER_MS ||
    residentBytes(child) > KEEP_BELOW_BYTES + fileBytes

  const run = async (task: RenderTask): Promise<Outcome> => {
    busy = true
    path = task.path
    tasks += 1
    clearTimeout(idleTimer)
    hold(child, true)
    const isDocument = task.kind === 'pdf' || task.kind === 'pdf-page'
    const fileBytes = isDocument ? await sizeOf(task.path) : 0
    const timeMs = task.kind === 'digest' ? DIGEST_TIME_MS : limits.timeMs
    const guard = watch(child, timeMs, limits.memoryBytes + fileBytes)
    const answer = await ask(task)
    const exceeded = guard.stop()
    if (exceeded || answer.kind === 'died' || isWornOut(fileBytes)) await kill()
    busy = false
    if (ended) onGone()
    else {
      hold(child, false)
      idleTimer = setTimeout(() => void kill(), limits.idleMs).unref()
    }
    return exceeded ? { kind: 'failed', failure: exceeded } : answer
  }

  return { isIdle: () => !busy && !ended, lastPath: () => path, run, kill }
}

function startChild(): ChildProcess {
  const script = `ulimit -t ${CPU_SECONDS}; exec "$@"`
  return spawn('/bin/sh', ['-c', script, 'sh', process.execPath, '--max-old-space-size=256', childEntry], {
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8', MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}

/** An idle child does not keep the server alive. */
function hold(child: ChildProcess, held: boolean) {
  if (held) {
    child.ref()
    child.channel?.ref()
  } else {
    child.unref()
    child.channel?.unref()
  }
}

/** Kills the child once it passes a limit; `stop` answers which one it was. */
function watch(child: ChildProcess, timeMs: number, memoryBytes: number) {
  const until = performance.now() + timeMs
  let exceeded: RenderFailure | undefined
  const timer = setInterval(() => {
    if (performance.now() > until) exceeded = 'TOO_SLOW'
    else if (residentBytes(child) > memoryBytes) exceeded = 'TOO_LARGE'
    else return
    clearInterval(timer)
    child.kill('SIGKILL')
  }, WATCH_EVERY_MS)
  return {
    stop: () => {
      clearInterval(timer)
      return exceeded
    },
  }
}

/** 0 where the system does not tell. */
function residentBytes(child: ChildProcess): number {
  try {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

async function sizeOf(path: string): Promise<number> {
  const info = await stat(path).catch(() => null)
  return info?.size ?? 0
}

function outcomeOf(reply: RenderReply): Outcome {
  if (!reply.ok) return { kind: 'failed', failure: reply.failure }
  return { kind: 'done', result: { sizes: reply.sizes, animated: reply.animated, sha256: reply.sha256 } }
}
