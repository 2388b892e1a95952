import { isolated } from '@wingmark/contract/names'
import type { Task } from '@wingmark/contract/tasks'
import type { Workspace } from '@wingmark/contract/workspaces'
import { useNavigate } from 'react-router'
import type { Choice } from '#web/features/workspaces/task/choices'
import type { TaskChanges } from '#web/features/workspaces/task/use-task-changes'
import {
  nameOf,
  prioritiesHighFirst,
  priorityNames,
  statuses,
  statusNames,
} from '#web/features/workspaces/task-lists'
import { dayFromNow } from '#web/lib/days'
import { type Command, useCommands } from '#web/lib/palette'
import { commentPath } from '#web/lib/paths'

type Given = { task: Task; workspace: Workspace; changes: TaskChanges; onDelete: () => void }

/** The palette's commands for the open task. */
export function useTaskCommands({ task, workspace, changes, onDelete }: Given): void {
  const navigate = useNavigate()
  const { source, parent, can } = task
  const choose = (name: string, next: Choice): Command => ({
    ...{ name, isFound: true },
    run: () => void changes.patch(task, next).catch(() => {}),
  })
  const moves = statuses.flatMap((status): Command[] =>
    status === task.status
      ? []
      : [{ name: `Move to ${statusNames[status]}`, run: () => changes.move(task, status) }],
  )
  const people = workspace.members.flatMap(({ _id, name, avatar }) =>
    _id === task.assignee?._id
      ? []
      : choose(`Assign to ${isolated(name)}`, { assignee: { _id, name, avatar } }),
  )
  const days = [
    choose('Due today', { dueOn: dayFromNow(0) }),
    choose('Due tomorrow', { dueOn: dayFromNow(1) }),
    choose('Due in a week', { dueOn: dayFromNow(7) }),
    ...(task.dueOn ? [choose('No due date', { dueOn: null })] : []),
  ]
  const commands: Command[] = [...(can.move ? moves : [])]
  if (source && 'comment' in source)
    commands.push({
      name: 'Open in review',
      run: () => void navigate(commentPath(source.review, source.comment)),
    })
  if (can.edit) {
    commands.push(...people)
    if (task.assignee) commands.push(choose('Unassign', { assignee: null }))
    for (const priority of prioritiesHighFirst)
      if (priority !== task.priority)
        commands.push(choose(`Priority: ${priorityNames[priority]}`, { priority }))
  }
  if (can.move) commands.push(...days)
  if (parent !== null && can.edit)
    commands.push({
      name: 'Convert to task',
      run: () => changes.place(task, { parent: null }, task),
    })
  if (can.delete)
    commands.push({
      name: 'Delete task',
      run: () => {
        changes.remove(task)
        onDelete()
      },
    })
  useCommands(`Task ${nameOf(task)}`, commands)
}
