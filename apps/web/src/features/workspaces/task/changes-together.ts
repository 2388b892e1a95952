import type { Task } from '@wingmark/contract/tasks'
import { changeOf, type TaskInput } from '#web/features/workspaces/task/changes/task-changes'
import type { About, Left } from '#web/features/workspaces/undo-change'
import { isPassing } from '#web/lib/api-error'
import { messageForError } from '#web/lib/error-toast'
import { toastError } from '#web/lib/toast'

/** One change with its Undo; `left`: the task after it, null if nothing can have intervened. */
export type Step = { task: About; input: TaskInput; back: TaskInput | null; left: Left | null }

/** Each undoes to the state that those before it leave: undo them last one first. */
export function stepsOf(inputs: readonly TaskInput[], tasks: readonly Task[], workspace: string): Step[] {
  let before = [...tasks]
  return inputs.map((input) => {
    const { apply, invert, leaves } = changeOf(input)
    const step = {
      task: { _id: input.task, number: input.number, workspace },
      input,
      back: invert?.(before, input) ?? null,
      left: leaves?.(before, input, {}) ?? null,
    }
    before = apply?.(before, input, {}) ?? before
    return step
  })
}

type How = {
  send: (input: TaskInput) => Promise<void>
  /** Keeps those from this one on for later; false if impossible. */
  keepFrom: (at: number) => boolean
}

/** Sends them in order, and says what was refused; returns those that were done. Throws if none was. */
export async function sendTogether(steps: readonly Step[], { send, keepFrom }: How): Promise<Step[]> {
  const done: Step[] = []
  const refused: unknown[] = []
  for (const [at, step] of steps.entries()) {
    try {
      await send(step.input)
      done.push(step)
    } catch (error) {
      // Nothing has been sent yet: the caller keeps all of them.
      if (isPassing(error) && at === 0) throw error
      if (isPassing(error) && keepFrom(at)) break
      refused.push(error)
      if (isPassing(error)) break
    }
  }
  if (done.length === 0) throw refused[0]
  if (refused.length > 0)
    toastError(
      `${steps.length - done.length} of ${steps.length} stay as they were. ${messageForError(refused[0]) ?? ''}`,
    )
  return done
}
