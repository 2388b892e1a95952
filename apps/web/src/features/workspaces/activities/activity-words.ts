import { isolated } from '@wingmark/contract/names'
import { taskPriorities } from '@wingmark/contract/tasks'
import type { TimelineItem } from '@wingmark/contract/timelines'
import type { Workspace } from '@wingmark/contract/workspaces'
import { priorityNames, statuses, statusNames } from '#web/features/workspaces/task-lists'
import { formatDueDay } from '#web/lib/days'
import { formatCount } from '#web/lib/format'
import { roleNames } from '#web/lib/roles'

/** What happened, to follow the actor's name; the task's name follows if `withTask`. */
export function sentenceOf(item: TimelineItem, members: Workspace['members']): string {
  const { kind, before, after } = item
  if (kind === 'TASK_MOVED') return `moved it from ${statusOf(before)} to ${statusOf(after)}`
  if (kind === 'TASK_RENAMED')
    return `renamed it from “${isolated(before ?? '')}” to “${isolated(after ?? '')}”`
  if (kind === 'TASK_ASSIGNED')
    return after === null ? 'removed the assignee' : `assigned it to ${isolated(nameOf(after, members))}`
  if (kind === 'TASK_DATED') return datesOf(after)
  if (kind === 'TASK_LABELLED') return labelledWords(before, after)
  if (kind === 'TASK_PRIORITISED') return priorityWords(after)
  if (kind === 'LABEL_CREATED') return `created the label “${isolated(after ?? '')}”`
  if (kind === 'LABEL_RENAMED')
    return `renamed the label “${isolated(before ?? '')}” to “${isolated(after ?? '')}”`
  if (kind === 'LABEL_DELETED') return `deleted the label “${isolated(before ?? '')}”`
  if (kind === 'LABEL_RESTORED') return `restored the label “${isolated(after ?? '')}”`
  if (kind === 'COMMENT_RESOLVED' && after === 'TASK' && item.task)
    return `resolved its comment with task #${item.task.number}`
  if (kind === 'COMMENT_DISCONNECTED' && after === 'TAKEN_BACK') return 'disconnected it from its comment'
  if (kind === 'WORKSPACE_RENAMED') return `renamed the workspace to “${isolated(after ?? '')}”`
  if (kind === 'ROLE_CHANGED') return `made ${isolated(item.message)} ${roleWord(after)}`
  if (kind === 'MEMBER_LEFT' && after === 'ACCOUNT_DELETED') return 'left, and deleted their account'
  if (kind === 'MEMBER_LEFT' && !isOwnLeaving(item)) return `removed ${isolated(item.message)}`
  return plain[kind] ?? ''
}

/** People who left have no id once their account is deleted, but the same name in both places. */
const isOwnLeaving = ({ actor, mentions, message }: TimelineItem) =>
  actor._id === null ? message === actor.name : mentions.some(({ _id }) => _id === actor._id)

function roleWord(role: string | null): string {
  if (role === 'OWNER') return 'the owner'
  const name =
    Object.entries(roleNames)
      .find(([one]) => one === role)?.[1]
      .toLowerCase() ?? 'member'
  return role === 'EDITOR' ? `an ${name}` : `a ${name}`
}

const plain: Partial<Record<TimelineItem['kind'], string>> = {
  TASK_CREATED: 'created it',
  TASK_DESCRIBED: 'changed its description',
  TASK_DELETED: 'deleted it',
  TASK_RESTORED: 'restored it',
  COMMENT_RESOLVED: 'resolved its comment',
  COMMENT_REOPENED: 'reopened its comment',
  COMMENT_CONNECTED: 'connected it to its comment again',
  COMMENT_DISCONNECTED: 'moved it, which disconnected it from its comment',
  WORKSPACE_CREATED: 'created this workspace',
  MEMBER_JOINED: 'joined',
  MEMBER_LEFT: 'left',
}

function statusOf(value: string | null): string {
  const status = statuses.find((one) => one === value)
  return status ? statusNames[status] : '?'
}

/** One name a line; either may be missing. */
function labelledWords(before: string | null, after: string | null): string {
  const [was, is] = [before, after].map((names) => names?.split('\n') ?? [])
  const [added, removed] = [without(is, was), without(was, is)]
  const [plus, minus] = [added, removed].map((names) => isolated(names.join(', ')))
  const many = added.length + removed.length === 1 ? 'the label' : 'the labels'
  if (removed.length === 0) return `added ${many} ${plus}`
  return added.length === 0 ? `removed ${many} ${minus}` : `changed ${many} from ${minus} to ${plus}`
}

const without = (names: readonly string[] = [], others: readonly string[] = []) =>
  names.filter((name) => !others.includes(name))

function priorityWords(value: string | null): string {
  const priority = taskPriorities.find((one) => one === value)
  if (!priority || priority === 'NONE') return 'removed the priority'
  return `set the priority to ${priorityNames[priority]}`
}

const nameOf = (id: string, members: Workspace['members']) =>
  members.find((member) => member._id === id)?.name ?? 'someone'

/** From `2027-03-01/2027-03-05`; either may be missing. */
function datesOf(days: string | null): string {
  const [start, due] = (days ?? '').split('/')
  if (start && due) return `scheduled it for ${formatDueDay(start)} to ${formatDueDay(due)}`
  if (due) return `set the due date to ${formatDueDay(due)}`
  if (start) return `set the start date to ${formatDueDay(start)}`
  return 'removed its dates'
}

const daysOf = (days: string | null): string => {
  const [start, due] = (days ?? '').split('/')
  if (start && due) return `${formatDueDay(start)} to ${formatDueDay(due)}`
  if (due) return `due on ${formatDueDay(due)}`
  return start ? `from ${formatDueDay(start)}` : 'none'
}

/** `others`: similar activities, of other tasks. */
export type Gathered = { item: TimelineItem; others: TimelineItem[] }

/** Similar activities share a line where the newest is, unless someone else's lie between them. Newest first. */
export function gather(items: readonly TimelineItem[]): Gathered[] {
  const lines: Gathered[] = []
  for (const item of items) {
    const like = lines.slice(beginOfRun(lines, item)).find((line) => isLike(line, item))
    if (like) like.others.push(item)
    else lines.push({ item, others: [] })
  }
  return lines
}

/** The first line of the same actor's run on the same day. */
const beginOfRun = (lines: readonly Gathered[], { actor, createdAt }: TimelineItem): number =>
  lines.findLastIndex(
    ({ item }) =>
      item.kind === 'MESSAGE' ||
      item.actor._id !== actor._id ||
      item.actor.name !== actor.name ||
      dayOf(item) !== dayOf({ createdAt }),
  ) + 1

function isLike({ item: newest, others }: Gathered, item: TimelineItem): boolean {
  if (newest.kind !== item.kind || !gathered(item, 2, [])) return false
  const isSame = isAlike.has(item.kind) || newest.after === item.after
  return isSame && [newest, ...others].every(({ task }) => task?._id !== item.task?._id)
}

/** Their outcome differs for each task, and says nothing about the action. */
const isAlike = new Set<TimelineItem['kind']>([
  'TASK_CREATED',
  'TASK_DELETED',
  'TASK_RESTORED',
  'COMMENT_RESOLVED',
  'COMMENT_REOPENED',
])

/** Several in one sentence, after the actor's name; null for kinds that are never combined. */
export function gathered(
  { kind, after }: Pick<TimelineItem, 'kind' | 'after'>,
  count: number,
  members: Workspace['members'],
): string | null {
  const tasks = formatCount(count, 'task')
  if (kind === 'TASK_CREATED') return `created ${tasks}`
  if (kind === 'TASK_MOVED') return `moved ${tasks} to ${statusOf(after)}`
  if (kind === 'TASK_DELETED') return `deleted ${tasks}`
  if (kind === 'TASK_RESTORED') return `restored ${tasks}`
  if (kind === 'TASK_ASSIGNED')
    return after === null
      ? `removed the assignee from ${tasks}`
      : `assigned ${tasks} to ${isolated(nameOf(after, members))}`
  if (kind === 'TASK_DATED') return `gave ${tasks} the same dates: ${daysOf(after)}`
  if (kind === 'TASK_PRIORITISED') return `${priorityWords(after)} for ${tasks}`
  if (kind === 'COMMENT_RESOLVED') return `resolved the comments of ${tasks}`
  if (kind === 'COMMENT_REOPENED') return `reopened the comments of ${tasks}`
  return null
}

export const dayOf = ({ createdAt }: Pick<TimelineItem, 'createdAt'>) => new Date(createdAt).toDateString()
