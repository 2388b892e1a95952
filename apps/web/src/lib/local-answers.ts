import type { Route } from '@wingmark/contract/route'

export type LocalInput = { params?: unknown; query?: unknown; body?: unknown; idempotencyKey?: string }
/** Answers a call on this device; null leaves it to the server. Rejects with ApiError. */
export type LocalAnswer = (route: Route, input: LocalInput) => Promise<unknown> | null

const answers = new Set<LocalAnswer>()

/** Answers calls about device-only data here; the returned function ends that. */
export function answerLocally(answer: LocalAnswer): () => void {
  answers.add(answer)
  return () => answers.delete(answer)
}

export function localAnswer(route: Route, input: LocalInput): Promise<unknown> | null {
  for (const answer of answers) {
    const found = answer(route, input)
    if (found) return found
  }
  return null
}
