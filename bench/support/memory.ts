import { readdirSync, readFileSync } from 'node:fs'

/** The process and all its descendants. */
export function treeOf(pid: number): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = parentOf(name)
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const found = [pid]
  for (const one of found) found.push(...(children.get(one) ?? []))
  return found
}

/** In MB. A page that several of the processes share counts once; one shared with others in part. */
export function memoryOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + proportionalKb(pid), 0) / 1024
}

/** Measures repeatedly until it is stopped; returns the maximum, in MB. */
export function watchMemory(pid: number, everyMs = 50): () => number {
  let most = memoryOf(treeOf(pid))
  const timer = setInterval(() => {
    most = Math.max(most, memoryOf(treeOf(pid)))
  }, everyMs)
  return () => {
    clearInterval(timer)
    return most
  }
}

const ticksOfSecond = 100

/** Processor seconds that they have used since they began. */
export function processorOf(pids: readonly number[]): number {
  const ticks = pids.map((pid) => {
    const fields = fieldsOf(pid)
    return Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
  })
  return ticks.reduce((sum, one) => sum + one, 0) / ticksOfSecond
}

function parentOf(pid: string): number | null {
  const parent = fieldsOf(pid)[1]
  return parent === undefined ? null : Number(parent)
}

/** From its state on. */
const fieldsOf = (pid: number | string): string[] =>
  read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? []

function proportionalKb(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0)
}

/** A process can end between being found and being read. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
