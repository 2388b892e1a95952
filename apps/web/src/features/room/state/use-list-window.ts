import { startTransition, useEffect, useState } from 'react'
import { indexAtTop, type Segment, segmentsOf, startFor } from '#web/features/room/state/list-window'

/** A space this close to the view is replaced by its cards. */
const aheadPx = 1_200

const topPx = 100
/** Typing on shows the next list before the rest of this one. */
const restMs = 250

/** Mounts only the cards or pages near the view, for speed; `look` follows scrolling, `show` mounts an index. */
export function useListWindow(length: number, chosen: number, order: string | null = null) {
  const [start, setStart] = useState(0)
  const [isAtTop, setAtTop] = useState(true)
  const [seen, setSeen] = useState<string | null>(null)
  const isNew = order !== null && order !== seen && isAtTop
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setSeen(order)), restMs)
    return () => clearTimeout(timer)
  }, [order])

  const look = (list: HTMLElement) => {
    setAtTop(list.scrollTop < topPx)
    const view = list.getBoundingClientRect()
    for (const element of list.querySelectorAll<HTMLElement>('[data-space]')) {
      const { top, bottom } = element.getBoundingClientRect()
      if (bottom < view.top - aheadPx || top > view.bottom + aheadPx) continue
      const [from = 0, to = 0] = (element.dataset.space ?? '').split(' ').map(Number)
      return setStart(startFor(indexAtTop(view, { top, bottom, from, to }), length))
    }
  }
  const segments: Segment[] = segmentsOf(length, start, chosen, isNew)
  const isThere = (index: number) =>
    segments.some(({ kind, from, to }) => kind === 'cards' && index >= from && index < to)
  const show = (index: number) => {
    if (!isThere(index)) setStart(startFor(index, length))
  }
  return { segments, look, show }
}
