import { type UIEvent, useState } from 'react'
import { indexAtTop, type Segment, segmentsOf, startFor } from '#web/features/room/panel/list-window'

/** A space this near to what is seen gives way to cards. */
const aheadPx = 1_200

/** Thousands of cards would cost the stage every frame of a gesture, so only those around what is seen are mounted. */
export function useListWindow(length: number, chosen: number) {
  const [start, setStart] = useState(0)

  const onScroll = ({ currentTarget: list }: UIEvent<HTMLElement>) => {
    const view = list.getBoundingClientRect()
    for (const element of list.querySelectorAll<HTMLElement>('[data-space]')) {
      const { top, bottom } = element.getBoundingClientRect()
      if (bottom < view.top - aheadPx || top > view.bottom + aheadPx) continue
      const [from = 0, to = 0] = (element.dataset.space ?? '').split(' ').map(Number)
      return setStart(startFor(indexAtTop(view, { top, bottom, from, to }), length))
    }
  }
  const segments: Segment[] = segmentsOf(length, start, chosen)
  return { segments, onScroll }
}
