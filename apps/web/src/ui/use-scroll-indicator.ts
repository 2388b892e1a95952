import { scrollIndicatorMs } from '@wingmark/contract/limits'
import { useEffect } from 'react'

/** Marks the page as `scrolling` until 1.5 s after the last scroll, which shows its scrollbar. */
export function useScrollIndicator(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = () => {
      document.documentElement.classList.add('scrolling')
      clearTimeout(timer)
      timer = setTimeout(() => document.documentElement.classList.remove('scrolling'), scrollIndicatorMs)
    }
    window.addEventListener('scroll', show, { passive: true, capture: true })
    return () => {
      clearTimeout(timer)
      window.removeEventListener('scroll', show, { capture: true })
    }
  }, [])
}
