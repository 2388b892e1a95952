import type { Task } from '@wingmark/contract/tasks'
import type { TaskStatus } from '@wingmark/contract/workspaces'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { type Dragging, useLoadedDragging } from '#web/features/workspaces/board/dragging'
import { heldTask } from '#web/features/workspaces/live/held-task'
import { statuses } from '#web/features/workspaces/task-lists'

/** Where a card would land: before which one of its column; null at the end. */
export type Over = { status: TaskStatus; before: string | null }

/** Makes the cards and columns inside `root` draggable; returns where the dragged card would land. */
export function useBoardDrag(
  root: RefObject<HTMLElement | null>,
  tasks: readonly Task[],
  drop: (task: Task, place: Over) => void,
): Over | null {
  const [over, setOver] = useState<Over | null>(null)
  const onDrop = useEffectEvent((id: string, place: Over) => {
    const task = tasks.find((one) => one._id === id)
    if (task) drop(task, place)
  })
  const dragging = useLoadedDragging()
  useEffect(
    () =>
      dragging?.monitorForElements({
        canMonitor: ({ source }) => root.current?.contains(source.element) ?? false,
        onDragStart: ({ source }) => heldTask.dispatch(source.element.dataset.task ?? null),
        onDrag: ({ source, location: { current } }) => {
          const next = placeUnder(current.dropTargets[0]?.element, source.element, current.input.clientY)
          setOver((now) => (now?.status === next?.status && now?.before === next?.before ? now : next))
        },
        onDrop: ({ source, location: { current } }) => {
          setOver(null)
          const place = placeUnder(current.dropTargets[0]?.element, source.element, current.input.clientY)
          const id = source.element.dataset.task
          if (place && id) onDrop(id, place)
          heldTask.dispatch(null)
        },
      }),
    [root, dragging],
  )
  return over
}

export function draggableCard(
  dragging: Dragging | null,
  element: HTMLElement | null,
): (() => void) | undefined {
  if (!dragging || !element) return undefined
  return dragging.draggable({
    element,
    onDragStart: () => element.setAttribute('data-dragged', 'true'),
    onDrop: () => element.removeAttribute('data-dragged'),
  })
}

function placeUnder(column: Element | undefined, dragged: HTMLElement, y: number): Over | null {
  if (!(column instanceof HTMLElement)) return null
  const status = statuses.find((one) => one === column.dataset.status)
  if (!status) return null
  const cards = [...column.querySelectorAll<HTMLElement>('[data-task]')].filter((card) => card !== dragged)
  const below = cards.find((card) => {
    const { top, height } = card.getBoundingClientRect()
    return y < top + height / 2
  })
  return { status, before: below?.dataset.task ?? null }
}
