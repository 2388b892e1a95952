import { errorCatalogue } from '@wingmark/contract/errors'
import { isolated } from '@wingmark/contract/names'
import { Delivery } from '#web/features/comments/cards/delivery'
import type { Outbox } from '#web/features/comments/outbox/outbox'
import { StaleMove } from '#web/features/workspaces/task/stale-move'
import { StaleWords } from '#web/features/workspaces/task/stale-words'
import {
  isGone,
  isMade,
  isMove,
  isWords,
  type Waiting,
  type WaitingItem,
} from '#web/features/workspaces/task/waiting-task'
import { nameOf, statusNames } from '#web/features/workspaces/task-lists'
import classes from './waiting-changes.module.css'

type Props = { outbox: Outbox<Waiting>; items: readonly WaitingItem[] }

/** Changes that the server has not taken yet, and those it refused. */
export function WaitingChanges({ outbox, items }: Props) {
  return (
    <ul className={classes.waiting} aria-label="Not sent yet">
      {items.map((item) => (
        <li key={item.key}>
          <WaitingChange outbox={outbox} item={item} />
        </li>
      ))}
    </ul>
  )
}

function WaitingChange({ outbox, item }: { outbox: Outbox<Waiting>; item: WaitingItem }) {
  const { target, error } = item
  const isStale = error === errorCatalogue.CONFLICT.message
  if (isStale && isWords(target)) return <StaleWords outbox={outbox} item={item} words={target} />
  if (isStale && isMove(target)) return <StaleMove outbox={outbox} item={item} move={target} />
  return <Delivery outbox={outbox} item={item} onEdit={null} what={wordsOf(target)} />
}

function wordsOf(target: Waiting): string {
  if (isMade(target)) return `“${isolated(target.title)}” created.`
  const name = nameOf(target)
  if (isGone(target)) return target.do === 'delete' ? `${name} deleted.` : `${name} restored.`
  if (isWords(target)) return `The ${target.field} of ${name} changed.`
  if (isMove(target)) return `${name} moved to ${statusNames[target.status]}.`
  if (target.parent === null) return `${name} converted to a task.`
  if (target.after !== undefined) return `${name} moved among the subtasks.`
  if (target.assignee !== undefined)
    return target.assignee ? `${name} assigned to ${isolated(target.assignee.name)}.` : `${name} unassigned.`
  return `${name} changed.`
}
