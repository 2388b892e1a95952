import { useEffect, useEffectEvent } from 'react'
import { backOffMs } from '#web/lib/back-off'

/** Asks again after longer and longer pauses, and at once when the line is back; as long as `isOn`. */
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
