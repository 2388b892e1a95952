import type { RouteBodyInput } from '@wingmark/contract/route'
import { type Task, updateTask } from '@wingmark/contract/tasks'
import type { Left } from '#web/features/workspaces/undo-change'
import { call } from '#web/lib/api'
import { changesOf } from '#web/lib/changes/change'
import { elseNull, number, type Reader, shape, text } from '#web/lib/changes/read-kept'

/** `title`: if it has no number yet. */
export type About = { task: string; number: number; title?: string }

export type Gone = About & ({ kind: 'delete'; do: 'delete' } | { kind: 'restore'; do: 'restore' })

/** What sending needs of the screen or outbox. */
export type Sending = {
  /** Made just now: others' changes of the same moment do not refuse it. */
  isFresh: boolean
  /** Takes the server's answer. */
  saved: (task: Task) => void
}

/** One kind of change of tasks as shown, in one queue: ranks depend on earlier moves. */
export const change = changesOf<Task[], unknown, Sending, Left, Gone>()

export const about = { task: text, number }
/** What each may have besides: the title, if the task has no number yet. */
export const titled = { title: text }

export const aboutOf = ({ _id, number, title }: Pick<Task, '_id' | 'number' | 'title'>): About => ({
  task: _id,
  number,
  ...(number > 0 ? {} : { title }),
})

export const person: Reader<NonNullable<Task['assignee']>> = shape({
  _id: text,
  name: text,
  avatar: elseNull(text),
})

export async function update({ saved }: Sending, id: string, body: RouteBodyInput<typeof updateTask>) {
  saved((await call(updateTask, { params: { id }, body })).result)
}

/** The change with what the task had before; null if that is not known. */
export function asBefore<Input extends About>(
  before: readonly Task[],
  input: Input,
  fieldsOf: (task: Task) => Partial<Input>,
): Input | null {
  const task = before.find(({ _id }) => _id === input.task)
  return task ? { ...input, ...fieldsOf(task) } : null
}
