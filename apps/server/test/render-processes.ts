import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'

const started = new Set<ChildProcess>()
// Only of this thread: others of the same process render, too.
subscribe('child_process', (message) => {
  const { process } = message as { process: ChildProcess }
  started.add(process)
  process.once('exit', () => started.delete(process))
})

/** Processes that render for the applications of this thread. */
export const drawingProcesses = (): ChildProcess[] =>
  [...started].filter(({ spawnargs }) => spawnargs.some((arg) => arg.includes('render-child')))
