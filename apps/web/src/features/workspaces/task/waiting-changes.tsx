import { errorCatalogue } from '@wingmark/contract/errors'
import { Delivery } from '#web/features/comments/cards/delivery'
import type { Outbox } from '#web/features/comments/outbox/outbox'
import {
  type TaskInput,
  type TaskItem,
  waitingWords,
} from '#web/features/workspaces/task/changes/task-changes'
import { StaleMove } from '#web/features/workspaces/task/stale-move'
import { StaleWords } from '#web/features/workspaces/task/stale-words'
import classes from './waiting-changes.module.css'

type Props = { outbox: Outbox<TaskInput>; items: readonly TaskItem[] }

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

function WaitingChange({ outbox, item }: { outbox: Outbox<TaskInput>; item: TaskItem }) {
  const { target, error } = item
  const isStale = error === errorCatalogue.CONFLICT.message
  if (isStale && target.kind === 'words') return <StaleWords outbox={outbox} item={item} words={target} />
  if (isStale && target.kind === 'move') return <StaleMove outbox={outbox} item={item} move={target} />
  return <Delivery outbox={outbox} item={item} onEdit={null} what={waitingWords(target)} />
}
