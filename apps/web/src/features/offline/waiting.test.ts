import { afterEach, expect, test, vi } from 'vitest'
import { waitingOf } from './waiting.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('sign-out names what waits, and not words for something that is gone', () => {
  const kept: Record<string, string> = {
    'wingmark.outbox.r.1': JSON.stringify({
      writer: 'ada',
      end: { of: 'part', why: 'The file was removed.' },
    }),
  }
  vi.stubGlobal(
    'localStorage',
    Object.defineProperties(kept, { getItem: { value: (name: string) => kept[name] } }),
  )
  expect(waitingOf('ada')).toBeNull()
  kept['wingmark.outbox.r.2'] = JSON.stringify({ writer: 'ada' })
  expect(waitingOf('ada')).toBe('1 comment is still waiting to be sent from this device')
})
