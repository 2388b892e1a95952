import { createHash } from 'node:crypto'

/** What a zip will contain, uncompressed. */
export type ZipFile<O> = {
  /** With `/` between folders, and at the end of a folder; see `zipName` for its parts. */
  path: string
  modifiedAt: Date
  /** Bytes. */
  size: number
  /** Identifies exactly these bytes. */
  identity: string
  /** The source of its bytes, the bytes themselves, or null for a folder. */
  of: O | Buffer | null
}

export type PlacedFile<O> = {
  file: ZipFile<O>
  /** Where its header starts, where its bytes, and its record in the directory at the end. */
  start: number
  bytesStart: number
  recordStart: number
}

/** Where every byte of a zip is; needs no checksums of its files. */
export type ZipPlan<O> = {
  files: readonly PlacedFile<O>[]
  directoryStart: number
  directoryEnd: number
  size: number
  /** Differs for any other zip. */
  identity: string
}

const max16 = 0xffff
const max32 = 0xffff_ffff
const timeLength = 9
const needs64 = 45

const isLong = (value: number) => value >= max32

const long = (values: readonly number[]): Buffer => {
  if (values.length === 0) return Buffer.alloc(0)
  const field = Buffer.alloc(4 + 8 * values.length)
  field.writeUInt16LE(1, 0)
  field.writeUInt16LE(8 * values.length, 2)
  for (const [n, value] of values.entries()) field.writeBigUInt64LE(BigInt(value), 4 + 8 * n)
  return field
}

const longOfHeader = (size: number, packedSize = size) =>
  isLong(size) || isLong(packedSize) ? [size, packedSize] : []
const longOfRecord = (size: number, start: number, packedSize = size) => [
  ...longOfHeader(size, packedSize),
  ...(isLong(start) ? [start] : []),
]
const lengthOfLong = (values: readonly number[]) => (values.length === 0 ? 0 : 4 + 8 * values.length)

/** Places the files one after the other, in the given order. */
export function planZip<O>(files: readonly ZipFile<O>[]): ZipPlan<O> {
  const names = createHash('sha256')
  let at = 0
  const laid = files.map((file) => {
    const nameLength = Buffer.byteLength(file.path)
    const start = at
    const bytesStart = start + 30 + nameLength + timeLength + lengthOfLong(longOfHeader(file.size))
    at = bytesStart + file.size
    names.update(JSON.stringify([file.path, file.size, secondsOf(file.modifiedAt), file.identity]))
    return { file, start, bytesStart, nameLength }
  })
  const directoryStart = at
  const placed = laid.map(({ file, start, bytesStart, nameLength }) => {
    const recordStart = at
    at += 46 + nameLength + timeLength + lengthOfLong(longOfRecord(file.size, start))
    return { file, start, bytesStart, recordStart }
  })
  const plan = { files: placed, directoryStart, directoryEnd: at, identity: names.digest('base64url') }
  return { ...plan, size: at + endOf(plan).length }
}

export const headerOf = ({ file }: PlacedFile<unknown>, crc32: number): Buffer => header(stored(file, crc32))

export const recordOf = ({ file, start }: PlacedFile<unknown>, crc32: number): Buffer =>
  record(stored(file, crc32), start)

/** What a header and a record say of a file. */
export type Described = {
  path: string
  modifiedAt: Date
  crc32: number
  /** Bytes, unpacked and as stored in the zip. */
  size: number
  packedSize: number
  isDeflated: boolean
  /** Checksum and sizes follow its bytes, as they were unknown before. */
  isDescribedAfter: boolean
}

const stored = ({ path, modifiedAt, size }: ZipFile<unknown>, crc32: number): Described => ({
  ...{ path, modifiedAt, crc32, size, packedSize: size, isDeflated: false, isDescribedAfter: false },
})

export function header(file: Described): Buffer {
  const name = Buffer.from(file.path)
  const longs = longOfHeader(file.size, file.packedSize)
  const extra = Buffer.concat([timeOf(file.modifiedAt), long(longs)])
  const bytes = Buffer.alloc(30)
  bytes.writeUInt32LE(0x04034b50, 0)
  writeShared(bytes, 4, file, { is64: longs.length > 0, lengths: [name.length, extra.length] })
  return Buffer.concat([bytes, name, extra])
}

/** Its part of the directory at the end. */
export function record(file: Described, start: number): Buffer {
  const name = Buffer.from(file.path)
  const longs = longOfRecord(file.size, start, file.packedSize)
  const extra = Buffer.concat([timeOf(file.modifiedAt), long(longs)])
  const isFolder = file.path.endsWith('/')
  const bytes = Buffer.alloc(46)
  bytes.writeUInt32LE(0x02014b50, 0)
  // Marked as made on Unix, so that the rights below are read.
  bytes.writeUInt16LE((3 << 8) | needs64, 4)
  writeShared(bytes, 6, file, { is64: longs.length > 0, lengths: [name.length, extra.length] })
  bytes.writeUInt32LE((isFolder ? (0o040755 << 16) | 0x10 : 0o100644 << 16) >>> 0, 38)
  bytes.writeUInt32LE(Math.min(start, max32), 42)
  return Buffer.concat([bytes, name, extra])
}

/** Follows the bytes of a file whose header could not contain them. */
export function descriptor({ crc32, size, packedSize }: Described): Buffer {
  const is64 = longOfHeader(size, packedSize).length > 0
  const bytes = Buffer.alloc(is64 ? 24 : 16)
  bytes.writeUInt32LE(0x08074b50, 0)
  bytes.writeUInt32LE(crc32, 4)
  if (is64) {
    bytes.writeBigUInt64LE(BigInt(packedSize), 8)
    bytes.writeBigUInt64LE(BigInt(size), 16)
  } else {
    bytes.writeUInt32LE(packedSize, 8)
    bytes.writeUInt32LE(size, 12)
  }
  return bytes
}

type Lengths = { is64: boolean; lengths: readonly [number, number] }

/** The fields that a header and a record share, in the same order. */
function writeShared(into: Buffer, at: number, file: Described, { is64, lengths }: Lengths): void {
  const { time, date } = dosOf(file.modifiedAt)
  into.writeUInt16LE(is64 ? needs64 : 20, at)
  // Names are UTF-8.
  into.writeUInt16LE(0x0800 | (file.isDescribedAfter ? 0x0008 : 0), at + 2)
  into.writeUInt16LE(file.isDeflated ? 8 : 0, at + 4)
  into.writeUInt16LE(time, at + 6)
  into.writeUInt16LE(date, at + 8)
  into.writeUInt32LE(file.crc32, at + 10)
  into.writeUInt32LE(Math.min(file.packedSize, max32), at + 14)
  into.writeUInt32LE(Math.min(file.size, max32), at + 18)
  into.writeUInt16LE(lengths[0], at + 22)
  into.writeUInt16LE(lengths[1], at + 24)
}

type Ending = { files: readonly unknown[]; directoryStart: number; directoryEnd: number }

/** What follows the directory. */
export function endOf({ files, directoryStart, directoryEnd }: Ending): Buffer {
  const count = files.length
  const length = directoryEnd - directoryStart
  const is64 = count >= max16 || isLong(length) || isLong(directoryStart)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(count, max16), 8)
  end.writeUInt16LE(Math.min(count, max16), 10)
  end.writeUInt32LE(Math.min(length, max32), 12)
  end.writeUInt32LE(Math.min(directoryStart, max32), 16)
  if (!is64) return end
  const long = Buffer.alloc(76)
  long.writeUInt32LE(0x06064b50, 0)
  long.writeBigUInt64LE(44n, 4)
  long.writeUInt16LE((3 << 8) | needs64, 12)
  long.writeUInt16LE(needs64, 14)
  long.writeBigUInt64LE(BigInt(count), 24)
  long.writeBigUInt64LE(BigInt(count), 32)
  long.writeBigUInt64LE(BigInt(length), 40)
  long.writeBigUInt64LE(BigInt(directoryStart), 48)
  long.writeUInt32LE(0x07064b50, 56)
  long.writeBigUInt64LE(BigInt(directoryEnd), 64)
  long.writeUInt32LE(1, 72)
  return Buffer.concat([long, end])
}

const secondsOf = (at: Date) => Math.min(Math.max(Math.floor(at.getTime() / 1000), 0), 0x7fff_ffff)

/** The exact moment, in any time zone. */
function timeOf(at: Date): Buffer {
  const field = Buffer.alloc(timeLength)
  field.writeUInt16LE(0x5455, 0)
  field.writeUInt16LE(5, 2)
  field.writeUInt8(1, 4)
  field.writeInt32LE(secondsOf(at), 5)
  return field
}

/** For readers that know no other time; in UTC, so that every server makes the same bytes. */
function dosOf(at: Date): { time: number; date: number } {
  const year = Math.min(Math.max(at.getUTCFullYear(), 1980), 2107)
  return {
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    date: ((year - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  }
}
