import { open } from 'node:fs/promises'

const SIGNATURE_BYTES = 8
/** A chunk has length and name before its data, and a checksum behind it. */
const HEAD_BYTES = 8
const SUM_BYTES = 4
/** No real picture has more chunks before its pixels. */
const MOST_CHUNKS = 1_000

/**
 * Whether a PNG has several frames, which browsers play: declared before its pixels, and ignored by the libraries here.
 */
export async function isAnimatedPng(path: string): Promise<boolean> {
  await using file = await open(path)
  const head = Buffer.alloc(HEAD_BYTES + SUM_BYTES)
  let at = SIGNATURE_BYTES
  for (let chunk = 0; chunk < MOST_CHUNKS; chunk++) {
    const { bytesRead } = await file.read(head, 0, head.length, at)
    const name = head.toString('latin1', 4, HEAD_BYTES)
    if (bytesRead < head.length || name === 'IDAT') return false
    if (name === 'acTL') return head.readUInt32BE(HEAD_BYTES) > 1
    at += HEAD_BYTES + head.readUInt32BE(0) + SUM_BYTES
  }
  return false
}
