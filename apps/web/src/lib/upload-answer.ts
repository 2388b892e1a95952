/** The answer to one upload request; null without one. */
export type UploadAnswer = { status: number; code: string } | null

/** Answers that a later try may turn into success. */
const passing = new Set([408, 409, 423, 425, 502, 503, 504])
/** The server lost the upload, failed, or is busy: worth a few tries only. */
const doubtful = new Set([404, 410, 429, 500])
const doubtfulTries = 3

/** Whether an upload continues by itself after this answer; `tries` counts those since the last progress. */
export function isWorthAnotherTry(answer: UploadAnswer, tries: number): boolean {
  if (answer === null) return true
  // Waiting here would not change it.
  if (answer.code === 'STORAGE_FULL') return false
  if (doubtful.has(answer.status)) return tries < doubtfulTries
  return passing.has(answer.status)
}

/** Milliseconds before each further try; a restored or progressing connection starts over. */
export const retryDelaysMs: readonly number[] = [
  300,
  1_000,
  2_000,
  4_000,
  8_000,
  ...Array.from({ length: 1_000 }, () => 15_000),
]
