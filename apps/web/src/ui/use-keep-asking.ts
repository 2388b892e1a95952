import { useEffect, useEffectEvent } from 'react'
import { backOffMs } from '#web/lib/back-off'

/** Retries after ever longer pauses, and at once when back online; while `isOn`. */
export function useKeepAsking(again: () => void, isOn: boolean): void {
  const ask = useEffectEvent(again)
  useEffect(() => {
    if (!isOn) return
    let tries = 1
    const later = () => {
      timer = setTimeout(next, backOffMs(++tries))
    }
    const next = () => {
      clearTimeout(timer)
      ask()
      later()
    }
    let timer: ReturnType<typeof setTimeout>
    later()
    window.addEventListener('online', next)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', next)
    }
  }, [isOn])
}
