import type { Task } from '@wingmark/contract/tasks'
import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react'
import { isCharacter, isKey, isTyping, keyIn } from '#web/lib/keys'

type Subtask = Task['subtasks'][number]
type Lifted = { subtask: Subtask; index: number }
type Given = {
  root: RefObject<HTMLElement | null>
  subtasks: readonly Subtask[]
  /** Null if they may not be moved. */
  drop: ((id: string, index: number) => void) | null
}

const steps = new Map([
  ['ArrowUp', -1],
  ['ArrowDown', 1],
  ['k', -1],
  ['j', 1],
])

/** As on the board: arrows walk; M lifts, arrows move, Enter drops, Escape cancels. */
export function useSubtaskKeys({ root, subtasks, drop }: Given) {
  const [lifted, setLifted] = useState<Lifted | null>(null)
  const [said, say] = useState('')

  // A row rendered elsewhere has lost the focus.
  useEffect(() => {
    if (lifted) focusRow(root.current, lifted.subtask._id)
  })

  const end = (words: string) => {
    setLifted(null)
    say(words)
  }

  const onLiftedKey = (event: KeyboardEvent, { subtask, index }: Lifted) => {
    const step = keyIn(event, steps)
    if (step) {
      const next = Math.max(0, Math.min(index + step, subtasks.length - 1))
      setLifted({ subtask, index: next })
      say(`Place ${next + 1} of ${subtasks.length}`)
    } else if (isKey(event, 'Enter')) {
      const isThere = subtasks.some(({ _id }) => _id === subtask._id)
      if (isThere) drop?.(subtask._id, index)
      end(isThere ? 'Dropped.' : 'It is no longer there.')
    } else if (isKey(event, 'Escape', 'Tab')) end('Move cancelled.')
    return step !== undefined || isKey(event, 'Enter', 'Escape') || isCharacter(event)
  }

  const onFreeKey = (event: KeyboardEvent, id: string): boolean => {
    const at = subtasks.findIndex((one) => one._id === id)
    const step = keyIn(event, steps)
    const subtask = subtasks[at]
    if (step) focusRow(root.current, subtasks[at + step]?._id)
    else if (isKey(event, 'm') && drop && subtask) {
      setLifted({ subtask, index: at })
      say(`Picked up ${subtask.title}. Arrow keys move it, Enter drops it, Esc cancels.`)
    } else return false
    return true
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(target)) return
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
    const id = row?.dataset.row
    if (!id) return
    const isTaken = lifted ? onLiftedKey(event, lifted) : onFreeKey(event, id)
    if (!isTaken) return
    event.preventDefault()
    event.stopPropagation()
  }

  const shown = lifted
    ? subtasks.filter((one) => one._id !== lifted.subtask._id).toSpliced(lifted.index, 0, lifted.subtask)
    : subtasks
  return { shown, lifted: lifted?.subtask._id ?? null, said, onKeyDown }
}

function focusRow(root: HTMLElement | null, id: string | undefined): void {
  if (id) root?.querySelector<HTMLElement>(`[data-row="${id}"] a`)?.focus({ preventScroll: true })
}
