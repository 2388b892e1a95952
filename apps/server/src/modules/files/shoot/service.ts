import type { Deps } from '#server/deps'
import { addDrawJob } from '#server/modules/files/drawing/store'

/** This long after a file another one of the same shoot may still be on its way. */
const calmMs = 400
const lookEveryMs = 100
/** However many follow, previews do not wait for longer. */
const mostMs = 15_000

let last = { blobId: '', at: Number.NEGATIVE_INFINITY }
const waiting = new Map<string, { deps: Deps; since: number }>()
let looking: NodeJS.Timeout | undefined

export function noteArrival(blobId: string): void {
  last = { blobId, at: performance.now() }
}

/** True while files follow each other: then their thumbnails come first, and the processor is left to what arrives. */
export function isFollowed(blobId: string): boolean {
  return last.blobId !== blobId && performance.now() - last.at < calmMs
}

/** Draws the rest once no more files follow. Its job is there already, for later, in case this process is not. */
export function drawRestWhenCalm(deps: Deps, blobId: string): void {
  waiting.set(blobId, { deps, since: performance.now() })
  looking ??= setInterval(look, lookEveryMs).unref()
}

function look(): void {
  const now = performance.now()
  const isCalm = now - last.at >= calmMs
  for (const [blobId, { deps, since }] of waiting) {
    if (!isCalm && now - since < mostMs) continue
    waiting.delete(blobId)
    addDrawJob(deps.db.orm, 'files:draw-rest', blobId).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'a preview comes later'),
    )
  }
  if (waiting.size > 0) return
  clearInterval(looking)
  looking = undefined
}
