import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'

const nearPx = 1_200

function useNear(element: RefObject<HTMLElement | null>, onChange: (isNear: boolean) => void): void {
  const tell = useEffectEvent(onChange)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver((entries) => tell(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: `${nearPx}px 0px`,
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
}

/** Renders part of a long page only near the screen; keeps its space, and focused content. */
export function WhileNear({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState<number | null>(null)
  useNear(box, (isNear) => {
    if (isNear) setHeight(null)
    else if (!box.current?.contains(document.activeElement)) setHeight(box.current?.offsetHeight ?? null)
  })
  return (
    <div ref={box} style={height === null ? undefined : { height }}>
      {height === null && children}
    </div>
  )
}

/** Marks where to fetch before the screen reaches it. */
export function WhenNear({ onNear }: { onNear: () => void }) {
  const mark = useRef<HTMLDivElement>(null)
  useNear(mark, (isNear) => isNear && onNear())
  return <div ref={mark} />
}
