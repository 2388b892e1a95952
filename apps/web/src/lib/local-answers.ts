import type { Route } from '@wingmark/contract/route'

export type LocalInput = { params?: unknown; query?: unknown; body?: unknown; idempotencyKey?: string }
/** Answers a call from this device; null where it is the server's. Rejects with ApiError. */
export type LocalAnswer = (route: Route, input: LocalInput) => Promise<unknown> | null

const answers = new Set<LocalAnswer>()

/** From now on calls about what lies on this device only are answered here; the returned function ends that. */
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
