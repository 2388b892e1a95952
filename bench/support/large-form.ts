import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { crc32, deflateSync } from 'node:zlib'

const blockBytes = 1024 * 1024
const boundary = 'a-boundary-that-random-bytes-do-not-hold'

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** A small picture made as large as wanted by private chunks, which every decoder skips. */
function largePng(bytes: number) {
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
  return { head, block, blocks, tail: Buffer.concat([rest, end]) }
}

export type LargeForm = { contentLength: number; head: Buffer; block: Buffer; blocks: number; tail: Buffer }

/** The form of the specification with one file of so many bytes, of which this process holds two megabytes. */
export function largeForm(fileBytes: number): LargeForm {
  const png = largePng(fileBytes)
  const part = (disposition: string) =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n`)
  const head = Buffer.concat([
    part('name="size"'),
    Buffer.from('\r\n0\r\n'),
    part('name="file"; filename="large.png"'),
    Buffer.from('Content-Type: image/png\r\n\r\n'),
    png.head,
  ])
  const tail = Buffer.concat([png.tail, Buffer.from(`\r\n--${boundary}--\r\n`)])
  const contentLength = head.length + png.blocks * png.block.length + tail.length
  return { contentLength, head, block: png.block, blocks: png.blocks, tail }
}

/** Sends it and answers the reply's text; throws unless 201. */
export async function sendForm(url: string, form: LargeForm, token?: string): Promise<string> {
  const target = request(url, {
    method: 'POST',
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': form.contentLength,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
  })
  const answered = new Promise<string>((resolve, reject) => {
    target.on('error', reject)
    target.on('response', async (response) => {
      let text = ''
      for await (const chunk of response) text += chunk
      if (response.statusCode === 201) resolve(text)
      else reject(new Error(`${url}: ${response.statusCode} ${text}`))
    })
  })
  target.write(form.head)
  for (let n = 0; n < form.blocks; n++) {
    if (!target.write(form.block)) await Promise.race([once(target, 'drain'), answered])
  }
  target.end(form.tail)
  return answered
}
