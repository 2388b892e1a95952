/** What came back of one request of an upload; null where no answer came. */
export type UploadAnswer = { status: number; code: string } | null

/** Answers that another try may well turn into a good one, whenever it comes. */
const passing = new Set([408, 409, 423, 425, 502, 503, 504])
/** The server has forgotten the upload, stumbled, or has too many: worth a few tries, not endless ones. */
const doubtful = new Set([404, 410, 429, 500])
const doubtfulTries = 3

/** Whether an upload goes on by itself after this answer; `tries` counts those since the last byte that moved. */
export function isWorthAnotherTry(answer: UploadAnswer, tries: number): boolean {
  if (answer === null) return true
  // Nothing that waiting here would change.
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
