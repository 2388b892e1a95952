import type { Task } from '@wingmark/contract/tasks'
import type { TaskStatus } from '@wingmark/contract/workspaces'
import type { OutboxItem } from '#web/features/comments/outbox/outbox-state'
import type { Choices } from '#web/features/workspaces/task/task-change'
import { changeIn, moved, statuses } from '#web/features/workspaces/task-lists'

/** Where a task goes: below `after`; at the top with null, at the end of the column without. */
export type Move = { task: string; number: number; status: TaskStatus; after?: string | null }
/** What was chosen for it. */
type Chosen = { task: string; number: number } & Choices
export type Waiting = Move | Chosen
export type WaitingItem = OutboxItem<Waiting>
export const isMove = (target: Waiting): target is Move => 'status' in target

export function parseWaiting(value: unknown): Waiting | null {
  if (!(value instanceof Object)) return null
  const read = (name: string): unknown => Reflect.get(value, name)
  const [task, number, after] = ['task', 'number', 'after'].map(read)
  if (typeof task !== 'string' || typeof number !== 'number') return null
  const status = statuses.find((one) => one === read('status'))
  if (status)
    return { task, number, status, ...(after === null || typeof after === 'string' ? { after } : {}) }
  const choices = parseChoices(read)
  return Object.keys(choices).length > 0 ? { task, number, ...choices } : null
}

function parseChoices(read: (name: string) => unknown): Choices {
  const choices: Choices = {}
  for (const name of ['startsOn', 'dueOn'] as const) {
    const day = read(name)
    if (day === null || typeof day === 'string') choices[name] = day
  }
  const person = read('assignee')
  if (person === null) choices.assignee = null
  else if (person instanceof Object) {
    const [id, name, avatar] = ['_id', 'name', 'avatar'].map((key): unknown => Reflect.get(person, key))
    if (typeof id === 'string' && typeof name === 'string')
      choices.assignee = { _id: id, name, avatar: typeof avatar === 'string' ? avatar : null }
  }
  return choices
}

/** The tasks as they will be once what waits has arrived. */
export function withWaiting(tasks: Task[], items: readonly WaitingItem[]): Task[] {
  return items
    .filter(({ state }) => state !== 'failed')
    .reduce((before, { target }) => {
      if (isMove(target)) return moved(before, target)
      const { task, number: _, ...choices } = target
      return changeIn(before, task, choices)
    }, tasks)
}
