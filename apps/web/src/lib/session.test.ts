import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

test('remembers a session that the server refuses as ended, but not one that is closed or new', async () => {
  const stored = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', stored)
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
    removeItem: (name: string) => kept.delete(name),
  })
  const { dropToken, endSession, startSession, wasSignedOut } = await import('./session.ts')
  startSession({ accessToken: 'wmu_1', deviceToken: 'd' })
  expect([dropToken('wmu_1'), wasSignedOut()]).toEqual([true, true])
  startSession({ accessToken: 'wmu_2', deviceToken: 'd' })
  expect(wasSignedOut()).toBe(false)
  endSession()
  expect(wasSignedOut()).toBe(false)
})

test('in a browser without storage, sign-in works while the tab is open', async () => {
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
