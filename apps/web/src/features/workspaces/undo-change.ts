import { isolated } from '@wingmark/contract/names'
import { getTask, type Task, TaskTitle } from '@wingmark/contract/tasks'
import {
  listTaskTimeline,
  listWorkspaceTimeline,
  type TimelineItem,
  type TimelineKind,
} from '@wingmark/contract/timelines'
import type { TaskStatus } from '@wingmark/contract/workspaces'
import { statusNames } from '#web/features/workspaces/task-lists'
import { call } from '#web/lib/api'
import { ApiError, isPassing } from '#web/lib/api-error'
import { toastForError } from '#web/lib/error-toast'
import { toast } from '#web/lib/toast'

/** The task after a change; `isNew`: without any messages about it. */
export type Left = Partial<Task> & { isNew?: true }
export type About = Pick<Task, '_id' | 'workspace' | 'number'>
/** `movedTo`: its current place, if it has left that of the change. */
type Touched = { by: string; number: number; isGone: boolean; movedTo?: TaskStatus }

/** Runs `undo` if the task is still as left; otherwise says who changed it. False if unknown now: try again. */
export async function undoIfUntouched(task: About, left: Left, undo: () => unknown): Promise<boolean> {
  try {
    const touched = await findTouched(task, left)
    if (!touched) await undo()
    else toast(whatStays(touched))
    return true
  } catch (error) {
    toastForError(error)
    return !isPassing(error)
  }
}

function whatStays({ by, number, isGone, movedTo }: Touched): string {
  const [who, what] = [isolated(by), nameOf({ number })]
  if (isGone) return `${who} has deleted ${what} since then.`
  if (movedTo) return `${who} has moved ${what} to ${statusNames[movedTo]} since then, so it was left there.`
  return `${who} has changed ${what} since then, so your change wasn’t undone.`
}

type LeftBy = { task: About; left: Left | null }

/** The steps whose tasks are unchanged; says who changed the others. Null: try again later. */
export async function withoutTouched<Step extends LeftBy>(steps: readonly Step[]): Promise<Step[] | null> {
  try {
    const found = await Promise.all(
      steps.map(async (step) => ({ step, touched: step.left && (await findTouched(step.task, step.left)) })),
    )
    const touched = found.flatMap((one) => one.touched ?? [])
    const [gone, changed] = [true, false].map((isGone) => touched.filter((one) => one.isGone === isGone))
    const sentences = [
      ...sentence('Changed since', changed, ' What others have changed stays.'),
      ...sentence('Deleted since', gone),
    ]
    if (sentences.length > 0) toast(sentences.join(' '))
    return found.flatMap((one) => (one.touched ? [] : one.step))
  } catch (error) {
    toastForError(error)
    return isPassing(error) ? null : []
  }
}

function sentence(what: string, touched: readonly Touched[] = [], besides = ''): string[] {
  if (touched.length === 0) return []
  const names = [...new Set(touched.map(({ by }) => isolated(by)))].join(', ')
  return [`${what} by ${names}: ${touched.map(nameAndPlace).join(', ')}.${besides}`]
}

const nameOf = ({ number }: Pick<Touched, 'number'>) => (number > 0 ? `#${number}` : 'the task')
const nameAndPlace = (touched: Touched) =>
  touched.movedTo ? `${nameOf(touched)} (now ${statusNames[touched.movedTo]})` : nameOf(touched)

/** Null while it is unchanged since. */
async function findTouched(task: About, left: Left): Promise<Touched | null> {
  const now = await readTask(task._id)
  if (!now) return findDeleted(task)
  const kinds = differing(now, left)
  if (kinds.length === 0 && !left.isNew) return null
  const { results } = await call(listTaskTimeline, { params: { id: task._id }, query: { limit: 50 } })
  if (left.isNew && results.some(({ kind }) => kind === 'MESSAGE')) kinds.push('MESSAGE')
  if (kinds.length === 0) return null
  const by = results.find(({ kind }) => kinds.includes(kind))?.actor.name ?? 'Someone'
  const movedTo = left.status !== undefined && left.status !== now.status ? { movedTo: now.status } : {}
  return { by, number: now.number, isGone: false, ...movedTo }
}

async function readTask(id: string): Promise<Task | null> {
  try {
    return (await call(getTask, { params: { id } })).result
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

async function findDeleted({ _id, workspace, number }: About): Promise<Touched> {
  const isIt = ({ kind, task }: TimelineItem) => kind === 'TASK_DELETED' && task?._id === _id
  const query = { limit: 50, kind: 'EVENT' } as const
  const { results } = await call(listWorkspaceTimeline, { params: { id: workspace }, query })
  const item = results.find(isIt)
  return { by: item?.actor.name ?? 'Someone', number: item?.task?.number ?? number, isGone: true }
}

const noted = {
  title: 'TASK_RENAMED',
  description: 'TASK_DESCRIBED',
  status: 'TASK_MOVED',
  startsOn: 'TASK_DATED',
  dueOn: 'TASK_DATED',
  priority: 'TASK_PRIORITISED',
  parent: null,
  subtaskCount: null,
} as const

/** The timeline kinds of the differing fields; null without any. */
function differing(task: Task, left: Left): (TimelineKind | null)[] {
  const fields = Object.keys(noted) as (keyof typeof noted)[]
  const others = fields.filter((field) => left[field] !== undefined && left[field] !== task[field])
  const isLabelled = left.labels !== undefined && !isSameSet(left.labels, task.labels)
  const isGiven = left.assignee !== undefined && left.assignee?._id !== task.assignee?._id
  return [
    ...others.map((field) => noted[field]),
    ...(isLabelled ? ['TASK_LABELLED' as const] : []),
    ...(isGiven ? ['TASK_ASSIGNED' as const] : []),
  ]
}

const isSameSet = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((one) => others.includes(one))

/** A task after its creation, with its title as the server stores it. */
export function leftNew(task: Task): Left {
  const { description, status, parent, startsOn, dueOn, assignee, labels, priority } = task
  const title = TaskTitle.safeParse(task.title).data ?? task.title
  const marks = { labels, priority }
  return {
    ...{ title, description, status, parent, startsOn, dueOn, assignee, ...marks },
    subtaskCount: 0,
    isNew: true,
  }
}
