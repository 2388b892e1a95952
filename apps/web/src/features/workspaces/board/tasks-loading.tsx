import { Skeleton, Stack } from '@mantine/core'
import { statuses } from '#web/features/workspaces/task-lists'
import classes from './board.module.css'

const cards = [3, 2, 2, 1]
const rows = [3, 2, 1]

/** Columns or rows in their places before the tasks load. */
export function TasksLoading({ isList }: { isList: boolean }) {
  if (isList)
    return (
      <Stack role="status" aria-label="Loading">
        {rows.map((count) => (
          <div key={count} className={classes.loading}>
            <Skeleton height={16} width={96} radius="sm" />
            <Skeleton height={count * 45} radius="lg" />
          </div>
        ))}
      </Stack>
    )
  return (
    <div role="status" aria-label="Loading" className={classes.board} data-folded>
      {statuses.map((status, at) => (
        <div key={status} className={classes.column} data-folded={status === 'CANCELLED' || undefined}>
          <div className={classes.head}>
            <Skeleton height={16} width={96} radius="sm" />
          </div>
          {Array.from({ length: cards[at] ?? 0 }, (_, n) => (
            <Skeleton key={n} height={76} radius="md" />
          ))}
        </div>
      ))}
    </div>
  )
}
