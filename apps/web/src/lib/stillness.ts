const tickMs = 1_000
/** A tick that comes later than this was slept through: nobody waited. */
const longestTickMs = 2 * tickMs

type Limits = {
  /** Nothing has moved for so long that the request is dead although nobody said so. */
  stalledMs: number
  onStalled: () => void
  endMs: number
  onEnd: () => void
}

export type Stillness = {
  /** Bytes that have left so far; only more than ever before counts as movement. */
  moved: (bytes: number) => void
  stop: () => void
}

/** Counts how long an upload stands still while this computer is awake and has a line. */
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
