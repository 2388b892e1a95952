import type { Deps } from '#server/deps'
import { addDrawJob } from '#server/modules/files/drawing/store'

/** This long after a file another one of the same shoot may still be on its way. */
const calmMs = 400
const lookEveryMs = 100
/** However many follow, previews do not wait for longer. */
const mostMs = 15_000
const mostRemembered = 10_000

/** What came to this process lately: each owner's last, and whose each of them is. */
const lastOf = new Map<string, { blobId: string; at: number }>()
const ownerOf = new Map<string, string>()
const waiting = new Map<string, { deps: Deps; since: number }>()
let looking: NodeJS.Timeout | undefined

export function noteArrival(blobId: string, ownerId: string): void {
  if (ownerOf.size >= mostRemembered) {
    ownerOf.clear()
    lastOf.clear()
  }
  ownerOf.set(blobId, ownerId)
  lastOf.set(ownerId, { blobId, at: performance.now() })
}

/** True while files of one owner follow each other: then their thumbnails come first, and the processor is left to what arrives. */
export function isFollowed(blobId: string): boolean {
  const last = lastOf.get(ownerOf.get(blobId) ?? '')
  return last !== undefined && last.blobId !== blobId && performance.now() - last.at < calmMs
}

/** Draws the rest once no more files follow. Its job is there already, for later, in case this process is not. */
export function drawRestWhenCalm(deps: Deps, blobId: string): void {
  waiting.set(blobId, { deps, since: performance.now() })
  looking ??= setInterval(look, lookEveryMs).unref()
}

function look(): void {
  const now = performance.now()
  for (const [blobId, { deps, since }] of waiting) {
    if (isFollowed(blobId) && now - since < mostMs) continue
    waiting.delete(blobId)
    addDrawJob(deps.db.orm, 'files:draw-rest', blobId).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'a preview comes later'),
    )
  }
  if (waiting.size > 0) return
  clearInterval(looking)
  looking = undefined
}
