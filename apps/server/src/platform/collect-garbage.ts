import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Chunks of requests' bodies that may lie around before they are collected: where they are read, and where nobody does. */
const READ_BYTES = 4_000_000
const UNREAD_BYTES = 8_000_000
/** So long after the last upload nobody else sends one, most likely. */
const CALM_MS = 5_000

const collect: unknown = (() => {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc')
})()

/**
 * Gives back what loading the code took and running it does not need, about 30 MB. V8 would keep it until the server
 * has worked for a while. Holds the event loop for about 50 ms.
 */
export function releaseMemory(): void {
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

let lyingBytes = 0

/** To be called for each chunk that comes in. Those that nobody reads are collected as well, only later. */
export function noteChunk(bytes: number): void {
  lyingBytes += bytes
  if (lyingBytes >= UNREAD_BYTES) collectYoung()
}

/**
 * To be called when a chunk is done with. Collects young objects, in about 1 ms, every few megabytes: the next
 * chunks then lie where the last ones lay. V8 by itself lets them pile up, and marks the whole heap to be rid of them;
 * what is still in use when it is collected twice grows old.
 */
export function forgetChunk(): void {
  if (lyingBytes >= READ_BYTES) collectYoung()
}

function collectYoung(): void {
  lyingBytes = 0
  releaseWhenCalm()
  if (typeof collect === 'function') collect({ type: 'minor', execution: 'sync' })
}

let calm: NodeJS.Timeout | undefined

/** After bodies of requests, gives back what they made the heap grow by, up to 70 MB; V8 keeps it while there is nothing to do. */
function releaseWhenCalm(): void {
  calm ??= setTimeout(() => {
    calm = undefined
    releaseMemory()
  }, CALM_MS).unref()
  calm.refresh()
}
