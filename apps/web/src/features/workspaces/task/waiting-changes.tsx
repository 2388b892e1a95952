import { Delivery } from '#web/features/comments/cards/delivery'
import type { Outbox } from '#web/features/comments/outbox/outbox'
import { isMove, type Waiting, type WaitingItem } from '#web/features/workspaces/task/waiting-task'
import { statusNames } from '#web/features/workspaces/task-lists'
import classes from './waiting-changes.module.css'

type Props = { outbox: Outbox<Waiting>; items: readonly WaitingItem[] }

/** Changes that the server has not taken yet, and what became of those that it will not take. */
export function WaitingChanges({ outbox, items }: Props) {
  if (items.length === 0) return null
  return (
    <ul className={classes.waiting} aria-label="Not sent yet">
      {items.map((item) => (
        <li key={item.key}>
          <Delivery outbox={outbox} item={item} onEdit={null} what={wordsOf(item.target)} />
        </li>
      ))}
    </ul>
  )
}

function wordsOf(target: Waiting): string {
  if (isMove(target)) return `#${target.number} moved to ${statusNames[target.status]}.`
  if (target.assignee !== undefined)
    return target.assignee
      ? `#${target.number} assigned to ${target.assignee.name}.`
      : `#${target.number} assigned to nobody.`
  return `#${target.number} changed.`
}
