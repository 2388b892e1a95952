import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { contentDisposition } from '#server/http/send-bytes'

/** A HEAD request makes no zip, which would be read and thrown away. */
export function sendZip(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, open }: { name: string; open: () => Readable },
) {
  return reply
    .header('content-type', 'application/zip')
    .header('content-disposition', contentDisposition('attachment', name))
    .header('cache-control', 'no-store')
    .send(request.method === 'HEAD' ? Readable.from([]) : open())
}
