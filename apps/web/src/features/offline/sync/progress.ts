import { objectShape, parseJson } from '@wingmark/contract/json'
import { readStored, writeStored } from '#web/lib/browser-storage'
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

export function readProgress(reviewId: string): Progress {
  const value = parseJson(readStored(progressKey(reviewId)), objectShape)
  const read = (name: string): unknown => (value ? Reflect.get(value, name) : undefined)
  const review = read('review')
  const faults = read('faults')
  return {
    review: typeof review === 'string' ? review : null,
    sent: textsOf(read('sent')),
    words: textsOf(read('words')),
    marks: textsOf(read('marks')),
    faults: Array.isArray(faults) ? faults.filter(isFault) : [],
  }
}

/** Without room for it, only the calls' keys prevent duplicates. */
export function keepProgress(reviewId: string, progress: Progress): void {
  writeStored(progressKey(reviewId), JSON.stringify(progress))
}

export const forgetProgress = (reviewId: string) => writeStored(progressKey(reviewId), null)

function textsOf(value: unknown): Record<string, string> {
  if (!(value instanceof Object)) return {}
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

function isFault(value: unknown): value is Fault {
  return (
    value instanceof Object &&
    ['what', 'reason'].every((name) => typeof Reflect.get(value, name) === 'string')
  )
}
