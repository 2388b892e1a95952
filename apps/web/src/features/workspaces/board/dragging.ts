import { useEffect } from 'react'
import { createValue, useStore } from '#web/lib/store'

export type Dragging = typeof import('@atlaskit/pragmatic-drag-and-drop/element/adapter')

const dragging = createValue<Dragging | null>(null)

/** What drags comes once the cards are there; until then, and where it does not come, menu and keys move them. */
export const useDragging = (): Dragging | null => useStore(dragging, (one) => one)

export function useLoadedDragging(): Dragging | null {
  useEffect(() => {
    if (dragging.get() === null)
      void import('@atlaskit/pragmatic-drag-and-drop/element/adapter').then(dragging.dispatch, () => {})
  }, [])
  return useDragging()
}
