import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Browsers open connections ahead of need; closing must not wait for those that never carried a request. */
export function dropUnusedConnections(app: FastifyInstance): void {
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  app.addHook('preClose', async () => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  })
}
