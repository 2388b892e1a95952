import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

/** A folder opens when something is held over it for this long. */
const springMs = 900

export type Dragged = { ids: readonly string[]; isCopy: boolean }

/** Makes the element draggable with the rest of the selection; `ids` null: not now. */
export function useItemDrag(
  element: RefObject<HTMLElement | null>,
  ids: () => readonly string[] | null,
): void {
  const dragged = useEffectEvent(ids)
  useEffect(() => {
    if (!element.current) return
    return draggable({
      element: element.current,
      canDrag: () => dragged() !== null,
      getInitialData: () => ({ transfers: dragged() ?? [] }),
    })
  }, [element])
}

type Target = {
  /** Null is the root; undefined accepts nothing. */
  id: string | null | undefined
  onDrop: (dragged: Dragged) => void
  /** Held over it for a moment. */
  onSpring?: () => void
}

/** Accepts dragged items, or copies with Ctrl or ⌥. True while some are over it. */
export function useDropTarget(
  element: RefObject<HTMLElement | null>,
  { id, onDrop, onSpring }: Target,
): boolean {
  const [isOver, setOver] = useState(false)
  const drop = useEffectEvent(onDrop)
  const spring = useEffectEvent(() => onSpring?.())
  useEffect(() => {
    if (!element.current || id === undefined) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const leave = () => {
      clearTimeout(timer)
      setOver(false)
    }
    const stop = dropTargetForElements({
      element: element.current,
      canDrop: ({ source }) => idsIn(source.data).length > 0 && !idsIn(source.data).some((one) => one === id),
      onDragEnter() {
        setOver(true)
        timer = setTimeout(() => spring(), springMs)
      },
      onDragLeave: leave,
      onDrop({ source, location }) {
        leave()
        const { ctrlKey, altKey } = location.current.input
        drop({ ids: idsIn(source.data), isCopy: ctrlKey || altKey })
      },
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [element, id])
  return isOver
}

function idsIn({ transfers }: Record<string | symbol, unknown>): string[] {
  return Array.isArray(transfers) ? transfers.filter((id) => typeof id === 'string') : []
}
