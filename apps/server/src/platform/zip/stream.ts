import { pipeline, Readable } from 'node:stream'
import { crc32 as addToSum, createDeflateRaw } from 'node:zlib'
import { type Described, descriptor, endOf, header, record } from '#server/platform/zip/plan'

export type ZipEntry = {
  /** With `/` between folders; see `zipName` for its parts. */
  path: string
  modifiedAt: Date
  /** Compressed already, as pictures are: stored as it is. */
  isPacked: boolean
  /** Null when it no longer exists. */
  open: () => Promise<Readable | null>
}

/** A zip that is made while it is read, one open entry at a time. Calls `onMissing` for missing ones. */
export function streamZip(entries: AsyncIterable<ZipEntry>, onMissing: (path: string) => void): Readable {
  return Readable.from(bytesOf(entries, onMissing), { objectMode: false })
}

async function* bytesOf(
  entries: AsyncIterable<ZipEntry>,
  onMissing: (path: string) => void,
): AsyncGenerator<Buffer> {
  const records: Buffer[] = []
  let at = 0
  for await (const entry of entries) {
    const source = await entry.open()
    if (!source) {
      onMissing(entry.path)
      continue
    }
    const start = at
    const file = describe(entry)
    for await (const bytes of bytesOfEntry(file, source)) {
      at += bytes.length
      yield bytes
    }
    records.push(record(file, start))
  }
  const directory = Buffer.concat(records)
  yield directory
  yield endOf({ files: records, directoryStart: at, directoryEnd: at + directory.length })
}

const describe = ({ path, modifiedAt, isPacked }: ZipEntry): Described => ({
  ...{ path, modifiedAt, crc32: 0, size: 0, packedSize: 0 },
  ...{ isDeflated: !isPacked, isDescribedAfter: true },
})

/** Stores checksum and sizes in `file`. A reader that stops closes the source. */
async function* bytesOfEntry(file: Described, source: Readable): AsyncGenerator<Buffer> {
  yield header(file)
  const read = summed(file, source)
  const packed: AsyncIterable<Buffer> = file.isDeflated
    ? pipeline(Readable.from(read), createDeflateRaw(), () => {})
    : read
  for await (const chunk of packed) {
    file.packedSize += chunk.length
    yield chunk
  }
  yield descriptor(file)
}

async function* summed(file: Described, source: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer> {
  for await (const piece of source) {
    const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece
    file.crc32 = addToSum(chunk, file.crc32)
    file.size += chunk.length
    yield chunk
  }
}
