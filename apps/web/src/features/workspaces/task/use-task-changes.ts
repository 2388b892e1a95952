import { useQueryClient } from '@tanstack/react-query'
import type { Task } from '@wingmark/contract/tasks'
import type { TaskStatus } from '@wingmark/contract/workspaces'
import { v7 as uuid } from 'uuid'
import { useKnownWriter } from '#web/features/comments/outbox/use-writer'
import { aboutAssignee } from '#web/features/workspaces/links/assignee-queries'
import { aboutOf } from '#web/features/workspaces/task/changes/task-change'
import { changeOf, type TaskInput, type TextInput } from '#web/features/workspaces/task/changes/task-changes'
import { type Step, stepsOf } from '#web/features/workspaces/task/changes-together'
import { type ChoiceFor, choiceOf } from '#web/features/workspaces/task/choices'
import type { NewTask } from '#web/features/workspaces/task/draft-task'
import { keepTaskChange, taskOutbox } from '#web/features/workspaces/task/task-outbox'
import { taskKeys, tasksKnown } from '#web/features/workspaces/task/task-queries'
import type { TakeBack } from '#web/features/workspaces/task/unsent-changes'
import { type Offer, useSendTogether } from '#web/features/workspaces/task/use-send-together'
import { isOpen, type Place } from '#web/features/workspaces/task-lists'
import { undoIfUntouched, withoutTouched } from '#web/features/workspaces/undo-change'
import { formatCount } from '#web/lib/format'

export type { NewTask } from '#web/features/workspaces/task/draft-task'

type Named = Pick<Task, '_id' | 'number' | 'title'>
type Movable = Named & Pick<Task, 'status'> & { subtasks?: Task['subtasks'] }

const moveOf = (task: Movable, status: TaskStatus, after?: string | null): TaskInput => {
  const place = after === undefined ? {} : { after }
  return { kind: 'move', ...aboutOf(task), status, from: task.status, ...place }
}

const removalOf = (task: Named): TaskInput => ({ kind: 'delete', do: 'delete', ...aboutOf(task) })

/** All changes of tasks: shown at once, sent in order, with Undo; reverted if refused. */
export function useTaskChanges(workspaceId: string) {
  const client = useQueryClient()
  const findWriter = useKnownWriter()
  const send = useSendTogether(workspaceId)

  const keep = (inputs: readonly TaskInput[]): TakeBack | null => {
    const writer = findWriter()
    if (!writer) return null
    const kept = inputs.map((input) => keepTaskChange(taskOutbox(client, workspaceId), input, writer))
    // Last one first: dependents are undone before what they depend on.
    return () => kept.toReversed().filter((takeBack) => takeBack()).length === kept.length
  }

  type Offering = (done: readonly Step[], saved: Task | null) => Offer
  /** Rejects if refused. `given`: the tasks as shown. */
  const run = (inputs: readonly TaskInput[], given: readonly Task[], offer: Offering | null) => {
    const steps = stepsOf(inputs, tasksKnown(client, workspaceId, given), workspaceId)
    const ids = inputs.map(({ task }) => task)
    return send({ ids, steps, wait: () => keep(inputs), keep, offer })
  }

  /** The mutation itself reports failures. */
  const takeBack = (steps: readonly Step[]) => {
    // Last one first: each finds the one above it in its former place.
    const backs = steps.toReversed().flatMap(({ back }) => back ?? [])
    return backs.length > 0 ? run(backs, [], null).catch(() => undefined) : undefined
  }

  const runOne = (
    input: TaskInput,
    given: readonly Task[] = [],
    more?: (saved: Task | null) => Partial<Offer>,
  ) =>
    run([input], given, (done, saved) => ({
      what: changeOf(input).messages.done?.(input) ?? '',
      run: () => undoOne(done),
      ...more?.(saved),
    }))

  const undoOne = ([step]: readonly Step[]) => {
    if (!step) return undefined
    const { task, left } = step
    return left ? undoIfUntouched(task, left, () => takeBack([step])) : takeBack([step])
  }

  /** The same change of several tasks, in order, with one undo. */
  const runAll = (inputs: readonly TaskInput[], given: readonly Task[] = []): void => {
    const [first] = inputs
    if (!first) return
    const offer = (done: readonly Step[]) => ({
      what: changeOf(first).messages.done?.(first, formatCount(done.length, 'task')) ?? '',
      run: () => undoAll(done),
    })
    run(inputs, given, offer).catch(() => {})
  }

  const undoAll = async (done: readonly Step[]): Promise<boolean> => {
    const untouched = await withoutTouched(done)
    if (untouched && untouched.length > 0) await takeBack(untouched)
    return untouched !== null
  }

  /** The caller shows a 409. */
  const patch = async (task: Task, next: ChoiceFor): Promise<void> => {
    const input = choiceOf(task, next)
    const outside = (saved: Task | null) => {
      // An open panel shows it.
      const isOpened = client
        .getQueryCache()
        .find({ queryKey: taskKeys.one(task._id) })
        ?.isActive()
      const about = input.kind === 'assignee' && saved?.assignee && !isOpened && aboutAssignee(client, saved)
      if (!about) return {}
      return { what: `${changeOf(input).messages.done?.(input)}. ${about.words}`, also: about.also }
    }
    await runOne(input, [task], outside)
  }

  /** The caller shows a 409. Returns the task as saved, if it could be sent. */
  const write = async (
    task: Task,
    words: Pick<TextInput, 'field' | 'text' | 'base' | 'version'>,
  ): Promise<Task> => {
    const outcome = await runOne({ kind: 'words', do: 'words', ...aboutOf(task), ...words }, [task])
    return outcome.saved ?? task
  }

  /** Moves a subtask below another one, or out of its parent. `known`: that parent, or the task itself. */
  const place = (task: Named, next: Place, known: Task): void =>
    void runOne({ kind: 'place', ...aboutOf(task), ...next }, [known]).catch(() => {})

  /** Below `after`; null: at the top; none: at the column's end. */
  const move = (task: Movable, status: TaskStatus, after?: string | null): void => {
    const also = finishing(task, status)
    runOne(moveOf(task, status, after), [], () => ({ also })).catch(() => {})
  }

  /** A finished task may leave some of its subtasks open. */
  const finishing = ({ subtasks = [] }: Movable, status: TaskStatus) => {
    const open = subtasks.filter(({ status: now, can }) => isOpen(now) && can.move)
    if (status !== 'DONE' || open.length === 0) return undefined
    const finish = () => runAll(open.map((subtask) => moveOf(subtask, 'DONE')))
    return { name: `Complete ${formatCount(open.length, 'subtask')} too`, run: finish }
  }

  const changeAll = (tasks: readonly Task[], next: { status: TaskStatus } | ChoiceFor): void => {
    const inputOf = (task: Task) => ('status' in next ? moveOf(task, next.status) : choiceOf(task, next))
    runAll(tasks.map(inputOf), tasks)
  }

  const removeAll = (tasks: readonly Task[]): void => runAll(tasks.map(removalOf), tasks)

  const remove = (task: Named): void => void runOne(removalOf(task)).catch(() => {})

  const makingOf = (given: NewTask): TaskInput => ({
    ...{ kind: 'create', do: 'create', workspace: workspaceId, task: uuid(), number: 0 },
    ...given,
  })

  /** Rejects if refused, with the title to try again. */
  const create = async (given: NewTask): Promise<void> => {
    await runOne(makingOf(given))
  }

  /** Several new tasks, undone together. */
  const createAll = (all: readonly NewTask[]): void => runAll(all.map(makingOf))

  return { patch, write, place, move, remove, create, createAll, changeAll, removeAll }
}

export type TaskChanges = ReturnType<typeof useTaskChanges>
