import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { crc32 as addToSum } from 'node:zlib'
import type { Deps } from '#server/deps'
import {
  type Belonging,
  type BlobToCheck,
  findBelonging,
  findExpectedKeys,
  listBlobs,
  markDamaged,
} from '#server/modules/files/integrity/store'
import { saveSums } from '#server/modules/files/rendering/store'
import {
  type OpenObject,
  type Storage,
  StorageUnavailableError,
  type StoredObject,
} from '#server/platform/storage'

export type Problem =
  | { kind: 'missing'; key: string; of: Belonging }
  | { kind: 'changed'; key: string; of: Belonging; how: string }
  | { kind: 'orphaned'; stored: StoredObject }

export type Totals = {
  files: number
  bytes: number
  missing: number
  changed: number
  orphaned: number
  /** Checked for the first time, so their checksums are new. */
  firstSums: number
}

type Checked = Pick<Deps, 'db' | 'storage'>
type Report = (problem: Problem) => void

const pageSize = 500
const atOnce = 4
/** Anything younger may be an upload without a record yet. */
const leftoverAfterMs = 3_600_000

/**
 * Compares originals with their records; damaged ones are withheld until found whole. Safe beside running servers.
 * Throws StorageUnavailableError.
 */
export async function checkStorage(
  on: Checked,
  report: Report,
  olderThanMs = leftoverAfterMs,
): Promise<Totals> {
  const totals: Totals = { files: 0, bytes: 0, missing: 0, changed: 0, orphaned: 0, firstSums: 0 }
  const count: Report = (problem) => {
    totals[problem.kind] += 1
    report(problem)
  }
  await checkRecords(on, totals, count)
  await findOrphans(on, olderThanMs, count)
  return totals
}

async function checkRecords(on: Checked, totals: Totals, report: Report): Promise<void> {
  let after = ''
  for (;;) {
    const blobs = await listBlobs(on.db, after, pageSize)
    const waiting = [...blobs]
    const work = async () => {
      for (let blob = waiting.shift(); blob; blob = waiting.shift()) await checkBlob(on, blob, totals, report)
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    const last = blobs.at(-1)
    if (!last) return
    after = last.storageKey
  }
}

async function checkBlob(on: Checked, blob: BlobToCheck, totals: Totals, report: Report): Promise<void> {
  const found = await compare(on.storage, blob)
  totals.files += 1
  totals.bytes += found.readBytes
  if (found.state === 'whole') {
    if (blob.sha256 === null || blob.crc32 === null) await saveSums(on.db, blob.id, found.sums)
    if (blob.sha256 === null) totals.firstSums += 1
    if (blob.isDamaged) await markDamaged(on.db, blob.id, false)
    return
  }
  const of = await findBelonging(on.db, blob.id)
  // Deleted during the check.
  if (of === null) return
  const key = blob.storageKey
  if (found.state === 'missing') return report({ kind: 'missing', key, of })
  await markDamaged(on.db, blob.id, true)
  report({ kind: 'changed', key, of, how: found.how })
}

type Sums = { sha256: Buffer; crc32: number }

type Found = { readBytes: number } & (
  | { state: 'whole'; sums: Sums }
  | { state: 'missing' }
  | { state: 'changed'; how: string }
)

async function compare(
  storage: Storage,
  { storageKey, size, sha256 }: Pick<BlobToCheck, 'storageKey' | 'size' | 'sha256'>,
): Promise<Found> {
  const object = await storage.open({ key: storageKey })
  if (!object) return { state: 'missing', readBytes: 0 }
  if (object.sizeBytes !== size) {
    await object.close()
    return { state: 'changed', readBytes: 0, how: `${object.sizeBytes} bytes are there instead of ${size}` }
  }
  try {
    const sums = await sumsOf(object.stream())
    return sha256 === null || sha256.equals(sums.sha256)
      ? { state: 'whole', readBytes: size, sums }
      : { state: 'changed', readBytes: size, how: 'its bytes are not those that were uploaded' }
  } catch (error) {
    if (error instanceof StorageUnavailableError) throw error
    return { state: 'changed', readBytes: 0, how: 'its bytes cannot be read' }
  }
}

async function sumsOf(bytes: AsyncIterable<Buffer>): Promise<Sums> {
  const hash = createHash('sha256')
  let crc32 = 0
  for await (const chunk of bytes) {
    hash.update(chunk)
    crc32 = addToSum(chunk, crc32)
  }
  return { sha256: hash.digest(), crc32 }
}

/** Computes and stores a missing CRC-32. Null for missing or damaged originals. Throws StorageUnavailableError. */
export async function takeCrc32({ db, storage }: Checked, of: Original): Promise<number | null> {
  const found = await compare(storage, of)
  if (found.state !== 'whole') return null
  await saveSums(db, of.blobId, found.sums)
  return found.sums.crc32
}

/** Withholds it until a check finds it whole. */
export async function noteDamage(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  { blobId, storageKey }: Pick<Original, 'blobId' | 'storageKey'>,
): Promise<void> {
  log.error({ storageKey }, 'stored bytes are missing or damaged')
  await markDamaged(db, blobId, true)
}

async function findOrphans({ db, storage }: Checked, olderThanMs: number, report: Report): Promise<void> {
  const before = Date.now() - olderThanMs
  let batch: StoredObject[] = []
  const judge = async () => {
    const expected = await findExpectedKeys(
      db,
      batch.map(({ key }) => key),
    )
    for (const stored of batch.splice(0)) {
      // It may have been removed meanwhile.
      if (!expected.has(stored.key) && (await storage.has(stored))) report({ kind: 'orphaned', stored })
    }
  }
  for await (const stored of storage.list()) {
    if (stored.modifiedAt.getTime() <= before) batch.push(stored)
    if (batch.length >= pageSize) await judge()
  }
  if (batch.length > 0) await judge()
}

/** Larger files would occupy a server for too long; only `checkStorage` checks them. */
const maxCheckedBytes = 64 * 1024 * 1024

export type Original = {
  blobId: string
  storageKey: string
  size: number
  sha256: Buffer | null
  isDamaged: boolean
}

/** Null, with a log entry, if missing or damaged. Up to 64 MB, a wrong checksum fails the stream's end. */
export async function openSound(
  deps: Pick<Deps, 'db' | 'storage' | 'log'>,
  of: Original,
): Promise<OpenObject | null> {
  const { storageKey, size, sha256, isDamaged } = of
  const object = isDamaged ? null : await deps.storage.open({ key: storageKey })
  if (object?.sizeBytes !== size) {
    await object?.close()
    deps.log.error({ storageKey }, 'stored bytes are missing or damaged')
    return null
  }
  if (sha256 === null || size > maxCheckedBytes) return object
  const stream: OpenObject['stream'] = (range, pieceBytes) => {
    const bytes = object.stream(range, pieceBytes)
    if (range) return bytes
    // If the client leaves before the first byte, the generator never starts, so it never closes the file.
    return Readable.from(
      summed(bytes, sha256, () => noteDamage(deps, of)),
      { objectMode: false },
    ).once('close', () => bytes.destroy())
  }
  return { ...object, stream }
}

/** Holds back the last chunk until the checksum is known. */
async function* summed(
  bytes: AsyncIterable<Buffer>,
  sha256: Buffer,
  onDamage: () => Promise<void>,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let held: Buffer | null = null
  for await (const chunk of bytes) {
    hash.update(chunk)
    if (held) yield held
    held = chunk
  }
  if (!hash.digest().equals(sha256)) {
    await onDamage()
    throw new Error('Stored bytes are damaged')
  }
  if (held) yield held
}
