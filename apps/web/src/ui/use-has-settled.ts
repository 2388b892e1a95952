import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

const lookMs = 250
const longestMs = 6_000

/** True once the page shows its content: lazy code must not load before. */
export function useHasSettled(): boolean {
  const client = useQueryClient()
  const [hasSettled, setSettled] = useState(false)
  useEffect(() => {
    if (hasSettled) return
    const begun = performance.now()
    const timer = setInterval(() => {
      const isRendered = document.querySelector('h1') !== null && client.isFetching() === 0
      if (isRendered || performance.now() - begun > longestMs) setSettled(true)
    }, lookMs)
    return () => clearInterval(timer)
  }, [client, hasSettled])
  return hasSettled
}
