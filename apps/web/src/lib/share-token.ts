import { readStored, writeStored } from '#web/lib/browser-storage'

const memory = new Map<string, string>()
const keyOf = (reviewId: string) => `wingmark.share.${reviewId}`

/** Remembers for this tab the share code or share token of an opened review. */
export function rememberShareToken(reviewId: string, proof: string): void {
  memory.set(reviewId, proof)
  writeStored(keyOf(reviewId), proof, 'sessionStorage')
}

/** A share token that has ended. */
export function forgetShareToken(reviewId: string): void {
  memory.delete(reviewId)
  writeStored(keyOf(reviewId), null, 'sessionStorage')
}

const deviceKeyOf = (id: string) => `wingmark.let-in.${id}`

/** Stored once a key opened a review or delivery: others' wrong keys do not count here. */
export function rememberLetIn(id: string, deviceToken: string): void {
  if (deviceToken !== '') writeStored(deviceKeyOf(id), deviceToken)
}

export const letInBefore = (id: string): { deviceToken?: string } => {
  const deviceToken = readStored(deviceKeyOf(id))
  return deviceToken ? { deviceToken } : {}
}

/** Sent as `X-Share-Token` with every call about the review. */
export function shareTokenOf(reviewId: string): string | undefined {
  return memory.get(reviewId) ?? readStored(keyOf(reviewId), 'sessionStorage') ?? undefined
}
