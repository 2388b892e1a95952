import type { Version } from '@wingmark/contract/versions'
import { changesOf } from '#web/lib/changes/change'
import { number, text } from '#web/lib/changes/read-kept'

/** What sending needs of the app. */
export type Sending = {
  reviewId: string
  /** Shows what the server made of it. */
  readAgain: (file: string) => Promise<void>
  readFixes: (file: string) => void
}

/** One kind of change of a file's versions, newest first. */
export const change = changesOf<readonly Version[], object, Sending>()

export const ofVersion = { file: text, number: number }

/** Changes of one file go in order. */
export const queueOfFile = ({ file }: { file: string }) => file
