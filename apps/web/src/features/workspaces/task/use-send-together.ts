import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Task } from '@wingmark/contract/tasks'
import { workspaceKeys } from '#web/features/workspaces/queries'
import { after, changeOf, type TaskInput } from '#web/features/workspaces/task/changes/task-changes'
import { type Step, sendTogether } from '#web/features/workspaces/task/changes-together'
import type { TaskList } from '#web/features/workspaces/task/task-events'
import { taskOutbox } from '#web/features/workspaces/task/task-outbox'
import { taskKeys } from '#web/features/workspaces/task/task-queries'
import {
  changeAnswered,
  keepChange,
  type TakeBack,
  watchChange,
} from '#web/features/workspaces/task/unsent-changes'
import { isPassing } from '#web/lib/api-error'
import { offerUndo } from '#web/lib/undo'

/** `run` returns false to keep the offer; `also`: another offer besides Undo. */
export type Offer = { what: string; run: () => unknown; also?: { name: string; run: () => void } | undefined }

/** `wait` keeps all on the device, `keep` some; null if impossible. Without `offer` it is itself an undo. */
type Together = {
  ids: readonly string[]
  steps: readonly Step[]
  wait: () => TakeBack | null
  keep: (inputs: readonly TaskInput[]) => TakeBack | null
  offer: ((done: readonly Step[], saved: Task | null) => Offer) | null
}
/** `takeBack`: cancels the pending changes. */
type Outcome = { done: readonly Step[]; saved: Task | null; takeBack: TakeBack | null }
type Before = { lists: [QueryKey, TaskList | undefined][]; ones: [QueryKey, Task | undefined][] }

const inputsOf = (steps: readonly Step[]) => steps.map(({ input }) => input)

/** Shows changes at once, sends them after earlier ones, or keeps them; reverts what is refused. */
export function useSendTogether(workspace: string) {
  const client = useQueryClient()
  const mutationKey = ['tasks', workspace]
  const { mutateAsync } = useMutation<Outcome, Error, Together, Before>({
    mutationKey,
    scope: { id: mutationKey.join('.') },
    mutationFn: async (together) => {
      const { steps, keep } = together
      const waiting = (takeBack: TakeBack): Outcome => ({ done: steps, saved: null, takeBack })
      // Pending changes go first.
      const kept = isBehind() ? keepChange(together) : null
      if (kept) return waiting(kept)
      let saved: Task | null = null
      const at = { isFresh: true, saved: (task: Task) => void (saved = task) }
      try {
        const done = await sendTogether(steps, {
          send: (input) => changeOf(input).send(at, input, { key: input.task }),
          keepFrom: (first) => keep(inputsOf(steps.slice(first))) !== null,
        })
        return { done, saved, takeBack: null }
      } catch (error) {
        const takeBack = isPassing(error) ? keepChange(together) : null
        if (!takeBack) throw error
        return waiting(takeBack)
      }
    },
    onMutate: async (together) => {
      watchChange(together)
      const before = {
        lists: client.getQueriesData<TaskList>({ queryKey: taskKeys.lists }),
        ones: client.getQueriesData<Task>({ queryKey: ['task'] }),
      }
      show(inputsOf(together.steps))
      await client.cancelQueries({ queryKey: taskKeys.lists })
      await client.cancelQueries({ queryKey: ['task'] })
      return before
    },
    onSuccess: ({ done, saved, takeBack }, { offer }, before) => {
      // From now on it shows as pending.
      if (takeBack) goBack(before)
      else if (saved && isLast()) client.setQueryData(taskKeys.one(saved._id), saved)
      if (!offer) return
      const { what, run, also } = offer(done, saved)
      offerUndo(what, takeBack ? () => takeBack() || run() : run, undefined, also)
    },
    onError: (_error, _together, before) => goBack(before),
    onSettled: (_outcome, _error, together) => {
      changeAnswered(together)
      if (!isLast()) return
      for (const queryKey of [taskKeys.lists, ['task'], ['timeline'], workspaceKeys.one(workspace)])
        void client.invalidateQueries({ queryKey })
    },
    meta: { shown: [409] },
  })
  const isBehind = () =>
    taskOutbox(client, workspace)
      .store.get()
      .some(({ state }) => state !== 'failed')
  /** With other changes under way only the server knows the current state. */
  const goBack = (before: Before | undefined) => {
    if (!before || !isLast()) return
    for (const [key, data] of [...before.lists, ...before.ones]) client.setQueryData(key, data)
  }
  const isLast = () => client.isMutating({ mutationKey }) <= 1
  const show = (inputs: readonly TaskInput[]) => {
    const old = inputs.filter(({ kind }) => kind !== 'create')
    for (const [queryKey, data] of client.getQueriesData<TaskList>({ queryKey: taskKeys.lists })) {
      // New tasks enter only the lists of their workspace.
      const shown = queryKey[1] === workspace ? inputs : old
      if (data) client.setQueryData(queryKey, { ...data, tasks: after(data.tasks, shown) })
    }
    client.setQueriesData<Task>(
      { queryKey: ['task'] },
      (task) => task && (after([task], inputs).find(({ _id }) => _id === task._id) ?? task),
    )
  }
  return mutateAsync
}
