import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import type { Task } from '@wingmark/contract/tasks'
import type { TaskStatus } from '@wingmark/contract/workspaces'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { heldTask } from '#web/features/workspaces/live/held-task'
import { statuses } from '#web/features/workspaces/task-lists'

/** Where a card would come to lie: before which of its column; null at the end. */
export type Over = { status: TaskStatus; before: string | null }

/** Makes the cards and columns inside of `root` draggable; answers where the dragged card would go now. */
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
  useEffect(
    () =>
      monitorForElements({
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
    [root],
  )
  return over
}

/** For the ref of a card. */
export function draggableCard(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined
  return draggable({
    element,
    onDragStart: () => element.setAttribute('data-dragged', 'true'),
    onDrop: () => element.removeAttribute('data-dragged'),
  })
}

/** For the ref of a column. */
export function dropColumn(element: HTMLElement | null): (() => void) | undefined {
  return element ? dropTargetForElements({ element }) : undefined
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
