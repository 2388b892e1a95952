/** Within this time after a file, another of the same burst may follow. */
const calmMs = 400
const checkEveryMs = 100
/** Previews wait no longer than this. */
const mostMs = 15_000
const mostRemembered = 10_000

/** Files uploaded in sequence by one person, such as a shoot, as seen by this process. */
export function createUploadBurst() {
  const lastOf = new Map<string, { blobId: string; at: number }>()
  const uploaderOf = new Map<string, string>()
  const waiting = new Map<string, { act: () => unknown; since: number }>()
  let checking: NodeJS.Timeout | undefined

  /** True while an uploader's files keep coming: thumbnails go first, and the processor stays free for uploads. */
  const isFollowed = (blobId: string): boolean => {
    const last = lastOf.get(uploaderOf.get(blobId) ?? '')
    return last !== undefined && last.blobId !== blobId && performance.now() - last.at < calmMs
  }

  const actWhereCalm = () => {
    const now = performance.now()
    for (const [blobId, { act, since }] of waiting) {
      if (isFollowed(blobId) && now - since < mostMs) continue
      waiting.delete(blobId)
      act()
    }
    if (waiting.size > 0) return
    clearInterval(checking)
    checking = undefined
  }

  return {
    isFollowed,

    note(blobId: string, uploader: string): void {
      if (uploaderOf.size >= mostRemembered) {
        uploaderOf.clear()
        lastOf.clear()
      }
      uploaderOf.set(blobId, uploader)
      lastOf.set(uploader, { blobId, at: performance.now() })
    },

    /** Acts once no more files follow; never if the process ends first. */
    whenCalm(blobId: string, act: () => unknown): void {
      waiting.set(blobId, { act, since: performance.now() })
      checking ??= setInterval(actWhereCalm, checkEveryMs).unref()
    },
  }
}
