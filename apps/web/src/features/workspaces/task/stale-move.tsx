import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { TwoVersions } from '#web/features/comments/cards/two-versions'
import type { Outbox } from '#web/features/comments/outbox/outbox'
import type { MoveInput, TaskInput, TaskItem } from '#web/features/workspaces/task/changes/task-changes'
import { taskQuery } from '#web/features/workspaces/task/task-queries'
import { nameOf, statusNames } from '#web/features/workspaces/task-lists'

type Props = { outbox: Outbox<TaskInput>; item: TaskItem; move: MoveInput }

/** A move that arrived after someone else's: the user decides. */
export function StaleMove({ outbox, item, move }: Props) {
  const { data: now } = useQuery(taskQuery(move.task))
  const { key, author, writer } = item
  const moveNow = () => {
    if (!now) return
    outbox.discard(key)
    const target = { ...move, from: now.status }
    outbox.send({ target, message: '', files: [], mentioned: [], author, writer })
  }
  return (
    <TwoVersions
      title={`Someone else has moved ${nameOf(move)}`}
      now={now ? statusNames[now.status] : null}
      mine={statusNames[move.status]}
    >
      <Button size="xs" variant="default" disabled={!now} onClick={moveNow}>
        Move to {statusNames[move.status]}
      </Button>
      <Button size="xs" variant="default" onClick={() => outbox.discard(key)}>
        {now ? `Leave in ${statusNames[now.status]}` : 'Leave it'}
      </Button>
    </TwoVersions>
  )
}
