import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchStillness } from './stillness.ts'

const line = { onLine: true }
beforeEach(() => {
  vi.useFakeTimers()
  line.onLine = true
  vi.stubGlobal('navigator', line)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function watch() {
  const seen = { stalled: 0, ended: 0 }
  const stillness = watchStillness({
    stalledMs: 60_000,
    onStalled: () => seen.stalled++,
    endMs: 120_000,
    onEnd: () => seen.ended++,
  })
  return { seen, stillness }
}

describe('a stalled upload', () => {
  it('is retried after a minute, and ends at its timeout', () => {
    const { seen, stillness } = watch()
    vi.advanceTimersByTime(60_000)
    expect(seen).toEqual({ stalled: 1, ended: 0 })
    vi.advanceTimersByTime(60_000)
    expect(seen.ended).toBe(1)
    stillness.stop()
    vi.advanceTimersByTime(600_000)
    expect(seen.ended).toBe(1)
  })

  it('never ends while bytes move, however slowly', () => {
    const { seen, stillness } = watch()
    for (let bytes = 1; bytes <= 30; bytes++) {
      vi.advanceTimersByTime(50_000)
      stillness.moved(bytes)
    }
    expect(seen).toEqual({ stalled: 0, ended: 0 })
    stillness.stop()
  })

  it('ends even if the same bytes are sent again and again', () => {
    const { seen, stillness } = watch()
    for (let tries = 0; tries < 4; tries++) {
      stillness.moved(1_000)
      vi.advanceTimersByTime(40_000)
    }
    expect(seen.ended).toBe(1)
    stillness.stop()
  })

  it('does not count the time offline', () => {
    const { seen, stillness } = watch()
    line.onLine = false
    vi.advanceTimersByTime(3_600_000)
    expect(seen).toEqual({ stalled: 0, ended: 0 })
    stillness.stop()
  })

  it('does not count the time that the computer slept', () => {
    const { seen, stillness } = watch()
    vi.advanceTimersByTime(10_000)
    vi.spyOn(performance, 'now').mockReturnValueOnce(performance.now() + 3_600_000)
    vi.advanceTimersByTime(1_000)
    expect(seen).toEqual({ stalled: 0, ended: 0 })
    stillness.stop()
  })
})
