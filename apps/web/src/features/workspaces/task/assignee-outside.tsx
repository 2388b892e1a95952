import { Button } from '@mantine/core'
import type { Task } from '@wingmark/contract/tasks'
import { outsiderOf, useAddOutsider } from '#web/features/workspaces/links/assignee-queries'
import classes from './task-source.module.css'

/** Says that the assignee cannot open the task's review, with a button for people who may add them. */
export function AssigneeOutside({ task }: { task: Task }) {
  const add = useAddOutsider()
  const outsider = outsiderOf(task)
  return (
    <output className={classes.apart} hidden={!outsider}>
      {outsider?.words}
      {outsider?.mayAdd && (
        <Button
          size="compact-xs"
          variant="default"
          loading={add.isPending}
          title="They can see the designs and comment on them"
          onClick={() => add.mutate(outsider)}
        >
          Add as Commenter
        </Button>
      )}
    </output>
  )
}
