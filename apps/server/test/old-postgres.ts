import { createServer, type Server } from 'node:net'

const message = (type: string, body: Buffer) => {
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), length, body])
}

const int = (bytes: 2 | 4, value: number) => {
  const buffer = Buffer.alloc(bytes)
  if (bytes === 2) buffer.writeInt16BE(value)
  else buffer.writeInt32BE(value)
  return buffer
}

const readyForQuery = message('Z', Buffer.from('I'))
const authenticated = Buffer.concat([message('R', int(4, 0)), readyForQuery])

const oneValue = (value: string) => {
  const column = [
    Buffer.from('server_version_num\0'),
    int(4, 0),
    int(2, 0),
    int(4, 25),
    int(2, -1),
    int(4, -1),
    int(2, 0),
  ]
  return Buffer.concat([
    message('T', Buffer.concat([int(2, 1), ...column])),
    message('D', Buffer.concat([int(2, 1), int(4, value.length), Buffer.from(value)])),
    message('C', Buffer.from('SHOW\0')),
    readyForQuery,
  ])
}

/** Answers every client like a PostgreSQL of the given version. */
export const pretendPostgres = (version: string): Server =>
  createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(authenticated)
      socket.on('data', (data) => {
        if (data.toString('latin1', 0, 1) === 'Q') socket.write(oneValue(version))
      })
    })
  })
