import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '#server/platform/domain-error'
import type { ByteRange, OpenObject } from '#server/platform/storage'

type Bytes = {
  /** Identifies exactly these bytes. */
  identity: string
  cacheControl: string
  /** Only the bytes after the first one, which is sent once. */
  isRest?: boolean
  /** Called only if the client does not have them. */
  open: () => Promise<{ object: OpenObject; mime: string; disposition: string }>
}

/** User files never run: no script, no frame, no guessing of types. */
const sandbox = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** Sends stored bytes: whole, one range, or 304 if unchanged. Throws NOT_FOUND for the first byte of a rest. */
export async function sendBytes(request: FastifyRequest, reply: FastifyReply, bytes: Bytes) {
  const { identity, cacheControl } = bytes
  const etag = etagOf(identity)
  const known = {
    etag,
    'cache-control': cacheControl,
    'content-security-policy': sandbox,
    // The page may have another address than PUBLIC_URL (127.0.0.1, another name): the signature protects, not the
    // origin.
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  }
  if (isKnown(request, identity)) return reply.code(304).headers(known).send()
  const { object, mime, disposition } = await bytes.open()
  const condition = request.headers['if-range']
  const isSame = condition === undefined || condition === etag
  const range = isSame ? readRange(request.headers.range, object.sizeBytes) : 'whole'
  if (bytes.isRest && (range === 'whole' || (range !== 'impossible' && range.start === 0))) {
    await object.close()
    throw notFound()
  }
  reply.headers({
    ...known,
    'content-type': mime,
    'content-disposition': disposition,
    'accept-ranges': 'bytes',
  })
  if (range === 'impossible') {
    await object.close()
    return reply.code(416).header('content-range', `bytes */${object.sizeBytes}`).send()
  }
  const length = range === 'whole' ? object.sizeBytes : range.end - range.start + 1
  reply.header('content-length', length)
  if (range !== 'whole') {
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${object.sizeBytes}`)
  }
  if (request.method === 'HEAD' || length === 0) {
    await object.close()
    // A stream does not change the length that was set above.
    return reply.send(Readable.from([]))
  }
  return reply.send(object.stream(range === 'whole' ? undefined : range))
}

/** Whether the client says that it has exactly these bytes. */
export function isKnown({ headers }: FastifyRequest, identity: string): boolean {
  return matches(headers['if-none-match'], etagOf(identity))
}

function etagOf(identity: string): string {
  return `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
}

/** One range of bytes; several, or an unreadable one, get the whole file, as RFC 9110 allows. */
export function readRange(header: string | undefined, size: number): ByteRange | 'whole' | 'impossible' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  const [, first = '', last = ''] = match ?? []
  if (first === '' && last === '') return 'whole'
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'impossible' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return 'whole'
  return start >= size ? 'impossible' : { start, end }
}

/** RFC 6266: a plain name for old clients, the real one for others; escapes whatever could end the header. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`
}

function matches(header: string | undefined, etag: string): boolean {
  return header !== undefined && header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}
