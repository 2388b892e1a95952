import type { TaskStatus } from '@wingmark/contract/workspaces'
import type { PickedField } from '#web/features/workspaces/task/chosen-tasks'
import { statuses } from '#web/features/workspaces/task-lists'
import { type Pressed, plainKeyIn, type Shortcut } from '#web/lib/keys'

export type TaskCommand =
  | { do: 'new' | 'choose' | 'help' }
  | { do: 'pick'; field: PickedField }
  | { do: 'status'; status: TaskStatus }

const commands = new Map<string, TaskCommand>([
  ['c', { do: 'new' }],
  ['s', { do: 'pick', field: 'status' }],
  ['a', { do: 'pick', field: 'assignee' }],
  ['d', { do: 'pick', field: 'dueOn' }],
  ['p', { do: 'pick', field: 'priority' }],
  ['l', { do: 'pick', field: 'labels' }],
  ['x', { do: 'choose' }],
  ['?', { do: 'help' }],
  ...statuses.map((status, at) => [String(at + 1), { do: 'status', status }] as const),
])

/** The rows of the `?` sheet, in order. */
export const taskShortcuts: readonly Shortcut[] = [
  { keys: ['←↑→↓', 'J', 'K'], what: 'Go from task to task' },
  { keys: ['Enter'], what: 'Open task' },
  { keys: ['C'], what: 'New task' },
  { keys: ['S', 'A', 'D', 'P', 'L'], what: 'Status, assignee, due date, priority, labels' },
  { keys: ['1', '–', '5'], what: 'To do, in progress, in review, done, cancelled' },
  {
    keys: ['X', 'Shift + X'],
    what: 'Select the task, or all up to it; the keys then apply to all selected',
  },
  {
    keys: ['M'],
    what: 'Pick up a card or a subtask; arrow keys move it, Enter drops it, Esc cancels',
  },
  { keys: ['Ctrl/⌘ + Z'], what: 'Undo the last change' },
  { keys: ['Esc'], what: 'Clear the selection, or close the task' },
  { keys: ['?'], what: 'Show shortcuts' },
]

/** A key's command; null for other keys, and for those of the browser or system. */
export const taskCommandOf = (event: Pressed): TaskCommand | null => plainKeyIn(event, commands) ?? null
