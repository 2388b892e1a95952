import { notifications, notificationsStore } from '@mantine/notifications'
import { afterEach, beforeEach, vi } from 'vitest'

/** For a test file: the toasts since the last call, in order. A call lets their time pass. */
export function listenToToasts(): () => string[] {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  const takeToasts = () => {
    vi.runAllTimers()
    const { notifications: shown, queue } = notificationsStore.getState()
    notifications.clean()
    return [...shown, ...queue].flatMap(({ message }) => (typeof message === 'string' ? message : []))
  }
  afterEach(() => {
    takeToasts()
    vi.useRealTimers()
  })
  return takeToasts
}
