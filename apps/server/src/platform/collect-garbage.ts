import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Chunks of a request's body that may lie around before they are collected. */
const LEFT_BYTES = 4_000_000
/** Long answers that may lie around. A minor collection makes old objects of those in work, for a major one later. */
const LEFT_ANSWER_BYTES = 2_000_000
const MAJOR_EACH = 6
/** So long after the last upload nobody else sends one, most likely. */
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

/** Counts what bodies of requests and long answers leave lying around, and collects it before V8 would. */
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

  /** After bodies of requests, gives back what they made the heap grow by, up to 70 MB; V8 keeps it while there is nothing to do. */
  const releaseWhenCalm = () => {
    calm ??= setTimeout(() => {
      calm = undefined
      if (heapBytes() - heapAfterRelease >= WORTH_BYTES) release()
    }, CALM_MS).unref()
    calm.refresh()
  }

  return {
    /**
     * Gives back what loading the code took and running it does not need, about 30 MB. V8 would keep it until the
     * server has worked for a while. Holds the event loop for about 50 ms.
     */
    release,

    /**
     * To be called when bytes of a body are done with. Collects young objects, in about 1 ms, every few megabytes: the
     * next chunks then lie where the last ones lay. V8 by itself lets them pile up, and marks the whole heap to be rid
     * of them.
     */
    leave(bytes: number): void {
      leftBytes += bytes
      if (leftBytes < LEFT_BYTES) return
      leftBytes = 0
      releaseWhenCalm()
      collect?.({ type: 'minor', execution: 'sync' })
    },

    /** To be called when a long answer was sent: V8 by itself lets a hundred of them pile up. */
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
