import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

/** `before`: the next row, null at the end; `index`: among the rows. */
type RowPlace = { before: string | null; index: number }

/** Makes a list's rows (`data-row`) draggable within it; returns where the dragged one would land. */
export function useRowDrag(
  root: RefObject<HTMLElement | null>,
  drop: (id: string, place: RowPlace) => void,
): { before: string | null } | null {
  const [over, setOver] = useState<{ before: string | null } | null>(null)
  const onDrop = useEffectEvent(drop)
  useEffect(() => {
    const element = root.current
    if (!element) return
    const stopTaking = dropTargetForElements({
      element,
      canDrop: ({ source }) => element.contains(source.element),
    })
    const stopWatching = monitorForElements({
      canMonitor: ({ source }) => element.contains(source.element),
      onDrag: ({ source, location: { current } }) => {
        const isInside = current.dropTargets.some((target) => target.element === element)
        const next = isInside ? placeUnder(element, source.element, current.input.clientY) : null
        setOver((now) => (now?.before === next?.before && Boolean(now) === Boolean(next) ? now : next))
      },
      onDrop: ({ source, location: { current } }) => {
        setOver(null)
        if (!current.dropTargets.some((target) => target.element === element)) return
        const id = source.element instanceof HTMLElement ? source.element.dataset.row : undefined
        if (id) onDrop(id, placeUnder(element, source.element, current.input.clientY))
      },
    })
    return () => {
      stopTaking()
      stopWatching()
    }
  }, [root])
  return over
}

/** For a row's ref. */
export function draggableRow(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined
  return draggable({
    element,
    onDragStart: () => element.setAttribute('data-dragged', 'true'),
    onDrop: () => element.removeAttribute('data-dragged'),
  })
}

function placeUnder(list: HTMLElement, dragged: Element, y: number): RowPlace {
  const rows = [...list.querySelectorAll<HTMLElement>('[data-row]')].filter((row) => row !== dragged)
  const below = rows.findIndex((row) => {
    const { top, height } = row.getBoundingClientRect()
    return y < top + height / 2
  })
  return { before: rows[below]?.dataset.row ?? null, index: below === -1 ? rows.length : below }
}
