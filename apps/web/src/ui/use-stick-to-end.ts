import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

const nearPx = 40

/** Keeps a growing list at its end unless scrolled away; earlier rows shift nothing. `firstRow`: its key; `isCut`: more follow. */
export function useStickToEnd(
  scroller: RefObject<HTMLElement | null>,
  firstRow: string | undefined,
  isCut = false,
) {
  const isAtEnd = useRef(true)
  const [isAway, setAway] = useState(false)
  const wasCut = useRef(false)
  const before = useRef({ firstRow, height: 0 })

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    if (isCut && !wasCut.current) isAtEnd.current = false
    wasCut.current = isCut
    if (isAtEnd.current && !isCut) element.scrollTop = element.scrollHeight
    else if (before.current.firstRow !== firstRow)
      element.scrollTop += element.scrollHeight - before.current.height
    before.current = { firstRow, height: element.scrollHeight }
  })

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const follow = () => {
      if (isAtEnd.current && !wasCut.current) element.scrollTop = element.scrollHeight
      before.current.height = element.scrollHeight
    }
    const look = () => {
      if (wasCut.current) return
      const left = element.scrollHeight - element.scrollTop - element.clientHeight
      isAtEnd.current = left < nearPx
      setAway(!isAtEnd.current)
    }
    // The field below grows, and pictures load.
    const observer = new ResizeObserver(follow)
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [scroller])

  const toEnd = () => {
    const element = scroller.current
    isAtEnd.current = true
    setAway(false)
    if (element && !isCut) element.scrollTop = element.scrollHeight
  }
  return { isAway: isAway || isCut, toEnd }
}
