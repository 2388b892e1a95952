import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Bytes of request bodies that may accumulate before they are collected. */
const LEFT_BYTES = 4_000_000
/** For long answers. A minor collection promotes the unfinished ones, which a later major one collects. */
const LEFT_ANSWER_BYTES = 2_000_000
const MAJOR_EACH = 6
/** After this long without uploads, more are unlikely. */
const CALM_MS = 5_000
/** Less is not worth the pause. */
const WORTH_BYTES = 8_000_000

type Collect = (how: { type: 'major' | 'minor'; execution: 'sync'; flavor?: 'last-resort' }) => void

const collect = ((): Collect | undefined => {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as Collect | undefined
})()

const heapBytes = () => {
  const { total_heap_size: heap, external_memory: outside } = getHeapStatistics()
  return heap + outside
}

/** Counts garbage of request bodies and long answers, and collects it earlier than V8 would. */
export function createGarbage() {
  let heapAfterRelease = 0
  let leftBytes = 0
  let leftAnswerBytes = 0
  let collections = 0
  let calm: NodeJS.Timeout | undefined

  const release = () => {
    collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    heapAfterRelease = heapBytes()
  }

  /** Returns heap growth after request bodies, up to 70 MB, to the system; an idle V8 would keep it. */
  const releaseWhenCalm = () => {
    calm ??= setTimeout(() => {
      calm = undefined
      if (heapBytes() - heapAfterRelease >= WORTH_BYTES) release()
    }, CALM_MS).unref()
    calm.refresh()
  }

  return {
    /** Returns about 30 MB that only loading the code needed. Blocks the event loop for about 50 ms. */
    release,

    /** Call it after use of body bytes. Frees young objects every few megabytes; V8 would let them pile up. */
    leave(bytes: number): void {
      leftBytes += bytes
      if (leftBytes < LEFT_BYTES) return
      leftBytes = 0
      releaseWhenCalm()
      collect?.({ type: 'minor', execution: 'sync' })
    },

    /** Call it once a long answer was sent: V8 alone lets a hundred of them pile up. */
    leaveAnswer(bytes: number): void {
      leftAnswerBytes += bytes
      if (leftAnswerBytes < LEFT_ANSWER_BYTES) return
      leftAnswerBytes = 0
      releaseWhenCalm()
      collections += 1
      collect?.({ type: collections % MAJOR_EACH === 0 ? 'major' : 'minor', execution: 'sync' })
    },
  }
}

export type Garbage = ReturnType<typeof createGarbage>
