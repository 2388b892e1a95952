import type { Bare, Change, Offer, TakeBack } from '#web/features/workspaces/task/task-change'
import type { About, Left } from '#web/features/workspaces/undo-change'
import { isPassing } from '#web/lib/api-error'
import { messageForError } from '#web/lib/error-toast'
import { toastError } from '#web/lib/toast'

/** One of several changes; `left`: the task after it, null if nothing can have intervened. */
export type Step = { task: About; change: Bare; back: Bare; left: Left | null }

/** Several changes as one, sent in order; `undo` gets the successful ones. */
export function together(steps: readonly Step[], undo: ((done: readonly Step[]) => Offer) | null): Change {
  const done: Step[] = []
  const waitFrom = (at: number): TakeBack | null => {
    const kept = steps.slice(at).flatMap(({ change }) => change.wait?.() ?? [])
    if (kept.length < steps.length - at) return null
    // Last one first: dependents are undone before what they depend on.
    return () => kept.toReversed().filter((takeBack) => takeBack()).length === kept.length
  }
  return {
    ids: steps.flatMap(({ change }) => change.ids),
    list: (tasks) => steps.reduce((now, { change }) => change.list(now), [...tasks]),
    one: (task) => steps.reduce((now, { change }) => change.one(now), task),
    send: async () => {
      const refused: unknown[] = []
      for (const [at, step] of steps.entries()) {
        try {
          await step.change.send()
          done.push(step)
        } catch (error) {
          // Nothing has been sent yet: `wait` takes all of them.
          if (isPassing(error) && at === 0) throw error
          if (isPassing(error) && waitFrom(at)) break
          refused.push(error)
          if (isPassing(error)) break
        }
      }
      if (done.length === 0) throw refused[0]
      if (refused.length > 0)
        toastError(
          `${steps.length - done.length} of ${steps.length} stay as they were. ${messageForError(refused[0]) ?? ''}`,
        )
      return null
    },
    undo: undo && (() => undo(done)),
    wait: () => {
      const takeBack = waitFrom(0)
      if (takeBack) done.push(...steps)
      return takeBack
    },
  }
}
