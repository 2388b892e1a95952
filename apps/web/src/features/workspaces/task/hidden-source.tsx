import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { HiddenSource as Hidden, Task } from '@wingmark/contract/tasks'
import { Link } from 'react-router'
import { useAskForReview } from '#web/features/workspaces/links/assignee-queries'
import { taskKeys } from '#web/features/workspaces/task/task-queries'
import { paths } from '#web/lib/paths'
import { useLookAgain } from '#web/ui/use-look-again'
import classes from './task-source.module.css'

/** The task's review is closed to this reader; an assignee can ask for access. */
export function HiddenSource({ task: { _id }, source }: { task: Task; source: Hidden }) {
  const client = useQueryClient()
  const ask = useAskForReview()
  const { entry, invitedTo } = source
  useLookAgain(
    () => void client.invalidateQueries({ queryKey: taskKeys.one(_id) }),
    entry === 'ASKED' || entry === 'INVITED',
  )
  return (
    <div className={classes.apart}>
      From a review that you can’t open
      {entry === 'TO_ASK' && (
        <Button
          size="compact-xs"
          variant="default"
          loading={ask.isPending}
          title="Notifies the owner, who can let you in"
          onClick={() => ask.mutate(_id)}
        >
          Request access{' '}
        </Button>
      )}
      {entry === 'ASKED' && <output>You’ve requested access.</output>}
      {invitedTo && (
        <Button component={Link} to={paths.reviewInvitation(invitedTo)} size="compact-xs" variant="default">
          Open invitation
        </Button>
      )}
    </div>
  )
}
