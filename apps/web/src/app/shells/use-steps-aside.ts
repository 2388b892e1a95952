import { useEffect, useState } from 'react'

/** Smaller movements are a finger's trembling. */
const leastPx = 8

/** Whether the page was last scrolled down, and has more below. */
export function useStepsAside(): boolean {
  const [isAside, setAside] = useState(false)
  useEffect(() => {
    let before = window.scrollY
    const look = () => {
      const now = window.scrollY
      const isAtEnd = now + window.innerHeight >= document.documentElement.scrollHeight - leastPx
      if (!isAtEnd && Math.abs(now - before) < leastPx) return
      setAside(now > before && !isAtEnd)
      before = now
    }
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [])
  return isAside
}
