const memory = new Map<string, string>()
const keyOf = (reviewId: string) => `wingmark.share.${reviewId}`

/** Remembers, for this tab, what proves that a review's link was opened: its share code or share token. */
export function rememberShareProof(reviewId: string, proof: string): void {
  memory.set(reviewId, proof)
  try {
    sessionStorage.setItem(keyOf(reviewId), proof)
  } catch {
    // The memory is enough for this page.
  }
}

/** What has ended proves nothing any more. */
export function forgetShareProof(reviewId: string): void {
  memory.delete(reviewId)
  sessionStorage.removeItem(keyOf(reviewId))
}

/** Goes along as `X-Share-Token` with every call about the review. */
export function shareProofOf(reviewId: string): string | undefined {
  return memory.get(reviewId) ?? sessionStorage.getItem(keyOf(reviewId)) ?? undefined
}
