import type { Task } from '@wingmark/contract/tasks'
import { useEffect, useEffectEvent } from 'react'
import { chooseTask } from '#web/features/workspaces/task/choose-task'
import { chosenTasks, picking, rightFor } from '#web/features/workspaces/task/chosen-tasks'
import type { Picked } from '#web/features/workspaces/task/task-picker'
import { type TaskCommand, taskCommandOf } from '#web/features/workspaces/task/task-shortcuts'
import { isInDialog, isKey, isTyping } from '#web/lib/keys'
import { noSelection } from '#web/lib/selection'

type Given = {
  /** Tasks on screen, in order. */
  tasks: readonly Task[]
  /** The task in the panel. */
  openTask: string | null
  onPick: (ids: readonly string[], picked: Picked) => void
  onHelp: () => void
}

/** Keys of board and list: for the focused task, else all selected ones, else the open one. */
export function useTaskKeys({ tasks, openTask, onPick, onHelp }: Given): void {
  const run = useEffectEvent((command: TaskCommand, event: KeyboardEvent): boolean => {
    const { target } = event
    const place = target instanceof Element ? target.closest<HTMLElement>('[data-task]') : null
    const focused = place?.dataset.task ?? openTask
    const chosen = [...chosenTasks.get().ids]
    const ids = chosen.length > 0 ? chosen : focused ? [focused] : []
    if (command.do === 'help') onHelp()
    else if (command.do === 'new') return beginTask(tasks.find(({ _id }) => _id === focused)?.status)
    else if (ids.length === 0) return false
    else if (command.do === 'status') onPick(ids, { status: command.status })
    else if (command.do === 'pick') {
      const may = tasks.some(({ _id, can }) => ids.includes(_id) && can[rightFor(command.field)])
      const at =
        place ??
        document.querySelector<HTMLElement>(`[data-task="${ids[0]}"]`) ??
        document.querySelector<HTMLElement>('[data-task]')
      if (may && at) picking.dispatch({ field: command.field, ids, at })
    } else {
      if (!place?.dataset.task) return false
      chooseTask(
        place.dataset.task,
        tasks.map(({ _id }) => _id),
        event.shiftKey,
      )
    }
    return true
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target, defaultPrevented } = event
      if (defaultPrevented || isTyping(target) || isInDialog(target)) return
      if (isKey(event, 'Escape')) return chosenTasks.dispatch(noSelection)
      const command = taskCommandOf(event)
      if (command && run(command, event)) event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

/** Opens the field for a new one, in the focused task's column. */
export function beginTask(status = 'TODO'): boolean {
  const place = document.querySelector(`[data-status="${status}"]`) ?? document.querySelector('[data-status]')
  const begin = place?.querySelector<HTMLElement>('[data-new]')
  begin?.click()
  return begin !== null && begin !== undefined
}
