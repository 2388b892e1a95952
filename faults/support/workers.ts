import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Installation } from './installation.ts'

const lookEveryMs = 100

/** `waitedMs`: the longest wait of one of its threads for a processor on a busy machine. */
export type Worker = { pid: number; livedMs: number; waitedMs: number; mostMB: number }

/** Watches the server's render processes during some work; returns the figures of each. */
export async function whileWatchingWorkers(
  installation: Installation,
  work: () => Promise<unknown>,
): Promise<{ workers: Worker[]; mostTogetherMB: number }> {
  const seen = new Map<number, Worker & { from: number }>()
  let mostTogetherMB = 0
  let isOver = false
  const watched = (async () => {
    while (!isOver) {
      let together = 0
      for (const pid of workersOf(installation)) {
        const megabytes = residentMB(pid)
        together += megabytes
        const now = performance.now()
        const { from, mostMB, waitedMs } = seen.get(pid) ?? { from: now, mostMB: 0, waitedMs: 0 }
        seen.set(pid, {
          pid,
          from,
          livedMs: now - from,
          waitedMs: Math.max(waitedMs, waitedOf(pid)),
          mostMB: Math.max(mostMB, megabytes),
        })
      }
      mostTogetherMB = Math.max(mostTogetherMB, together)
      await sleep(lookEveryMs)
    }
  })()
  await work().finally(() => {
    isOver = true
  })
  await watched
  return { workers: [...seen.values()], mostTogetherMB }
}

export const residentMB = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024

export function workersOf({ pid }: Installation): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number)
  return children.filter((child) => read(`/proc/${child}/cmdline`).includes('render-child'))
}

function waitedOf(pid: number): number {
  const threads = names(`/proc/${pid}/task`)
  const waits = threads.map((thread) =>
    Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[1] ?? 0),
  )
  return Math.max(0, ...waits) / 1e6
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Empty for a process that has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
