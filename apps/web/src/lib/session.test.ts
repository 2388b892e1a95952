import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

test('a browser without room keeps nobody from signing in for as long as the tab is open', async () => {
  const full = () => {
    throw new DOMException('no room', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: full, removeItem: () => {} })
  const { forgetGuest, getSession, rememberGuest, startSession } = await import('./session.ts')
  rememberGuest({ _id: 'g', name: 'Gina', accessToken: 'wmg_1' })
  expect(getSession().guest?.accessToken).toBe('wmg_1')
  startSession({ accessToken: 'wmu_1', deviceToken: 'd' })
  forgetGuest()
  expect(getSession()).toEqual({ token: 'wmu_1', guest: null })
})
