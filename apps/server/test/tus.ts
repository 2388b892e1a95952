import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { tusContentType, tusPath, tusVersion } from '@wingmark/contract/tus'
import { type Caller, callerHeaders, type TestApp } from './start-test-app.ts'

export type TusAnswer = {
  status: number
  headers: Headers
  message: string | undefined
  offset: number
  file: string | null
}
type Call = { method: string; path?: string; body?: Buffer; headers?: Record<string, string> }
type Wanted = {
  size: number
  name?: string
  purpose?: string
  review?: string
  target?: string
  body?: Buffer
  headers?: Record<string, string>
}

const base64 = (text: string) => Buffer.from(text).toString('base64')

export async function callTus(app: TestApp, caller: Caller, call: Call): Promise<TusAnswer> {
  const { method, path = tusPath, body, headers } = call
  const response = await app.fetch(path, {
    method,
    caller,
    headers: {
      'tus-resumable': tusVersion,
      ...(body ? { 'content-type': tusContentType } : {}),
      ...headers,
    },
    ...(body ? { body: new Uint8Array(body) } : {}),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    message: text === '' ? undefined : JSON.parse(text).message,
    offset: Number(response.headers.get('upload-offset') ?? Number.NaN),
    file: response.headers.get('x-file-id'),
  }
}

export function createTus(app: TestApp, caller: Caller, wanted: Wanted): Promise<TusAnswer> {
  const { size, name = 'design.png', purpose, review, target, body, headers } = wanted
  const metadata = [
    `filename ${base64(name)}`,
    ...(purpose ? [`purpose ${base64(purpose)}`] : []),
    ...(review ? [`review ${base64(review)}`] : []),
    ...(target ? [`target ${base64(target)}`] : []),
  ].join(',')
  const notified = { 'upload-length': String(size), 'upload-metadata': metadata, ...headers }
  return callTus(app, caller, { method: 'POST', headers: notified, ...(body ? { body } : {}) })
}

/** The path of a new upload, to send pieces to. */
export async function newTus(app: TestApp, caller: Caller, wanted: Wanted): Promise<string> {
  const { status, headers, message } = await createTus(app, caller, wanted)
  if (status !== 201) throw new Error(`no upload was made: ${status} ${message}`)
  return headers.get('location') ?? ''
}

export const sendPiece = (app: TestApp, caller: Caller, path: string, offset: number, body: Buffer) =>
  callTus(app, caller, { method: 'PATCH', path, body, headers: { 'upload-offset': String(offset) } })

export const askTus = (app: TestApp, caller: Caller, path: string) =>
  callTus(app, caller, { method: 'HEAD', path })

/** Sends the first bytes of a piece and leaves the connection open; `cut` breaks it. */
export async function startPiece(
  app: TestApp,
  caller: Caller,
  piece: { path: string; offset: number; announced: number; bytes: Buffer },
): Promise<{ cut: () => void; closed: Promise<void>; status: Promise<number> }> {
  const sending = request(app.url + piece.path, {
    method: 'PATCH',
    headers: {
      ...callerHeaders(caller),
      'tus-resumable': tusVersion,
      'content-type': tusContentType,
      'content-length': piece.announced,
      'upload-offset': piece.offset,
    },
  })
  const status = new Promise<number>((resolve) => {
    sending.on('response', ({ statusCode }) => resolve(statusCode ?? 0))
  })
  const closed = new Promise<void>((resolve) => {
    sending.on('error', () => resolve())
    sending.on('response', (response) => response.resume().on('close', () => resolve()))
    sending.on('close', () => resolve())
  })
  await new Promise<void>((resolve) => sending.write(piece.bytes, () => resolve()))
  await sleep(100)
  return { cut: () => sending.destroy(), closed, status }
}
