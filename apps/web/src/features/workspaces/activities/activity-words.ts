import type { TimelineItem } from '@wingmark/contract/timelines'
import type { Workspace } from '@wingmark/contract/workspaces'
import { formatDueDay, statuses, statusNames } from '#web/features/workspaces/task-lists'
import { roleNames } from '#web/lib/roles'

/** What happened, after the name of who did it; the task's name follows where `withTask`. */
export function happening(item: TimelineItem, members: Workspace['members']): string {
  const { kind, before, after } = item
  if (kind === 'TASK_MOVED') return `moved it from ${statusOf(before)} to ${statusOf(after)}`
  if (kind === 'TASK_RENAMED') return `renamed it from “${before ?? ''}” to “${after ?? ''}”`
  if (kind === 'TASK_ASSIGNED')
    return after === null ? 'took the assignee away' : `assigned it to ${nameOf(after, members)}`
  if (kind === 'TASK_DATED') return datesOf(after)
  if (kind === 'WORKSPACE_RENAMED') return `renamed the workspace to “${after ?? ''}”`
  if (kind === 'ROLE_CHANGED') return `made ${item.message} ${roleWord(after)}`
  if (kind === 'MEMBER_LEFT' && item.mentions.every(({ _id }) => _id !== item.actor._id))
    return `removed ${item.message}`
  return plain[kind] ?? ''
}

function roleWord(role: string | null): string {
  if (role === 'OWNER') return 'the owner'
  const name =
    Object.entries(roleNames)
      .find(([one]) => one === role)?.[1]
      .toLowerCase() ?? 'member'
  return role === 'EDITOR' ? `an ${name}` : `a ${name}`
}

const plain: Partial<Record<TimelineItem['kind'], string>> = {
  TASK_CREATED: 'made it',
  TASK_DESCRIBED: 'changed its description',
  TASK_DELETED: 'deleted it',
  TASK_RESTORED: 'brought it back',
  COMMENT_RESOLVED: 'resolved its comment',
  COMMENT_REOPENED: 'reopened its comment',
  COMMENT_CONNECTED: 'connected it with its comment again',
  COMMENT_DISCONNECTED: 'moved it without its comment: no longer connected',
  WORKSPACE_CREATED: 'made this workspace',
  MEMBER_JOINED: 'joined',
  MEMBER_LEFT: 'left',
}

function statusOf(value: string | null): string {
  const status = statuses.find((one) => one === value)
  return status ? statusNames[status] : '?'
}

const nameOf = (id: string, members: Workspace['members']) =>
  members.find((member) => member._id === id)?.name ?? 'somebody'

/** From `2027-03-01/2027-03-05`, either of them may be missing. */
function datesOf(days: string | null): string {
  const [start, due] = (days ?? '').split('/')
  if (start && due) return `planned it for ${formatDueDay(start)} to ${formatDueDay(due)}`
  if (due) return `made it due on ${formatDueDay(due)}`
  if (start) return `lets it start on ${formatDueDay(start)}`
  return 'took its dates away'
}

export type Gathered = { item: TimelineItem; more: number }

/** Like moves that follow each other are one line: "and 5 more". Newest first, as they came. */
export function gather(items: readonly TimelineItem[]): Gathered[] {
  const lines: Gathered[] = []
  for (const item of items) {
    const last = lines.at(-1)
    if (last && isLike(last.item, item)) last.more += 1
    else lines.push({ item, more: 0 })
  }
  return lines
}

function isLike(a: TimelineItem, b: TimelineItem): boolean {
  const isMove = a.kind === 'TASK_MOVED' && b.kind === 'TASK_MOVED' && a.after === b.after
  return isMove && a.actor.name === b.actor.name && a.task?._id !== b.task?._id && dayOf(a) === dayOf(b)
}

export const dayOf = ({ createdAt }: TimelineItem) => new Date(createdAt).toDateString()
