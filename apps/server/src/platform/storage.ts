import type { Readable } from 'node:stream'

/** Bytes that arrived completely and wait in a temporary place, until they are discarded. */
export type Received = {
  temporaryPath: string
  sizeBytes: number
  /** The first bytes, at most HEAD_BYTES, to detect the type. */
  head: Buffer
}

/** A stored original, or something made from it: `thumbnail`, `page-1`, `tiles`. */
export type StoredName = { key: string; derivative?: string }

export type StoredObject = StoredName & {
  /** Its place for people: below the folder or in the bucket. */
  place: string
  sizeBytes: number
  modifiedAt: Date
}

/** First and last byte, both included. */
export type ByteRange = { start: number; end: number }

export type OpenObject = {
  sizeBytes: number
  modifiedAt: Date
  /**
   * Closes the object too; call it once, or `close` instead. `pieceBytes`: most bytes at a time, where the store can.
   */
  stream: (range?: ByteRange, pieceBytes?: number) => Readable
  close: () => Promise<void>
}

/**
 * Uploaded bytes under the server's keys. `commit` leaves a key pending until `confirm`, so that the sweep finds
 * crashed ones.
 */
export type Storage = {
  resumable: Resumable
  /**
   * Throws UploadTooLargeError while streaming, UploadEmptyError unless `takesEmpty`, UploadAbortedError,
   * StorageFullError; then nothing stays.
   */
  receive: (source: Readable, options: { limitBytes: number; takesEmpty?: boolean }) => Promise<Received>
  /** Stores the bytes under the key too, safe from a power cut. May be repeated with another key. */
  commit: (received: Received, key: string) => Promise<void>
  /** Forgets the temporary place, not what was committed from it; may be repeated. */
  discard: (received: Received) => Promise<void>
  confirm: (key: string) => Promise<void>
  /** Keys committed longer ago than this and never confirmed. */
  pending: (olderThanMs: number) => Promise<string[]>
  open: (name: StoredName) => Promise<OpenObject | null>
  has: (name: StoredName) => Promise<boolean>
  /** The original and everything made from it; a missing one is fine. */
  remove: (key: string) => Promise<void>
  /** An unused path where a derivative can be written before `keepDerivative`. */
  temporaryPath: () => string
  keepDerivative: (temporaryPath: string, name: Required<StoredName>) => Promise<void>
  discardTemporary: (temporaryPath: string) => Promise<void>
  /** Runs `use` with a local path to the bytes. */
  withLocalFile: <T>(name: StoredName, use: (path: string) => Promise<T>) => Promise<T>
  /** Everything that is stored, in no order. */
  list: () => AsyncGenerator<StoredObject>
  /** Returns how many temporary files were removed. */
  sweepTemporary: (olderThanMs: number) => Promise<number>
  /** Writes and removes a small file; throws on failure. */
  check: () => Promise<void>
}

/** Uploads in pieces that outlive a killed process, by the server's UUIDs. Callers append one piece at a time. */
export type Resumable = {
  /** Throws StorageFullError where the bytes do not fit. */
  create: (id: string, sizeBytes: number) => Promise<void>
  /** Bytes stored so far: where the next piece starts. Null for an unknown upload. */
  size: (id: string) => Promise<number | null>
  /**
   * Appends at `offset`, the present size; returns the new one. Throws UploadAbortedError, UploadTooLargeError,
   * StorageFullError; only the last drops the piece.
   */
  append: (
    id: string,
    source: Readable,
    piece: { offset: number; limitBytes: number; signal: AbortSignal },
  ) => Promise<number>
  /** All pieces as one, ready to commit; may be repeated until `remove`, after a crash too. */
  finish: (id: string) => Promise<Received>
  /** A missing one is fine. */
  remove: (id: string) => Promise<void>
  /** Uploads without an addition for this long. */
  idle: (olderThanMs: number) => Promise<string[]>
}

export const HEAD_BYTES = 16_384

export class UploadTooLargeError extends Error {
  override name = 'UploadTooLargeError'
  readonly limitBytes: number
  constructor(limitBytes: number) {
    super(`More than ${limitBytes} bytes arrived`)
    this.limitBytes = limitBytes
  }
}

export class UploadEmptyError extends Error {
  override name = 'UploadEmptyError'
}

export class UploadAbortedError extends Error {
  override name = 'UploadAbortedError'
}

export class StorageFullError extends Error {
  override name = 'StorageFullError'
}

/** The store does not answer, or not correctly; the call may or may not have worked. */
export class StorageUnavailableError extends Error {
  override name = 'StorageUnavailableError'
}
