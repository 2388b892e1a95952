import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Chunks of a request's body that may lie around before they are collected. */
const FORGOTTEN_BYTES = 4_000_000

const collect: unknown = (() => {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc')
})()

/**
 * Gives back what loading the code took and running it does not need, about 30 MB. V8 would keep it until the server
 * has worked for a while. Holds the event loop for about 50 ms, once.
 */
export function releaseStartMemory(): void {
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

let forgottenBytes = 0

/**
 * To be called for each chunk that is done with. Collects young objects, in about 1 ms, every few megabytes: the next
 * chunks then lie where the last ones lay. V8 by itself lets them pile up, and marks the whole heap to be rid of them.
 */
export function forgetChunk(bytes: number): void {
  forgottenBytes += bytes
  if (forgottenBytes < FORGOTTEN_BYTES) return
  forgottenBytes = 0
  if (typeof collect === 'function') collect({ type: 'minor', execution: 'sync' })
}
