import { VisuallyHidden } from '@mantine/core'
import { IconCalendar, IconSubtask } from '@tabler/icons-react'
import type { Task } from '@wingmark/contract/tasks'
import { formatDueDay, isOpen, localDay } from '#web/features/workspaces/task-lists'
import { Face } from '#web/ui/face'
import classes from './task-facts.module.css'

/** Number, due day, subtasks and whose it is, in one quiet line. */
export function TaskFacts({ task }: { task: Task }) {
  const { number, dueOn, status, subtaskCount, doneCount, assignee } = task
  return (
    <div className={classes.root}>
      <span>{number > 0 ? `#${number}` : 'Saving…'}</span>
      {dueOn && (
        <span className={classes.fact} data-late={(isOpen(status) && dueOn < localDay()) || undefined}>
          <IconCalendar size={13} aria-hidden />
          <VisuallyHidden>Due </VisuallyHidden>
          {formatDueDay(dueOn)}
        </span>
      )}
      {subtaskCount > 0 && (
        <span className={classes.fact}>
          <IconSubtask size={13} aria-hidden />
          <VisuallyHidden>Subtasks done: </VisuallyHidden>
          {doneCount}/{subtaskCount}
        </span>
      )}
      {assignee && (
        <span className={classes.face} title={assignee.name}>
          <VisuallyHidden>Assigned to {assignee.name}</VisuallyHidden>
          <Face connectionId={assignee._id} name={assignee.name} src={assignee.avatar} size={22} />
        </span>
      )}
    </div>
  )
}
