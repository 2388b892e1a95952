import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { png } from '../../apps/server/test/people.ts'
import type { Installation, Reply } from './installation.ts'

export type Sent = { key: string; bytes: Buffer; sha256: string; purpose: 'REVIEW' | 'COMMENT' | 'TRANSFER' }
/** Called as bytes are sent, with their number. */
export type OnSent = (bytes: number) => void

/** A valid picture with bytes after its end: of any size, all different. */
export function newFile(size: number, purpose: Sent['purpose'] = 'REVIEW'): Sent {
  const head = png()
  const bytes = Buffer.concat([head, randomBytes(Math.max(0, size - head.length))])
  return { key: crypto.randomUUID(), bytes, sha256: sha256(bytes), purpose }
}

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const boundary = 'a-boundary-of-a-form'
const stepBytes = 256 * 1024

/** One request by the form; null without a whole answer. */
export async function sendForm(
  to: Installation,
  { key, bytes, purpose }: Sent,
  onSent?: OnSent,
): Promise<Reply | null> {
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="purpose"\r\n\r\n${purpose}\r\n` +
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="design.png"\r\n\r\n`,
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}`, 'idempotency-key': key }
  const body = [head, bytes, tail]
  return (await call(to, { method: 'POST', path: '/file/api/v1', headers }, body, onSent))?.reply ?? null
}

export type TusUpload = { path: string; sent: Sent }

const tus = { 'tus-resumable': '1.0.0' }
const filename = `filename ${Buffer.from('design.png').toString('base64')}`

/** Null without a whole answer. */
export async function createTus(to: Installation, sent: Sent): Promise<TusUpload | null> {
  const headers = {
    ...tus,
    'upload-length': String(sent.bytes.length),
    'upload-metadata': filename,
    'idempotency-key': sent.key,
  }
  const answer = await call(to, { method: 'POST', path: '/file/api/v1/tus', headers })
  if (!answer) return null
  if (answer.reply.status !== 201) throw new Error(`not made: ${answer.reply.status} ${answer.reply.text}`)
  return { path: String(answer.headers['location']), sent }
}

/** Its offset, and the file's id once there is one. */
export async function askTus(to: Installation, { path }: TusUpload) {
  const answer = await call(to, { method: 'HEAD', path, headers: tus })
  if (!answer) return null
  const { 'upload-offset': offset, 'x-file-id': id } = answer.headers
  return { status: answer.reply.status, offset: Number(offset), id: id === undefined ? null : String(id) }
}

/** The status of ending it. */
export async function endTus(to: Installation, { path }: TusUpload): Promise<number | undefined> {
  return (await call(to, { method: 'DELETE', path, headers: tus }))?.reply.status
}

/** Sends the rest from `offset`; returns the file's id, or null without a whole answer. */
export async function sendRest(
  to: Installation,
  upload: TusUpload,
  offset: number,
  onSent?: OnSent,
): Promise<string | null> {
  const answer = await sendFrom(to, upload, offset, onSent)
  return answer?.reply.status === 204 ? String(answer.headers['x-file-id']) : null
}

/** The answer to the rest of it; null where the connection broke first. */
export function sendFrom(
  to: Installation,
  { path, sent }: TusUpload,
  offset: number,
  onSent?: OnSent,
): Promise<Answer | null> {
  const headers = {
    ...tus,
    'upload-offset': String(offset),
    'content-type': 'application/offset+octet-stream',
  }
  return call(to, { method: 'PATCH', path, headers }, [sent.bytes.subarray(offset)], onSent)
}

/** Continues as a client does, until it has the file's id. */
export async function resumeTus(to: Installation, upload: TusUpload): Promise<{ id: string; from: number }> {
  for (let tries = 0; tries < 20; tries++) {
    const progress = await askTus(to, upload)
    if (progress?.id) return { id: progress.id, from: progress.offset }
    if (progress && progress.status !== 200) throw new Error(`it is not there any more: ${progress.status}`)
    const id = progress ? await sendRest(to, upload, progress.offset) : null
    if (id && progress) return { id, from: progress.offset }
    await sleep(100)
  }
  throw new Error('it did not go on')
}

type Answer = { reply: Reply; headers: NodeJS.Dict<string | string[]> }
type Call = { method: string; path: string; headers: Record<string, string> }

function call(to: Installation, { method, path, headers }: Call, body: Buffer[] = [], onSent?: OnSent) {
  const length = body.reduce((sum, part) => sum + part.length, 0)
  const target = request(to.server.origin + path, {
    method,
    headers: { authorization: `Bearer ${to.token}`, 'content-length': length, ...headers },
  })
  let isAnswering = false
  const answered = new Promise<Answer | null>((resolve) => {
    target.on('error', () => resolve(null))
    target.on('close', () => isAnswering || resolve(null))
    target.on('response', async (response) => {
      isAnswering = true
      try {
        let text = ''
        for await (const chunk of response) text += chunk
        const json = text.startsWith('{') ? JSON.parse(text) : {}
        const reply = { status: response.statusCode ?? 0, result: json.result, message: json.message, text }
        resolve({ reply: to.note(reply), headers: response.headers })
      } catch {
        resolve(null)
      }
    })
  })
  void write(target, body, answered, onSent)
  return answered
}

async function write(target: ClientRequest, body: Buffer[], answered: Promise<unknown>, onSent?: OnSent) {
  let sent = 0
  let isOver = false
  void answered.then(() => {
    isOver = true
  })
  onSent?.(0)
  for (const part of body) {
    for (let at = 0; at < part.length; at += stepBytes) {
      // An early answer: nobody reads the rest.
      if (isOver) return void target.destroy()
      if (target.destroyed) return
      const step = part.subarray(at, at + stepBytes)
      if (!target.write(step)) await drained(target, answered)
      sent += step.length
      onSent?.(sent)
    }
  }
  target.end()
}

/** Until there is space again, or nobody listens any more. */
async function drained(target: ClientRequest, answered: Promise<unknown>): Promise<void> {
  const stop = new AbortController()
  await Promise.race([once(target, 'drain', { signal: stop.signal }).catch(() => {}), answered])
  stop.abort()
}
