import { Readable } from 'node:stream'
import { crc32 as addToSum } from 'node:zlib'
import type { ByteRange } from '#server/platform/storage'
import {
  endOf,
  headerOf,
  type PlacedFile,
  recordOf,
  type ZipFile,
  type ZipPlan,
} from '#server/platform/zip/plan'

export type ZipSource<O> = {
  /** Called before the file begins, and for the directory. */
  crc32: (of: O) => Promise<number>
  open: (of: O, range: ByteRange) => Promise<Readable>
  /** Its bytes do not match the checksum, or are too few. */
  onDamage: (of: O) => Promise<void>
  /** Called with the number of bytes that were passed on. */
  leave?: (bytes: number) => void
}

const batchBytes = 64 * 1024

/** The zip, or any part of it; one file at a time is open. */
export function readPlan<O>(
  plan: ZipPlan<O>,
  source: ZipSource<O>,
  range: ByteRange = { start: 0, end: plan.size - 1 },
): Readable {
  return Readable.from(bytesOf(plan, source, range), { objectMode: false })
}

async function* bytesOf<O>(plan: ZipPlan<O>, source: ZipSource<O>, range: ByteRange): AsyncGenerator<Buffer> {
  const { files, directoryStart, directoryEnd } = plan
  if (range.start < directoryStart) {
    for (let n = lastBefore(files, range.start, 'start'); n < files.length; n++) {
      const placed = files[n]
      if (!placed || placed.start > range.end) return
      yield* bytesOfFile(placed, source, range)
    }
  }
  if (range.start < directoryEnd && range.end >= directoryStart) yield* directory(plan, source, range)
  yield* part(endOf(plan), directoryEnd, range)
}

async function* bytesOfFile<O>(
  { file, ...place }: PlacedFile<O>,
  source: ZipSource<O>,
  range: ByteRange,
): AsyncGenerator<Buffer> {
  const { of } = file
  // A download that continues in the middle waits for no checksum.
  const sum = range.start <= place.bytesStart ? await sumOf(file, source) : 0
  yield* part(headerOf({ file, ...place }, sum), place.start, range)
  if (of === null) return
  if (Buffer.isBuffer(of)) {
    yield* part(of, place.bytesStart, range)
    return
  }
  const start = Math.max(range.start - place.bytesStart, 0)
  const end = Math.min(range.end - place.bytesStart, file.size - 1)
  if (start > end) return
  const isWhole = start === 0 && end === file.size - 1
  const bytes: AsyncIterable<Buffer> = await source.open(of, { start, end })
  let left = end - start + 1
  let found = 0
  for await (const chunk of bytes) {
    left -= chunk.length
    if (isWhole) found = addToSum(chunk, found)
    // The last bytes of a damaged file are never sent: an error, not a silent change.
    if (left < 0 || (left === 0 && isWhole && found !== sum)) break
    yield chunk
    source.leave?.(chunk.length)
  }
  if (left === 0 && (!isWhole || found === sum)) return
  await source.onDamage(of)
  throw new Error(`Stored bytes are damaged: ${file.identity}`)
}

const sumOf = async <O>({ of }: ZipFile<O>, source: ZipSource<O>): Promise<number> =>
  of === null ? 0 : Buffer.isBuffer(of) ? addToSum(of) : source.crc32(of)

async function* directory<O>(
  { files }: ZipPlan<O>,
  source: ZipSource<O>,
  range: ByteRange,
): AsyncGenerator<Buffer> {
  const first = lastBefore(files, range.start, 'recordStart')
  let batch: Buffer[] = []
  let at = files[first]?.recordStart ?? 0
  let length = 0
  for (let n = first; n < files.length; n++) {
    const placed = files[n]
    if (!placed || placed.recordStart > range.end) break
    const record = recordOf(placed, await sumOf(placed.file, source))
    batch.push(record)
    length += record.length
    if (length < batchBytes) continue
    yield* part(Buffer.concat(batch), at, range)
    at += length
    batch = []
    length = 0
  }
  yield* part(Buffer.concat(batch), at, range)
}

/** The requested part of these bytes, which lie at `at`. */
function* part(bytes: Buffer, at: number, { start, end }: ByteRange): Generator<Buffer> {
  const cut = bytes.subarray(Math.max(start - at, 0), Math.max(end + 1 - at, 0))
  if (cut.length > 0) yield cut
}

/** The last file that begins at this byte or before it. */
function lastBefore(
  files: readonly PlacedFile<unknown>[],
  byte: number,
  by: 'start' | 'recordStart',
): number {
  let [low, high] = [0, files.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((files[middle]?.[by] ?? 0) <= byte) low = middle
    else high = middle - 1
  }
  return low
}
