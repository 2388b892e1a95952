import { useEffect } from 'react'
import { createValue, useStore } from '#web/lib/store'

export type Dragging = typeof import('@atlaskit/pragmatic-drag-and-drop/element/adapter')

const dragging = createValue<Dragging | null>(null)

/** Drag and drop loads after the cards; until then, or if it fails, menu and keys move them. */
export const useDragging = (): Dragging | null => useStore(dragging, (one) => one)

export function useLoadedDragging(): Dragging | null {
  useEffect(() => {
    if (dragging.get() === null)
      void import('@atlaskit/pragmatic-drag-and-drop/element/adapter').then(dragging.dispatch, () => {})
  }, [])
  return useDragging()
}
