import { objectShape, parseJson } from '@wingmark/contract/json'
import { readStored, writeStored } from '#web/lib/browser-storage'
import { byName, list, shape, text } from '#web/lib/changes/read-kept'
import { progressKey } from '../offline-keys.ts'

export type Fault = { what: string; reason: string }

/** How far a review has got. Stored after every step, so a reload or lost answer duplicates nothing. */
export type Progress = {
  /** Its id at the server. */
  review: string | null
  /** What has arrived: its name here → its id at the server. */
  sent: Record<string, string>
  /** The sent text, to notice later changes. */
  words: Record<string, string>
  /** The same for marks, as JSON. */
  marks: Record<string, string>
  /** Permanent failures, until someone acts. */
  faults: Fault[]
}

const readFields = shape(
  {},
  {
    ...{ review: text, sent: byName(text), words: byName(text), marks: byName(text) },
    faults: list(shape({ what: text, reason: text })),
  },
)

export function readProgress(reviewId: string): Progress {
  const kept = readFields(parseJson(readStored(progressKey(reviewId)), objectShape))
  return { review: null, sent: {}, words: {}, marks: {}, faults: [], ...kept }
}

/** Without room for it, only the calls' keys prevent duplicates. */
export function keepProgress(reviewId: string, progress: Progress): void {
  writeStored(progressKey(reviewId), JSON.stringify(progress))
}

export const forgetProgress = (reviewId: string) => writeStored(progressKey(reviewId), null)
