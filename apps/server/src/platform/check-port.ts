import { createServer } from 'node:net'
import { StartupError } from '#server/platform/startup-error'

/** Explains in a sentence why nothing can listen on `port` of `host`; other errors pass through. */
export const listenError = (error: unknown, port: number, host: string): unknown => {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EADDRINUSE')
    return new StartupError(`PORT ${port} is already in use: set PORT to a free one.`)
  if (code === 'EACCES')
    return new StartupError(`PORT ${port} may not be used by this user: set PORT to 1024 or more.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EINVAL') {
    return new StartupError(`HOST ${host} is not an address of this machine.`)
  }
  return error
}

/** Checks the port before a database is started in vain. */
export const checkPort = (port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => reject(listenError(error, port, host)))
    probe.listen({ port, host }, () => probe.close(() => resolve()))
  })
