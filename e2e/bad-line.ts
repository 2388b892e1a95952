import { connect, createServer, type Socket } from 'node:net'
import { freePort } from './run-wingmark.ts'

export type BadLine = {
  /** The server's address through this connection. */
  url: string
  /** Bytes per second to the server; at 0 each connection stops after its first chunk. */
  speed: (bytesPerSecond: number) => void
  /** Bytes received by the server; the browser's own figure includes socket buffers. */
  arrivedBytes: () => number
  /** Breaks one connection after so many bytes to the browser, then the next after the second number, and so on. */
  breakAfter: (...bytes: number[]) => void
  breaksLeft: () => number
  /** Breaks every connection and accepts none, until mended. */
  cut: () => void
  mend: () => void
  close: () => Promise<void>
}

const tickMs = 25

/** A proxy between browser and server, since the browser's own throttling affects only new requests. */
export async function layLine(serverUrl: string): Promise<BadLine> {
  const { port: serverPort } = new URL(serverUrl)
  const port = await freePort()
  const sockets = new Set<Socket>()
  let perTick = Number.POSITIVE_INFINITY
  let left = perTick
  let isCut = false
  let arrived = 0
  const waiting = new Set<Socket>()
  let breaks: number[] = []

  const clock = setInterval(() => {
    left = perTick
    if (left === 0) return
    for (const socket of waiting) socket.resume()
    waiting.clear()
  }, tickMs)

  const server = createServer({ noDelay: true }, (browser) => {
    if (isCut) return browser.destroy()
    const upstream = connect(Number(serverPort), 'localhost')
    for (const socket of [browser, upstream]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        waiting.delete(socket)
      })
    }
    browser.on('close', () => upstream.destroy())
    upstream.on('close', () => browser.destroy())
    upstream.pipe(browser)
    let brought = 0
    upstream.on('data', (bytes) => {
      brought += bytes.length
      if (browser.destroyed || brought < (breaks[0] ?? Number.POSITIVE_INFINITY)) return
      breaks.shift()
      browser.destroy()
    })
    browser.on('data', (bytes) => {
      left -= bytes.length
      arrived += bytes.length
      const isTaken = upstream.write(bytes)
      if (left > 0 && isTaken) return
      browser.pause()
      if (left <= 0) waiting.add(browser)
      else upstream.once('drain', () => browser.resume())
    })
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))

  return {
    url: `http://localhost:${port}`,
    speed(bytesPerSecond) {
      perTick = (bytesPerSecond * tickMs) / 1_000
      left = perTick
    },
    arrivedBytes: () => arrived,
    breakAfter(...bytes) {
      breaks = bytes
    },
    breaksLeft: () => breaks.length,
    cut() {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    mend() {
      isCut = false
    },
    async close() {
      clearInterval(clock)
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}
