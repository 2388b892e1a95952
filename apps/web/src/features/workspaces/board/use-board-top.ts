import { type RefObject, useLayoutEffect } from 'react'

/** Keeps `--board-top`, the height of all that is above it on the page: notices and filters come and go. */
export function useBoardTop(root: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = root.current
    if (!element) return
    const measure = () => {
      const top = Math.round(element.getBoundingClientRect().top + window.scrollY)
      element.style.setProperty('--board-top', `${top}px`)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    for (const above of element.closest('main')?.querySelectorAll('[role="search"], nav') ?? [])
      observer.observe(above)
    return () => observer.disconnect()
  }, [root])
}
