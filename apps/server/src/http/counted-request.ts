import { IncomingMessage } from 'node:http'
import { forgetChunk } from '#server/platform/collect-garbage'

/** Counts what comes in, so that chunks are collected soon, also those of a body that nobody reads to its end. */
export class CountedRequest extends IncomingMessage {
  override push(chunk: unknown, encoding?: BufferEncoding): boolean {
    const wantsMore = super.push(chunk, encoding)
    if (Buffer.isBuffer(chunk)) forgetChunk(chunk.length)
    return wantsMore
  }
}
