import { useEffect, useEffectEvent } from 'react'

const pauseMs = 60_000
/** Coming back checks at once, at most once in this time. */
const returnMs = 2_000
/** Automatically for an hour; after that when the user returns. */
const looksMax = 60

/** Checks again each minute while the page is visible, on returning to it, and when back online; while `isOn`. */
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
