import type { Socket } from 'node:net'
import { type ErrorCode, errorCatalogue, type Failure } from '@wingmark/contract/errors'
import { uploadFile } from '@wingmark/contract/files'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { logRefusal } from '#server/http/audit'
import { DomainError, notFound } from '#server/platform/domain-error'
import { RendererBusyError } from '#server/platform/media/render'
import {
  StorageFullError,
  StorageUnavailableError,
  UploadAbortedError,
  UploadTooLargeError,
} from '#server/platform/storage'

const byFastifyCode: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'BAD_REQUEST',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'BAD_REQUEST',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'BAD_REQUEST',
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_BAD_URL: 'NOT_FOUND',
  FST_ERR_MAX_PARAM_LENGTH: 'NOT_FOUND',
  FST_STATIC_FORBIDDEN_PATH: 'NOT_FOUND',
}

const connectionErrors = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'])
const connectionMessage =
  /^(Connection terminated|Query read timeout|timeout (exceeded|expired)|Client has encountered a connection error|Cannot use a pool)/

/** A database that is down, starting, full or overloaded (SQLSTATE 08, 53, 57P, 40), such a file store, or renderer. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof StorageUnavailableError || error instanceof RendererBusyError) return true
  if (!(error instanceof Error) || error.message === 'aborted') return false
  const cause = error.cause instanceof Error ? error.cause : error
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
  return (
    /^(08|53|57P|40|25006|57014|58030)/.test(code) ||
    connectionErrors.has(code) ||
    connectionMessage.test(cause.message)
  )
}

/** What the request refers to, or its author, was deleted meanwhile. */
function isAboutSomethingGone(error: Error): boolean {
  const cause = error.cause instanceof Error ? error.cause : error
  return 'code' in cause && cause.code === '23503'
}

function asDomainError(error: FastifyError, request: FastifyRequest): DomainError | null {
  if (error instanceof DomainError) return error
  const known = byFastifyCode[error.code]
  if (known) return ofBody(known, request)
  if (error instanceof StorageFullError) return new DomainError('STORAGE_FULL', { retryAfterSeconds: 60 })
  // Files that are too large get a message with their name elsewhere, where it is known.
  if (error instanceof UploadAbortedError || error instanceof UploadTooLargeError)
    return new DomainError('UPLOAD_UNREADABLE')
  if (isUnavailable(error)) return new DomainError('UNAVAILABLE', { retryAfterSeconds: 5 })
  if (isAboutSomethingGone(error)) return new DomainError('CONFLICT')
  if (error.statusCode === 400) return new DomainError('BAD_REQUEST')
  return null
}

/** Fastify checks the body before the handler; on an unknown path 404 takes precedence. */
function ofBody(code: ErrorCode, request: FastifyRequest): DomainError {
  if (request.is404) return notFound()
  const isUpload = code === 'UNSUPPORTED_MEDIA_TYPE' && request.routeOptions.url === uploadFile.path
  return new DomainError(
    code,
    isUpload ? { message: 'Send the file in a form, as multipart/form-data.' } : {},
  )
}

export function failure(error: DomainError, requestId: string): Failure {
  return {
    success: false,
    code: error.code,
    message: error.message,
    ...(error.errors ? { errors: error.errors } : {}),
    ...(error.existing === undefined ? {} : { existing: error.existing }),
    ...(error.version === undefined ? {} : { version: error.version }),
    ...(error.file === undefined ? {} : { file: error.file }),
    ...(error.decidedBy ? { decidedBy: error.decidedBy } : {}),
    ...(error.sharedWork ? { sharedWork: error.sharedWork } : {}),
    ...(error.sender ? { sender: error.sender } : {}),
    requestId,
  }
}

/** The one place where an error becomes an answer. */
export function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const known = asDomainError(error, request)
  if (!known) request.log.error({ err: error }, 'request failed')
  else if (known.code === 'UNAVAILABLE') request.log.warn({ err: error }, 'a dependency is unavailable')
  if (reply.raw.headersSent) {
    reply.raw.destroy()
    return
  }
  sendError(known ?? new DomainError('SERVER_ERROR'), request, reply)
}

export function sendError(error: DomainError, request: FastifyRequest, reply: FastifyReply): void {
  const { status } = errorCatalogue[error.code]
  logRefusal(request, error, status)
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', Math.ceil(error.retryAfterSeconds))
  reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .type('application/json; charset=utf-8')
    .send(failure(error, request.id))
}

const usualMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Unknown paths below the API prefixes; the web app handles the others. */
export function handleNotFound(request: FastifyRequest, reply: FastifyReply): void {
  if (!usualMethods.has(request.method)) {
    reply.header('allow', 'GET, HEAD, POST, PATCH, DELETE')
    return sendError(new DomainError('METHOD_NOT_ALLOWED'), request, reply)
  }
  sendError(notFound(), request, reply)
}

const goodbyeMs = 1_000

/** What Node's HTTP parser refuses before there is a request. The connection is cut if the client keeps it open. */
export function handleClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (socket.writableEnded) return
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const code: ErrorCode =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'HEADERS_TOO_LARGE'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'REQUEST_TIMEOUT'
        : 'BAD_REQUEST'
  const { status } = errorCatalogue[code]
  const body = JSON.stringify(
    failure(
      new DomainError(code, code === 'BAD_REQUEST' ? { message: 'The request couldn’t be read.' } : {}),
      'none',
    ),
  )
  socket.end(
    `HTTP/1.1 ${status} Refused\r\ncontent-type: application/json; charset=utf-8\r\nx-content-type-options: nosniff\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
  setTimeout(() => socket.destroy(), goodbyeMs).unref()
}
