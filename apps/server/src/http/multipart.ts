import type { Readable } from 'node:stream'
import multipart, { type MultipartFile } from '@fastify/multipart'
import { fileMessages } from '@wingmark/contract/file-types'
import { uploadFile } from '@wingmark/contract/files'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Garbage } from '#server/platform/collect-garbage'
import { DomainError, invalidFields } from '#server/platform/domain-error'

export type FormFields = ReadonlyMap<string, string>

type Hands<T> = {
  /** Receives the file; `before` contains the fields that came ahead of it. */
  receive: (file: { name: string; type: string; bytes: Readable }, before: FormFields) => Promise<T>
  /** Called with what was received when the rest of the form is invalid. */
  discard: (received: T) => Promise<void>
}

const limits = {
  fileSize: Number.MAX_SAFE_INTEGER,
  fieldSize: 16_384,
  fields: 20,
  parts: 30,
  headerPairs: 50,
}
const maxOtherFileBytes = 1_048_576
/** A client that is still sending reads the refusal first; then the connection is cut. */
const lingerMs = 5_000

/** Multipart bodies are only for the upload route; all others refuse them. */
export async function acceptUploads(app: FastifyInstance, garbage: Garbage): Promise<void> {
  await app.register(multipart, { limits, throwFileSizeLimit: false, preservePath: true })
  // Nothing wrote the refused body, so nothing counted its chunks as garbage.
  app.addHook('onResponse', async (request, reply) => {
    if (request.isMultipart() && reply.statusCode >= 400)
      garbage.leave(Number(request.headers['content-length'] ?? 0))
  })
  app.addHook('preHandler', async (request) => {
    if (!request.isMultipart() || request.is404 || request.routeOptions.url === uploadFile.path) return
    discardBody(request)
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE')
  })
}

/** Streams a form with one part `file` and any fields around it. Throws UPLOAD_UNREADABLE, INVALID_FIELDS. */
export async function readUploadForm<T>(
  request: FastifyRequest,
  hands: Hands<T>,
): Promise<{ received: T; fields: FormFields }> {
  const fields = new Map<string, string>()
  const kept: T[] = []
  try {
    if (!request.isMultipart()) throw chooseOne()
    // RFC 2046 allows 70; beyond what it can search for, the parser throws its own error.
    if ((request.headers['content-type'] ?? '').length > 300) throw new DomainError('UPLOAD_UNREADABLE')
    for await (const part of request.parts()) {
      if (typeof part.fieldname !== 'string') throw new DomainError('UPLOAD_UNREADABLE')
      if (part.type === 'field') fields.set(part.fieldname, String(part.value))
      else if (part.fieldname !== 'file') await skip(part.file)
      else if (kept.length > 0) throw chooseOne()
      else kept.push(await receivePart(part, fields, hands))
    }
    const [received] = kept
    if (received === undefined) throw chooseOne()
    return { received, fields }
  } catch (error) {
    discardBody(request)
    for (const received of kept) await hands.discard(received)
    throw isUnreadable(error) ? new DomainError('UPLOAD_UNREADABLE') : error
  }
}

async function receivePart<T>(
  { filename, mimetype, file }: MultipartFile,
  before: FormFields,
  { receive }: Hands<T>,
): Promise<T> {
  try {
    return await receive({ name: unescapeName(filename ?? ''), type: mimetype, bytes: file }, before)
  } finally {
    file.destroy()
  }
}

/** Reads the rest of the body without storing it, so that the answer arrives; only briefly. */
export function discardBody({ raw }: FastifyRequest): void {
  if (raw.readableEnded || raw.destroyed) return
  raw.unpipe()
  raw.resume()
  const timer = setTimeout(() => raw.destroy(), lingerMs).unref()
  raw.once('close', () => clearTimeout(timer))
}

/** Browsers escape these three characters in file names, and no others. */
function unescapeName(name: string): string {
  return name.replace(/%22/g, '"').replace(/%0[AD]/gi, ' ')
}

async function skip(file: AsyncIterable<Buffer>): Promise<void> {
  let bytes = 0
  for await (const chunk of file) {
    bytes += chunk.length
    if (bytes > maxOtherFileBytes) throw chooseOne()
  }
}

const chooseOne = () => invalidFields({ file: fileMessages.chooseOne })

// Errors of the form parser, whose messages mean nothing to people.
function isUnreadable(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof DomainError) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    code.startsWith('FST_') ||
    code === 'ECONNRESET' ||
    /multipart|boundary|terminated early|part|header/i.test(error.message)
  )
}
