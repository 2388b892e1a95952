import { type LargeBody, largePng } from './large-png.ts'

const boundary = 'a-boundary-that-random-bytes-do-not-hold'
export const formHeaders = { 'content-type': `multipart/form-data; boundary=${boundary}` }

/** The specification's form with one file of this many bytes. */
export function largeForm(fileBytes: number): LargeBody {
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
