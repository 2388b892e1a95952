import { Button, Skeleton } from '@mantine/core'
import { IconChecklist } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { isolated } from '@wingmark/contract/names'
import type { Task } from '@wingmark/contract/tasks'
import { Link } from 'react-router'
import { profileQuery } from '#web/features/account/queries'
import { workspaceNamesQuery } from '#web/features/workspaces/queries'
import { taskKeys, tasksQuery } from '#web/features/workspaces/task/task-queries'
import { TaskRows } from '#web/features/workspaces/task/task-rows'
import { isOpen, statuses, statusNames } from '#web/features/workspaces/task-lists'
import { dayFromNow, localDay } from '#web/lib/days'
import { paths, taskPath } from '#web/lib/paths'
import { useUserEvents } from '#web/lib/user-live'
import { LoadError } from '#web/ui/load-error'
import { PageMessage } from '#web/ui/page-message'
import classes from './tasks-view.module.css'

const openStatuses = statuses.filter(isOpen)

/** The user's tasks in all workspaces, by due date. */
export function OwnTasks() {
  const profile = useQuery(profileQuery)
  const tasks = useQuery(tasksQuery(profile.data?.user._id ?? '', { sort: 'dueOn', status: openStatuses }))
  const { data: names } = useQuery(workspaceNamesQuery)
  const client = useQueryClient()
  useUserEvents((event) => {
    const isOfTasks = event.event === 'notification.created' && event.data.task !== null
    if (isOfTasks || event.event === 'reset') void client.invalidateQueries({ queryKey: taskKeys.lists })
  })
  const { data } = tasks
  const failed = profile.isError && !profile.data ? profile : tasks.isError ? tasks : null
  if (!data)
    return failed ? (
      <LoadError what="Your tasks" onRetry={() => void failed.refetch()} />
    ) : (
      <Skeleton height={240} />
    )
  const open = data.tasks.filter((task) => isOpen(task.status))
  if (open.length === 0)
    return (
      <PageMessage
        order={2}
        picture={<IconChecklist />}
        title="No tasks yet"
        text="Tasks assigned to you in any workspace appear here, soonest due first."
      >
        <Button component={Link} to={paths.workspaces} variant="default">
          Go to your workspaces
        </Button>
      </PageMessage>
    )
  const groups = groupByDay(open)
  return (
    <div className={classes.tasks} data-own>
      {groups.map(([title, tasks]) => (
        <TaskRows
          key={title}
          title={title}
          tasks={tasks}
          to={(task) => taskPath(task.workspace, task._id)}
          note={(task) => placeOf(names?.get(task.workspace), statusNames[task.status])}
        />
      ))}
    </div>
  )
}

const placeOf = (name: string | undefined, status: string) =>
  name ? `${isolated(name)} · ${status}` : status

export function groupByDay(tasks: readonly Task[], now = new Date()): [title: string, tasks: Task[]][] {
  const today = localDay(now)
  const inAWeek = dayFromNow(7, now)
  const groupOf = ({ dueOn }: Task) => {
    if (!dueOn) return 'No due date'
    if (dueOn < today) return 'Overdue'
    if (dueOn === today) return 'Today'
    return dueOn <= inAWeek ? 'Within a week' : 'Later'
  }
  return ['Overdue', 'Today', 'Within a week', 'Later', 'No due date'].map((title) => [
    title,
    tasks.filter((task) => groupOf(task) === title),
  ])
}
