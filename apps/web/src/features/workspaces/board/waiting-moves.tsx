import { Delivery } from '#web/features/comments/cards/delivery'
import type { Outbox } from '#web/features/comments/outbox/outbox'
import type { Move, MoveItem } from '#web/features/workspaces/task/task-outbox'
import { statusNames } from '#web/features/workspaces/task-lists'
import classes from './tasks-view.module.css'

/** Moves that the server has not taken yet, and what became of those that it will not take. */
export function WaitingMoves({ outbox, items }: { outbox: Outbox<Move>; items: readonly MoveItem[] }) {
  if (items.length === 0) return null
  return (
    <ul className={classes.waiting} aria-label="Not sent yet">
      {items.map((item) => (
        <li key={item.key}>
          <Delivery
            outbox={outbox}
            item={item}
            onEdit={null}
            what={`#${item.target.number} moved to ${statusNames[item.target.status]}.`}
          />
        </li>
      ))}
    </ul>
  )
}
