import { connect, type Socket } from 'node:net'

export type Asked = {
  method?: string
  path: string
  token?: string
  body?: string | Buffer
  /** Of the body, if it is not JSON. */
  type?: string
}

export type Connections = ReturnType<typeof openConnections>

const headEnd = '\r\n\r\n'

/** HTTP over open connections with minimal work: `node:http` would cost up to half an answer. Needs Content-Length. */
export function openConnections(origin: string) {
  const { hostname, port, host } = new URL(origin)
  const free: Socket[] = []
  const all = new Set<Socket>()

  const open = () => {
    const socket = connect(Number(port), hostname).setNoDelay(true)
    all.add(socket)
    socket.once('close', () => {
      all.delete(socket)
      // The server ends connections that were idle for long.
      const place = free.indexOf(socket)
      if (place >= 0) free.splice(place, 1)
    })
    return socket
  }

  /** Returns the body; throws unless 2xx. */
  const ask = ({ method = 'GET', path, token, body, type = 'application/json' }: Asked): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      const socket = free.pop() ?? open()
      const parts: Buffer[] = []
      let wanted = Number.POSITIVE_INFINITY
      let bodyAt = 0
      let received = 0
      const settle = (finish: () => void) => {
        socket.removeAllListeners('data').removeAllListeners('error')
        finish()
      }
      socket.on('error', (error) => settle(() => reject(error)))
      socket.on('data', (part) => {
        parts.push(part)
        received += part.length
        if (bodyAt === 0) {
          const start = parts.length === 1 ? part : Buffer.concat(parts)
          const end = start.indexOf(headEnd)
          if (end < 0) return
          bodyAt = end + headEnd.length
          wanted = bodyAt + Number(/content-length: (\d+)/i.exec(start.toString('latin1', 0, end))?.[1])
        }
        if (received < wanted) return
        settle(() => {
          free.push(socket)
          const answer = parts.length === 1 ? part : Buffer.concat(parts)
          const status = Number(answer.toString('latin1', 9, 12))
          const content = answer.subarray(bodyAt)
          if (status < 300) resolve(content)
          else reject(new Error(`${method} ${path}: ${status} ${content.toString()}`))
        })
      })
      const sent =
        body === undefined ? '' : `content-type: ${type}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`
      const authorization = token === undefined ? '' : `authorization: Bearer ${token}\r\n`
      const head = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${authorization}${sent}\r\n`
      if (!Buffer.isBuffer(body)) return void socket.write(head + (body ?? ''))
      socket.write(head)
      socket.write(body)
    })

  return { ask, close: () => all.forEach((socket) => socket.destroy()) }
}
