import { useEffect, useEffectEvent } from 'react'

const pauseMs = 60_000
/** Whoever comes back is told at once, however often they do in these. */
const returnMs = 2_000
/** By itself for an hour; then once somebody is back. */
const looksMax = 60

/**
 * For a page that waits for what others do: looks again once a minute while it is seen, and when somebody comes back to it
 * or the line does; as long as `isOn`.
 */
export function useLookAgain(look: () => void, isOn: boolean): void {
  const ask = useEffectEvent(look)
  useEffect(() => {
    if (!isOn) return
    let last = Date.now()
    let left = looksMax
    let timer: ReturnType<typeof setTimeout>
    const plan = () => {
      timer = setTimeout(() => {
        if (left-- > 0) lookNow()
        plan()
      }, pauseMs)
    }
    const lookNow = () => {
      if (document.hidden || !navigator.onLine) return
      last = Date.now()
      ask()
    }
    const comeBack = () => {
      left = looksMax
      if (Date.now() - last < returnMs) return
      clearTimeout(timer)
      lookNow()
      plan()
    }
    plan()
    const gone = new AbortController()
    const { signal } = gone
    window.addEventListener('focus', comeBack, { signal })
    window.addEventListener('online', comeBack, { signal })
    document.addEventListener('visibilitychange', comeBack, { signal })
    return () => {
      clearTimeout(timer)
      gone.abort()
    }
  }, [isOn])
}
