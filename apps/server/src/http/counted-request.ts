import { IncomingMessage } from 'node:http'
import { noteChunk } from '#server/platform/collect-garbage'

/** Counts what comes in, so that chunks are collected soon, also those of a body that nobody reads to its end. */
export class CountedRequest extends IncomingMessage {
  override push(chunk: unknown, encoding?: BufferEncoding): boolean {
    const wantsMore = super.push(chunk, encoding)
    if (Buffer.isBuffer(chunk)) noteChunk(chunk.length)
    return wantsMore
  }
}
