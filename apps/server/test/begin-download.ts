import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { TestApp } from './start-test-app.ts'

/** Starts a download, stops reading, and returns a check of whether the server still holds the connection. */
export async function beginDownload(app: TestApp, address: string, headers: Record<string, string> = {}) {
  const { pathname, search } = new URL(address, app.url)
  const download = request(app.url + pathname + search, { headers })
  download.on('error', () => {})
  download.end()
  const [response] = (await once(download, 'response')) as [IncomingMessage]
  response.on('error', () => {})
  response.pause()
  const { localPort } = response.socket
  const isHeld = () =>
    (process as unknown as { _getActiveHandles(): { remotePort?: number; destroyed?: boolean }[] })
      ._getActiveHandles()
      .some((one) => one.remotePort === localPort && !one.destroyed)
  return { status: response.statusCode, isHeld, end: () => download.destroy() }
}
