import { type RefObject, useEffect, useRef } from 'react'
import { scrollerOf } from '#web/ui/scroller'

/** Keeps the bottom of a form, with its button, in view while it, or what is above it, grows. */
export function useKeepInView<E extends HTMLElement>(): RefObject<E | null> {
  const form = useRef<E>(null)
  useEffect(() => {
    const element = form.current
    const around = element?.parentElement
    if (!element || !around) return
    let height = element.offsetHeight
    let heightAround = around.offsetHeight
    const observer = new ResizeObserver(() => {
      const hasGrown = element.offsetHeight > height
      const movedBy = around.offsetHeight - heightAround
      height = element.offsetHeight
      heightAround = around.offsetHeight
      const mayScroll = (hasGrown || movedBy > 0) && element.contains(document.activeElement)
      const list = mayScroll ? scrollerOf(element) : null
      if (!list) return
      const hidden = element.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom
      // A reply that arrives above does not return those who scrolled away.
      const wasInView = hasGrown || hidden <= movedBy
      if (hidden > -spacePx && wasInView) list.scrollTop += hidden + spacePx
    })
    observer.observe(element)
    observer.observe(around)
    return () => observer.disconnect()
  }, [])
  return form
}

/** Space for the focus ring. */
const spacePx = 8
