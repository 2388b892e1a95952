import { Button } from '@mantine/core'
import type { NewTask, TaskChanges } from '#web/features/workspaces/task/use-task-changes'
import classes from './first-tasks.module.css'

const sample: readonly NewTask[] = [
  { title: 'Collect the client’s feedback', status: 'DONE' },
  { title: 'Present the second round', status: 'IN_REVIEW' },
  { title: 'Make the logo larger', status: 'IN_PROGRESS' },
  { title: 'Check the contrast of small text', status: 'TODO' },
  { title: 'Ask for the final copy', status: 'TODO' },
  { title: 'Order the proofs', status: 'TODO' },
]

/** Explains an empty board. */
export function FirstTasks({ changes }: { changes: TaskChanges }) {
  return (
    <div className={classes.root}>
      <p className={classes.text}>
        A task is a card that moves from left to right. Create the first one under To do, or bring in comments
        with “From a review…”: completing such a task resolves its comment.
      </p>
      <Button size="xs" variant="default" onClick={() => changes.createAll(sample)}>
        Try with sample tasks{' '}
      </Button>
    </div>
  )
}
