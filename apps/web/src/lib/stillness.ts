const tickMs = 1_000
/** A later tick means the computer slept: nobody waited. */
const longestTickMs = 2 * tickMs

type Limits = {
  /** After so long without progress a request is dead, even if unreported. */
  stalledMs: number
  onStalled: () => void
  endMs: number
  onEnd: () => void
}

export type Stillness = {
  /** Bytes sent so far; only a new maximum counts as progress. */
  moved: (bytes: number) => void
  stop: () => void
}

/** Measures how long an upload stalls while the computer is awake and online. */
export function watchStillness({ stalledMs, onStalled, endMs, onEnd }: Limits): Stillness {
  let most = 0
  let stillMs = 0
  let sinceStalledMs = 0
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    const passedMs = Math.min(now - last, longestTickMs)
    last = now
    if (!navigator.onLine) return
    stillMs += passedMs
    sinceStalledMs += passedMs
    if (stillMs >= endMs) {
      clearInterval(timer)
      return onEnd()
    }
    if (sinceStalledMs < stalledMs) return
    sinceStalledMs = 0
    onStalled()
  }, tickMs)
  return {
    moved(bytes) {
      sinceStalledMs = 0
      if (bytes <= most) return
      most = bytes
      stillMs = 0
    },
    stop: () => clearInterval(timer),
  }
}
