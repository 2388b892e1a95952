import { notifications, notificationsStore } from '@mantine/notifications'
import { afterEach, beforeEach, vi } from 'vitest'

/** For a file of tests: what the app has told in toasts since the last look, in order. Their time passes at a look. */
export function listenToToasts(): () => string[] {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  const told = () => {
    vi.runAllTimers()
    const { notifications: shown, queue } = notificationsStore.getState()
    notifications.clean()
    return [...shown, ...queue].flatMap(({ message }) => (typeof message === 'string' ? message : []))
  }
  afterEach(() => {
    told()
    vi.useRealTimers()
  })
  return told
}
