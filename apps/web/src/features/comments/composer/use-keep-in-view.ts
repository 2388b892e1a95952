import { type RefObject, useEffect, useRef } from 'react'
import { scrollerOf } from '#web/ui/scroller'

/** Keeps the bottom of a growing form, with its button, in view while someone writes in it. */
export function useKeepInView<E extends HTMLElement>(): RefObject<E | null> {
  const form = useRef<E>(null)
  useEffect(() => {
    const element = form.current
    if (!element) return
    let height = element.offsetHeight
    const observer = new ResizeObserver(() => {
      const hasGrown = element.offsetHeight > height
      height = element.offsetHeight
      const list = hasGrown && element.contains(document.activeElement) ? scrollerOf(element) : null
      if (!list) return
      const hidden = element.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom
      if (hidden > -spacePx) list.scrollTop += hidden + spacePx
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return form
}

/** Space for the focus ring. */
const spacePx = 8
