import type { FastifyReply, FastifyRequest } from 'fastify'

/** Calls `done` once the last byte was sent, also as the end of a range; a HEAD sends none. */
export function whenLastByteSent(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  if (request.method !== 'GET') return
  reply.raw.once('finish', () => {
    const [, end, size] = /-(\d+)\/(\d+)$/.exec(String(reply.getHeader('content-range') ?? '')) ?? []
    const isEnd = reply.statusCode === 206 && Number(end) + 1 === Number(size)
    if (reply.statusCode === 200 || isEnd) done()
  })
}
