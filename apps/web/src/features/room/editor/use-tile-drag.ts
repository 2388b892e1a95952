import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

/** The side of a tile where a drop would land. */
export type Side = 'before' | 'after'

type Given = {
  /** Files dragged together with this tile. */
  ids: () => readonly string[]
  onDrop: (ids: readonly string[], side: Side) => void
}

/** A tile that can be dragged, and beside which others can be dropped. */
export function useTileDrag(tile: RefObject<HTMLElement | null>, { ids, onDrop }: Given) {
  const [isDragged, setDragged] = useState(false)
  const [side, setSide] = useState<Side | null>(null)
  const dragged = useEffectEvent(ids)
  const drop = useEffectEvent(onDrop)
  useEffect(() => {
    const element = tile.current
    if (!element) return
    const sideAt = (x: number): Side => {
      const { left, width } = element.getBoundingClientRect()
      return x < left + width / 2 ? 'before' : 'after'
    }
    const stopDragging = draggable({
      element,
      getInitialData: () => ({ files: dragged() }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    })
    const stopTaking = dropTargetForElements({
      element,
      canDrop: ({ source }) => idsIn(source.data).length > 0,
      onDrag: ({ location }) => setSide(sideAt(location.current.input.clientX)),
      onDragLeave: () => setSide(null),
      onDrop({ source, location }) {
        setSide(null)
        drop(idsIn(source.data), sideAt(location.current.input.clientX))
      },
    })
    return () => {
      stopDragging()
      stopTaking()
    }
  }, [tile])
  return { isDragged, side }
}

function idsIn({ files }: Record<string | symbol, unknown>): string[] {
  return Array.isArray(files) ? files.filter((id) => typeof id === 'string') : []
}
