import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import {
  isRenderReply,
  type RenderFailure,
  type RenderReply,
  type RenderResult,
  type RenderTask,
  tilesInProgress,
} from '#server/platform/media/render-protocol'

const WATCH_EVERY_MS = 50
const MAX_TASKS = 500
const RETIRE_AFTER_MS = 120_000
/** Tasks that take longer than a picture or page: reading a file through, and pictures of hundreds of megapixels. */
const LONGER = {
  digest: { cpuMs: 20_000, timeMs: 120_000 },
  'large-picture': { cpuMs: 9_000, timeMs: 120_000 },
  annotated: { cpuMs: 9_000, timeMs: 120_000 },
  tiles: { cpuMs: 60_000, timeMs: 240_000 },
  compare: { cpuMs: 20_000, timeMs: 120_000 },
  carry: { cpuMs: 20_000, timeMs: 120_000 },
  'pair-pages': { cpuMs: 20_000, timeMs: 120_000 },
  'pdf-facts': { cpuMs: 12_000, timeMs: 60_000 },
  'picture-facts': { cpuMs: 20_000, timeMs: 120_000, memoryBytes: 700 * 1024 * 1024 },
}
/** Tiles may take as long as they keep coming; a process without progress for this processor time is ended. */
const STUCK_CPU_MS = 6_000
/** How Linux counts processor time, on every platform of Node. */
const TICKS_PER_SECOND = 100
const KEEP_BELOW_BYTES = 280 * 1024 * 1024
/** Ends a process whose server was killed while it was busy; a living server replaces it before. */
const CPU_SECONDS = 300

export type Outcome =
  | { kind: 'done'; result: RenderResult }
  | { kind: 'failed'; failure: RenderFailure | 'NOT_WRITTEN' }
  | { kind: 'died' }

export type RenderProcess = {
  /** By `performance.now()`. */
  startedAt: number
  isIdle: () => boolean
  lastPath: () => string | undefined
  /** True where its cache of another file would count against this one. */
  isTooHeavyFor: (path: string) => boolean
  run: (task: RenderTask) => Promise<Outcome>
  kill: () => Promise<void>
}

export type RenderLimits = {
  processes: number
  /** Processor time for one picture or page. */
  cpuMs: number
  /** Clock time; far longer, since a busy machine gives these processes little. */
  timeMs: number
  /** Resident memory of a process, to which the size of a PDF is added. */
  memoryBytes: number
  /** An idle process ends itself after this. */
  idleMs: number
  /** For the processor's scheduler: from 0, the server's own, to 19, the least. */
  priority: number
}

type Limits = Omit<RenderLimits, 'processes'>

// The bundle puts the child beside the server's own file; from source it is this file's neighbour.
const childEntry = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './render-child.ts' : './render-child.js', import.meta.url),
)

/** One child; `onGone` is called once, when it has ended and its last task is answered. */
export function startRenderProcess(limits: Limits, onGone: () => void): RenderProcess {
  const child = startChild(limits.priority)
  const startedAt = performance.now()
  let busy = false
  let ended = false
  let killed = false
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
    killed = true
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
    const fileBytes = await weightOf(task)
    const given = { ...limits, ...longerFor(task) }
    const guard = watch(child, { ...given, memoryBytes: given.memoryBytes + fileBytes }, task)
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

  return {
    startedAt,
    isIdle: () => !busy && !ended && !killed,
    lastPath: () => path,
    isTooHeavyFor: (other) => other !== path && residentBytes(child) > KEEP_BELOW_BYTES,
    run,
    kill,
  }
}

/** PDFium holds a document in memory whole, and again while it writes it without its password. */
async function weightOf(task: RenderTask): Promise<number> {
  const sizes = await Promise.all(documentsOf(task).map(sizeOf))
  return Math.max(0, ...sizes)
}

function documentsOf(task: RenderTask): string[] {
  switch (task.kind) {
    case 'pdf':
    case 'pdf-page':
    case 'pdf-tile':
    case 'pdf-facts':
    case 'unlock':
      return [task.path]
    case 'pair-pages':
      return [task.older, task.path]
    case 'annotated':
      return task.page === undefined ? [] : [task.path]
    case 'compare':
    case 'carry':
      return [task.older, task].filter(({ page }) => page !== undefined).map(({ path }) => path)
    default:
      return []
  }
}

function longerFor({ kind }: RenderTask) {
  return kind in LONGER ? LONGER[kind as keyof typeof LONGER] : {}
}

function startChild(priority: number): ChildProcess {
  const script = `ulimit -t ${CPU_SECONDS}; exec "$@"`
  const command = [process.execPath, '--max-old-space-size=256', childEntry, String(priority)]
  return spawn('/bin/sh', ['-c', script, 'sh', ...command], {
    env: {
      PATH: process.env.PATH,
      LANG: 'C.UTF-8',
      MALLOC_ARENA_MAX: '2',
      CJK_FONT: process.env['CJK_FONT'],
    },
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

/** Kills the child once it passes a limit; `stop` returns which one it was. */
function watch(
  child: ChildProcess,
  limits: Pick<Limits, 'cpuMs' | 'timeMs' | 'memoryBytes'>,
  task: RenderTask,
) {
  const until = performance.now() + limits.timeMs
  const cpuBefore = processorMs(child)
  let grown = { bytes: 0, cpu: cpuBefore }
  let exceeded: RenderFailure | undefined
  const timer = setInterval(() => {
    const cpu = processorMs(child)
    const bytes = task.kind === 'tiles' ? bytesOf(tilesInProgress(task.tiles)) : 0
    if (bytes > grown.bytes) grown = { bytes, cpu }
    const isStuck = task.kind === 'tiles' && cpu - grown.cpu > STUCK_CPU_MS
    const isLate = performance.now() > until || cpu - cpuBefore > limits.cpuMs
    if (isLate || isStuck) exceeded = 'TOO_SLOW'
    else if (residentBytes(child) > limits.memoryBytes) exceeded = 'TOO_LARGE'
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

/** Processor time used so far, by all threads; 0 where the system does not report it. */
function processorMs(child: ChildProcess): number {
  const fields = readProc(child, 'stat').split(') ').at(-1)?.split(' ') ?? []
  return ((Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 1000) / TICKS_PER_SECOND
}

/** 0 where the system does not report it. */
function residentBytes(child: ChildProcess): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readProc(child, 'status'))?.[1] ?? 0) * 1024
}

function readProc(child: ChildProcess, name: string): string {
  try {
    return readFileSync(`/proc/${child.pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}

function bytesOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

async function sizeOf(path: string): Promise<number> {
  const info = await stat(path).catch(() => null)
  return info?.size ?? 0
}

function outcomeOf(reply: RenderReply): Outcome {
  if (!reply.ok) return { kind: 'failed', failure: reply.failure }
  const { sizes, animated, unseen, sha256, crc32 } = reply
  return { kind: 'done', result: { sizes, animated, unseen, sha256, crc32 } }
}
