import type { Readable } from 'node:stream'

/** Bytes that arrived completely and wait in a temporary place, until they are discarded. */
export type Received = {
  temporaryPath: string
  sizeBytes: number
  /** The first bytes, at most HEAD_BYTES of them, to tell the type from. */
  head: Buffer
}

/** A stored original, or something made from it: `thumbnail`, `page-1`, `tiles`. */
export type StoredName = { key: string; derivative?: string }

export type StoredObject = StoredName & {
  /** Where it is, for people: below the folder or in the bucket. */
  place: string
  sizeBytes: number
  modifiedAt: Date
}

/** First and last byte, both included. */
export type ByteRange = { start: number; end: number }

export type OpenObject = {
  sizeBytes: number
  modifiedAt: Date
  /** Ends the object too; call it once, or `close` instead. `pieceBytes`: at most so many at a time, where the store can. */
  stream: (range?: ByteRange, pieceBytes?: number) => Readable
  close: () => Promise<void>
}

/**
 * Where uploaded bytes live. Keys are made by the server.
 * `commit` leaves the key pending until `confirm`, so that a crash before the record is written leaves a trace to sweep.
 */
export type Storage = {
  resumable: Resumable
  /**
   * Throws UploadTooLargeError while streaming, UploadEmptyError unless `takesEmpty`, UploadAbortedError, StorageFullError;
   * then nothing stays.
   */
  receive: (source: Readable, options: { limitBytes: number; takesEmpty?: boolean }) => Promise<Received>
  /** Puts the bytes under the key as well, where they survive a power cut once this returns. May be repeated with another key. */
  commit: (received: Received, key: string) => Promise<void>
  /** Forgets the temporary place, not what was committed from it; may be repeated. */
  discard: (received: Received) => Promise<void>
  confirm: (key: string) => Promise<void>
  /** Keys committed longer ago than this and never confirmed. */
  pending: (olderThanMs: number) => Promise<string[]>
  open: (name: StoredName) => Promise<OpenObject | null>
  has: (name: StoredName) => Promise<boolean>
  /** The original and all that was made from it; absent is fine. */
  remove: (key: string) => Promise<void>
  /** A fresh path that a derivative can be written to before `keepDerivative`. */
  temporaryPath: () => string
  keepDerivative: (temporaryPath: string, name: Required<StoredName>) => Promise<void>
  discardTemporary: (temporaryPath: string) => Promise<void>
  /** Runs `use` with a path on this machine that holds the bytes. */
  withLocalFile: <T>(name: StoredName, use: (path: string) => Promise<T>) => Promise<T>
  /** Everything that is stored, in no order. */
  list: () => AsyncGenerator<StoredObject>
  /** Answers how many temporary files were removed. */
  sweepTemporary: (olderThanMs: number) => Promise<number>
  /** Writes and removes a small file; throws what is wrong. */
  check: () => Promise<void>
}

/**
 * Uploads that arrive piece by piece, over requests, processes and restarts. Ids are UUIDs of the server; the caller
 * sees to it that one piece of an upload is appended at a time. What `size` answers is kept when the process is killed.
 */
export type Resumable = {
  /** Throws StorageFullError where so many bytes have no room. */
  create: (id: string, sizeBytes: number) => Promise<void>
  /** Bytes kept so far: where the next piece starts. Null for an upload that is not there. */
  size: (id: string) => Promise<number | null>
  /**
   * Adds a piece at `offset`, which is the present size, and answers the size after it. Throws UploadAbortedError when
   * the line breaks or `signal` aborts, UploadTooLargeError at more than `limitBytes`: what came before is kept.
   * Throws StorageFullError: then nothing of this piece is.
   */
  append: (
    id: string,
    source: Readable,
    piece: { offset: number; limitBytes: number; signal: AbortSignal },
  ) => Promise<number>
  /** All pieces as one, to be committed; may be repeated until `remove`, after a crash too. */
  finish: (id: string) => Promise<Received>
  /** Absent is fine. */
  remove: (id: string) => Promise<void>
  /** Uploads to which nothing was added for this long. */
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

/** The store does not answer, or not as it should; what was asked may or may not have been done. */
export class StorageUnavailableError extends Error {
  override name = 'StorageUnavailableError'
}
