import { maxFileBytes } from '@wingmark/contract/limits'
import {
  TusMetadata,
  tusContentType,
  tusExtensions,
  tusFileHeaders,
  tusVersion,
} from '@wingmark/contract/tus'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { discardBody } from '#server/http/multipart'
import { DomainError } from '#server/platform/domain-error'

export type TusCreation = {
  sizeBytes: number
  metadata: TusMetadata
  /** As it came, to be returned unchanged. */
  metadataText: string
  /** The bytes of this request: none, all, or a first piece. */
  body: 'none' | 'whole' | 'piece'
}

/** The progress of an upload. */
export type TusProgress = {
  offset: number
  sizeBytes: number
  metadataText: string
  /** Null once it has become a file. */
  expiresAt: Date | null
  file: { id: string; key: string } | null
}

const exposed = [
  'Location',
  'Tus-Resumable',
  'Tus-Version',
  'Tus-Extension',
  'Tus-Max-Size',
  'Upload-Offset',
  'Upload-Length',
  'Upload-Metadata',
  'Upload-Expires',
  'X-File-Id',
  'X-File-Key',
]
const accepted = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'Tus-Resumable',
  'Upload-Length',
  'Upload-Metadata',
  'Upload-Offset',
  'X-HTTP-Method-Override',
  'X-Share-Token',
]

/** Leaves the bytes to the handler, sets the protocol's headers, and stops reading a body after a refusal. */
export function speakTus(scope: FastifyInstance, webOrigin: string): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
  scope.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'tus-resumable': tusVersion,
      'cache-control': 'no-store',
      'access-control-allow-origin': webOrigin,
      'access-control-expose-headers': exposed.join(', '),
    })
    if (request.method === 'OPTIONS' || request.headers['tus-resumable'] === tusVersion) return
    reply.header('tus-version', tusVersion)
    discardBody(request)
    throw new DomainError('TUS_VERSION')
  })
  scope.addHook('onError', async (request) => discardBody(request))
}

export function describeProtocol(reply: FastifyReply) {
  return reply
    .code(204)
    .headers({
      'tus-version': tusVersion,
      'tus-extension': tusExtensions.join(','),
      'tus-max-size': maxFileBytes,
      'access-control-allow-methods': 'POST, HEAD, PATCH, DELETE, OPTIONS',
      'access-control-allow-headers': accepted.join(', '),
      'access-control-max-age': 86_400,
    })
    .send()
}

/** Throws UPLOAD_UNREADABLE for what is outside the protocol, or its part supported here. */
export function readCreation(request: FastifyRequest): TusCreation {
  const { headers } = request
  if (headers['upload-concat'] !== undefined || headers['upload-defer-length'] !== undefined)
    throw unreadable()
  const sizeBytes = readNumber(headers['upload-length'])
  const metadataText = String(headers['upload-metadata'] ?? '')
  const metadata = readMetadata(metadataText)
  const isPiece = headers['content-type'] === tusContentType
  const announcedBytes = Number(headers['content-length'] ?? 0)
  if (isPiece && announcedBytes > sizeBytes) throw unreadable()
  // An empty file has no piece to wait for.
  const isWhole = sizeBytes === 0 || (isPiece && announcedBytes === sizeBytes)
  return { sizeBytes, metadata, metadataText, body: isWhole ? 'whole' : isPiece ? 'piece' : 'none' }
}

/** Where this request's piece starts. Throws UNSUPPORTED_MEDIA_TYPE, UPLOAD_UNREADABLE. */
export function readPiece({ headers }: FastifyRequest): { offset: number; announcedBytes: number | null } {
  if (headers['content-type'] !== tusContentType)
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', { message: `Send the bytes as ${tusContentType}.` })
  const length = headers['content-length']
  return {
    offset: readNumber(headers['upload-offset']),
    announcedBytes: length === undefined ? null : readNumber(length),
  }
}

/** What a client means that cannot send other methods. */
export function meantMethod({ method, headers }: FastifyRequest): string {
  const override = headers['x-http-method-override']
  return method === 'POST' && typeof override === 'string' ? override.toUpperCase() : method
}

export function sendProgress(reply: FastifyReply, progress: TusProgress): FastifyReply {
  reply.header('upload-offset', progress.offset)
  if (progress.expiresAt) reply.header('upload-expires', progress.expiresAt.toUTCString())
  if (progress.file)
    reply.headers({ [tusFileHeaders.id]: progress.file.id, [tusFileHeaders.key]: progress.file.key })
  return reply
}

export function readMetadata(text: string): TusMetadata {
  const pairs = text === '' ? [] : text.split(',').map((pair) => pair.trim().split(' '))
  const values = new Map<string, string>()
  for (const [key = '', value = '', ...rest] of pairs) {
    if (key === '' || rest.length > 0 || values.has(key) || !/^[\w+/-]*={0,2}$/.test(value))
      throw unreadable()
    values.set(key, Buffer.from(value, 'base64').toString())
  }
  return TusMetadata.parse(Object.fromEntries(values))
}

function readNumber(value: string | string[] | undefined): number {
  if (typeof value !== 'string' || !/^(0|[1-9]\d{0,14})$/.test(value)) throw unreadable()
  return Number(value)
}

const unreadable = () => new DomainError('UPLOAD_UNREADABLE')
