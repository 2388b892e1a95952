import { type Task, taskPriorities } from '@wingmark/contract/tasks'
import type { TaskStatus } from '@wingmark/contract/workspaces'
import type { OutboxItem } from '#web/features/comments/outbox/outbox-state'
import { draftTask, type NewTask } from '#web/features/workspaces/task/draft-task'
import { type Choices, type Person, patched } from '#web/features/workspaces/task/task-patch'
import { adopted, moved, type Place, statuses, without } from '#web/features/workspaces/task-lists'

/** `title`: if it has no number yet. */
type About = { task: string; number: number; title?: string }
/** The task's target: below `after`; null: at the top; none: at the column's end. `from`: its column before. */
export type Move = About & { status: TaskStatus; after?: string | null; from?: TaskStatus }
/** The values chosen for it. */
type Chosen = About & Choices & Place
type Made = { do: 'create'; task: string; number: 0 } & NewTask
type Gone = About & { do: 'delete' | 'restore' }
export type WordsField = 'title' | 'description'
/** Typed text, replacing `base` of this version of the task. */
export type WaitingWords = About & {
  do: 'words'
  field: WordsField
  text: string
  base: string
  version: number
}
export type Waiting = Move | Chosen | Made | Gone | WaitingWords
export type WaitingItem = OutboxItem<Waiting>

export const isMade = (target: Waiting): target is Made => 'do' in target && target.do === 'create'
export const isGone = (target: Waiting): target is Gone =>
  'do' in target && (target.do === 'delete' || target.do === 'restore')
export const isWords = (target: Waiting): target is WaitingWords => 'do' in target && target.do === 'words'
export const isMove = (target: Waiting): target is Move => !('do' in target) && 'status' in target

export const aboutOf = ({ _id, number, title }: Pick<Task, '_id' | 'number' | 'title'>): About => ({
  task: _id,
  number,
  ...(number > 0 ? {} : { title }),
})

/** The writer's own text, which they would have to write again. */
export const wordsOf = (target: Waiting): string => {
  if (isMade(target)) return target.title
  return isWords(target) ? target.text : ''
}

type Read = (name: string) => unknown

export function parseWaiting(value: unknown): Waiting | null {
  if (!(value instanceof Object)) return null
  const read: Read = (name) => Reflect.get(value, name)
  const [task, number, title, kind] = ['task', 'number', 'title', 'do'].map(read)
  if (typeof task !== 'string' || typeof number !== 'number') return null
  if (kind === 'create') return parseMade(task, read)
  const about: About = { task, number, ...(typeof title === 'string' ? { title } : {}) }
  if (kind === 'delete' || kind === 'restore') return { ...about, do: kind }
  if (kind === 'words') return parseWords(about, read)
  const [status, from] = [parseStatus('status', read), parseStatus('from', read)]
  if (status) return { ...about, status, ...parsePlace('after', read), ...(from && { from }) }
  const chosen = { ...parseChoices(read), ...parsePlace('parent', read), ...parsePlace('after', read) }
  return Object.keys(chosen).length > 0 ? { ...about, ...chosen } : null
}

const parseStatus = (name: string, read: Read) => statuses.find((one) => one === read(name))

function parseMade(task: string, read: Read): Made | null {
  const [title, parent] = ['title', 'parent'].map(read)
  const status = parseStatus('status', read)
  if (typeof title !== 'string') return null
  const { assignee } = parseChoices(read)
  return {
    ...{ do: 'create', task, number: 0, title },
    ...(status ? { status } : {}),
    ...(typeof parent === 'string' ? { parent } : {}),
    ...(assignee ? { assignee } : {}),
    ...(read('after') === null ? { after: null } : {}),
  }
}

function parseWords(about: About, read: Read): WaitingWords | null {
  const field = (['title', 'description'] as const).find((one) => one === read('field'))
  const [text, base, version] = ['text', 'base', 'version'].map(read)
  if (!field || typeof text !== 'string' || typeof base !== 'string' || typeof version !== 'number')
    return null
  return { ...about, do: 'words', field, text, base, version }
}

function parsePlace<Name extends string>(name: Name, read: Read): { [name in Name]?: string | null } {
  const place = read(name)
  const given: { [name in Name]?: string | null } = {}
  if (place === null || typeof place === 'string') given[name] = place
  return given
}

function parseChoices(read: Read): Choices {
  const choices: Choices = {}
  for (const name of ['startsOn', 'dueOn'] as const) {
    const day = read(name)
    if (day === null || typeof day === 'string') choices[name] = day
  }
  const labels = read('labels')
  if (Array.isArray(labels)) choices.labels = labels.filter((one) => typeof one === 'string')
  const priority = taskPriorities.find((one) => one === read('priority'))
  if (priority) choices.priority = priority
  const person = read('assignee')
  const one = parsePerson(person)
  if (person === null || one) choices.assignee = one
  return choices
}

function parsePerson(person: unknown): Person | null {
  if (!(person instanceof Object)) return null
  const [id, name, avatar] = ['_id', 'name', 'avatar'].map((key): unknown => Reflect.get(person, key))
  if (typeof id !== 'string' || typeof name !== 'string') return null
  return { _id: id, name, avatar: typeof avatar === 'string' ? avatar : null }
}

/** The task as it will be created. */
export const draftOf = ({ task, title, status, parent, assignee, after }: Made, workspace: string): Task =>
  draftTask(workspace, task, {
    title,
    ...(status ? { status } : {}),
    ...(parent ? { parent } : {}),
    ...(assignee ? { assignee } : {}),
    ...(after === null ? { after } : {}),
  })

/** The tasks with pending changes applied. */
export function withWaiting(
  tasks: readonly Task[],
  items: readonly WaitingItem[],
  workspace: string,
): Task[] {
  return items
    .filter(({ state }) => state !== 'failed')
    .reduce((before, { target }) => shown(before, target, workspace), [...tasks])
}

function shown(tasks: Task[], target: Waiting, workspace: string): Task[] {
  if (isMade(target)) return adopted(tasks, draftOf(target, workspace))
  if (isGone(target)) return target.do === 'delete' ? without(tasks, target.task) : tasks
  if (isWords(target)) return patched(tasks, target.task, { [target.field]: target.text })
  if (isMove(target)) return moved(tasks, target)
  const { task, number: _, title: __, ...choices } = target
  return patched(tasks, task, choices)
}

/** Unsent words of the same field: new ones replace them, over the text from before both. */
export function wordsBefore(items: readonly WaitingItem[], { task, field }: WaitingWords) {
  for (const { key, state, target } of items)
    if (state === 'waiting' && isWords(target) && target.task === task && target.field === field)
      return { key, base: target.base, version: target.version }
  return null
}

/** An unsent move of the same task: a new one replaces it, from its place before both. */
export function moveBefore(items: readonly WaitingItem[], { task }: Move) {
  for (const { key, state, target } of items)
    if (state === 'waiting' && isMove(target) && target.task === task) return { key, from: target.from }
  return null
}

/** An undone item with its dependents, last first: for a creation, all that was to follow. */
export function withFollowers(items: readonly WaitingItem[], key: string): WaitingItem[] {
  const item = items.find((one) => one.key === key)
  if (!item) return []
  const { target } = item
  if (!isMade(target)) return [item]
  const isAbout = (one: Waiting) =>
    one.task === target.task || ('parent' in one && one.parent === target.task)
  return items.filter((one) => isAbout(one.target)).toReversed()
}
