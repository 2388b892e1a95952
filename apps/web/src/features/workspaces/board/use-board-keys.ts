import type { Task } from '@wingmark/contract/tasks'
import type { TaskStatus } from '@wingmark/contract/workspaces'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { focusTask, keptTask } from '#web/features/workspaces/task/kept-task'
import { type Columns, statuses, statusNames } from '#web/features/workspaces/task-lists'
import { isCharacter, isInDialog, isKey, isTyping, keyIn } from '#web/lib/keys'

type Place = { task: Task; status: TaskStatus; index: number }
type Lifted = Place & {
  /** Until the column has the move; otherwise the card would jump back briefly. */
  isLaid?: true
}
type Given = {
  columns: Columns
  drop: (task: Task, status: TaskStatus, index: number) => void
  expand: () => void
}

const steps = new Map<string, [across: number, down: number]>([
  ['ArrowUp', [0, -1]],
  ['ArrowDown', [0, 1]],
  ['ArrowLeft', [-1, 0]],
  ['ArrowRight', [1, 0]],
  ['k', [0, -1]],
  ['j', [0, 1]],
])

/** Arrows walk; M lifts, arrows move, Enter drops, Escape cancels. */
export function useBoardKeys({ columns, drop, expand }: Given) {
  const [lifted, setLifted] = useState<Lifted | null>(null)
  const [said, say] = useState('')
  const wanted = useRef<string | null>(null)

  // A card in another column is a new element, even when moved back.
  useEffect(() => {
    const id = lifted?.task._id ?? wanted.current
    wanted.current = null
    if (id !== null) focusTask(id)
  })

  // A card just dropped shows there, whether the columns have the move yet or not.
  const shown = lifted ? withLifted(columns, lifted) : columns

  const walk = ({ status: from, index }: Place, [across, down]: [number, number]) => {
    if (down !== 0) return focusTask(shown[from][index + down]?._id)
    const column = nextColumn(from, across, (status) => shown[status].length > 0)
    const target = column && shown[column][Math.min(index, shown[column].length - 1)]
    return focusTask(target?._id)
  }

  const shift = (held: Lifted, [across, down]: [number, number]) => {
    const status = across === 0 ? held.status : nextColumn(held.status, across, () => true)
    if (!status) return
    if (status === 'CANCELLED') expand()
    const others = columns[status].filter((one) => one._id !== held.task._id)
    const index = Math.max(0, Math.min(held.index + down, others.length))
    setLifted({ ...held, status, index })
    say(`${statusNames[status]}, place ${index + 1} of ${others.length + 1}`)
  }

  const lift = ({ task, status, index }: Place) => {
    setLifted({ task, status, index })
    say(`Picked up ${task.title}. Arrow keys move it, Enter drops it, Esc cancels.`)
  }

  const letGo = (held: Lifted) => {
    wanted.current = held.task._id
    // A quick user may lift a card again before the frame that releases this one.
    setLifted((now) => (now === held ? null : now))
  }

  const layDown = (held: Lifted) => {
    drop(held.task, held.status, held.index)
    const laid = { ...held, isLaid: true } as const
    setLifted(laid)
    keptTask.dispatch(held.task._id)
    requestAnimationFrame(() => letGo(laid))
    say(`Dropped in ${statusNames[held.status]}.`)
  }

  const onLiftedKey = (event: KeyboardEvent, held: Lifted) => {
    const step = keyIn(event, steps)
    if (step) shift(held, step)
    else if (isKey(event, 'Enter')) layDown(held)
    else if (isKey(event, 'Escape')) {
      letGo(held)
      say('Move cancelled.')
    }
    // Other keys do nothing with a lifted card.
    else if (!isKey(event, 'Tab') && !isCharacter(event)) return
    event.preventDefault()
    event.stopPropagation()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (isTyping(event.target) || isInDialog(event.target)) return
    if (lifted && !lifted.isLaid) return onLiftedKey(event, lifted)
    const card = event.target instanceof Element && event.target.closest<HTMLElement>('[data-task]')
    const place = card && placeOf(shown, card.dataset.task)
    if (!place) return
    const step = keyIn(event, steps)
    if (step) walk(place, step)
    else if (isKey(event, 'm') && place.task.can.move) lift(place)
    else return
    event.preventDefault()
  }

  return {
    lifted: lifted?.isLaid ? null : lifted,
    said,
    onKeyDown,
    columns: shown,
  }
}

function nextColumn(from: TaskStatus, across: number, isGood: (status: TaskStatus) => boolean) {
  for (let at = statuses.indexOf(from) + across; at >= 0 && at < statuses.length; at += across) {
    const status = statuses[at]
    if (status && isGood(status)) return status
  }
  return undefined
}

function withLifted(columns: Columns, { task, status, index }: Lifted): Columns {
  // In its former place, all columns stay the same lists, and do not render again.
  if (columns[status][index]?._id === task._id) return columns
  const others = (one: TaskStatus) => columns[one].filter(({ _id }) => _id !== task._id)
  // Someone else may have moved it meanwhile.
  const from = placeOf(columns, task._id)?.status ?? task.status
  const left = { ...columns, [from]: others(from) }
  return { ...left, [status]: others(status).toSpliced(index, 0, task) }
}

function placeOf(columns: Columns, id: string | undefined): Place | undefined {
  for (const status of statuses) {
    const index = columns[status].findIndex((one) => one._id === id)
    const task = columns[status][index]
    if (task) return { task, status, index }
  }
  return undefined
}
