import { PassThrough, type Readable } from 'node:stream'
import { finished } from 'node:stream/promises'

export type ZipEntry = {
  /** With `/` between folders; see `zipName` for its parts. */
  path: string
  modifiedAt: Date
  /** Packed already, as pictures are: stored as it is. */
  isPacked: boolean
  /** Null when it is not there any more. */
  open: () => Promise<Readable | null>
}

/** A zip that is made while it is read; one entry at a time is open. `onMissing` hears of those that were not there. */
export function streamZip(entries: AsyncIterable<ZipEntry>, onMissing: (path: string) => void): Readable {
  const out = new PassThrough()
  write(entries, out, onMissing).catch((error: unknown) => {
    out.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  return out
}

async function write(
  entries: AsyncIterable<ZipEntry>,
  out: PassThrough,
  onMissing: (path: string) => void,
): Promise<void> {
  const { ZipFile } = await import('yazl')
  const zip = new ZipFile()
  zip.on('error', (error) => out.destroy(error instanceof Error ? error : new Error(String(error))))
  zip.outputStream.pipe(out)
  const closed = new Promise<void>((resolve) => out.once('close', () => resolve()))
  for await (const entry of entries) {
    const source = out.destroyed ? null : await entry.open()
    if (out.destroyed) {
      source?.destroy()
      return
    }
    if (!source) {
      onMissing(entry.path)
      continue
    }
    zip.addReadStream(source, entry.path, { mtime: entry.modifiedAt, compress: !entry.isPacked })
    // Whoever stops downloading must not leave the file open.
    const ended = finished(source)
    await Promise.race([ended, closed])
    if (out.destroyed) {
      source.destroy()
      await ended.catch(() => {})
      return
    }
  }
  zip.end()
}
