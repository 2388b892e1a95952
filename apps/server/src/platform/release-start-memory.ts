import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Gives back what loading the code took and running it does not need, about 30 MB. V8 would keep it until the server
 * has worked for a while. Holds the event loop for about 50 ms, once.
 */
export const releaseStartMemory = (): void => {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
