import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type ClientRequest, type OutgoingHttpHeaders, request } from 'node:http'
import { crc32, deflateSync } from 'node:zlib'

const blockBytes = 1024 * 1024

/** A body of which this process holds two megabytes: `block` is sent `blocks` times. */
export type LargeBody = { contentLength: number; head: Buffer; block: Buffer; blocks: number; tail: Buffer }

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** A small picture, enlarged to any size by private chunks, which every decoder skips. */
export function largePng(bytes: number): LargeBody {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(8, 0)
  header.writeUInt32BE(8, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const head = Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(9 * 8))),
  ])
  const end = pngChunk('IEND', Buffer.alloc(0))
  const block = pngChunk('wiNg', randomBytes(blockBytes - 12))
  const filler = bytes - head.length - end.length
  const blocks = Math.floor(filler / blockBytes) - 1
  const rest = pngChunk('wiNg', randomBytes(filler - blocks * blockBytes - 12))
  return { contentLength: bytes, head, block, blocks, tail: Buffer.concat([rest, end]) }
}

export type Answer = { status: number; headers: NodeJS.Dict<string | string[]>; text: string }

type Call = { method: string; url: string; headers?: OutgoingHttpHeaders; body?: LargeBody }

/** Sends it and returns the reply; throws unless 2xx. */
export async function send({ method, url, headers = {}, body }: Call): Promise<Answer> {
  const length = { 'content-length': body?.contentLength ?? 0 }
  const target = request(url, { method, headers: { ...headers, ...length } })
  const answered = new Promise<Answer>((resolve, reject) => {
    target.on('error', reject)
    target.on('response', async (response) => {
      let text = ''
      for await (const chunk of response) text += chunk
      const status = response.statusCode ?? 0
      if (status >= 200 && status < 300) resolve({ status, headers: response.headers, text })
      else reject(new Error(`${url}: ${status} ${text}`))
    })
  })
  if (body) await write(target, body, answered)
  else target.end()
  return answered
}

async function write(target: ClientRequest, body: LargeBody, answered: Promise<Answer>): Promise<void> {
  target.write(body.head)
  for (let n = 0; n < body.blocks; n++) {
    if (!target.write(body.block)) await Promise.race([once(target, 'drain'), answered])
  }
  target.end(body.tail)
}
