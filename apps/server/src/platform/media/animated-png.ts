import { open } from 'node:fs/promises'

const SIGNATURE_BYTES = 8
/** Of a chunk: its length and name before its data, a sum behind it. */
const HEAD_BYTES = 8
const SUM_BYTES = 4
/** What stands before the pixels of any picture that somebody has made is less. */
const MOST_CHUNKS = 1_000

/** Whether a PNG has more than one frame, which browsers play: told before its pixels, and by no picture library here. */
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
