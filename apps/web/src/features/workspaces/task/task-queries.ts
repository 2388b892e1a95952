import { queryOptions } from '@tanstack/react-query'
import type { RouteQuery } from '@wingmark/contract/route'
import { getTask, listTasks, type Task } from '@wingmark/contract/tasks'
import { eventsHeard, type TaskList, withEventsSince } from '#web/features/workspaces/task/task-events'
import { call } from '#web/lib/api'

const pageSize = 100
/** More tasks than this no board shows; filters find the others. */
const pagesShown = 10

type Query = Partial<RouteQuery<typeof listTasks>>
export type TaskFilter = Pick<Query, 'assignee' | 'word' | 'due' | 'sort' | 'status'>

/** All tasks in the order of the board: what is told of a task says where it stands. */
export const isOfBoard = (filter: TaskFilter): boolean =>
  Object.entries(filter).every(
    ([name, value]) => value === undefined || (name === 'sort' && value === 'rank'),
  )

export const taskKeys = {
  lists: ['tasks'] as const,
  of: (owner: string, filter: TaskFilter) => ['tasks', owner, filter] as const,
  one: (id: string) => ['task', id] as const,
}

/** Of a workspace, or of the person whose id it is. */
export function tasksQuery(owner: string, filter: TaskFilter = {}) {
  return queryOptions({
    queryKey: taskKeys.of(owner, filter),
    queryFn: async ({ signal }): Promise<TaskList> => {
      const ask = (page: number) =>
        call(listTasks, { params: { id: owner }, query: { ...filter, page, limit: pageSize }, signal })
      const since = eventsHeard()
      const first = await ask(1)
      const pages = Math.min(first.totalPages, pagesShown)
      const rest = await Promise.all(Array.from({ length: Math.max(0, pages - 1) }, (_, n) => ask(n + 2)))
      // What moves between two pages while they are read would be in both.
      const tasks = new Map<string, Task>()
      for (const { results } of [first, ...rest]) for (const task of results) tasks.set(task._id, task)
      const list = { tasks: [...tasks.values()], total: first.total }
      // What was heard meanwhile may be newer than what was read.
      return isOfBoard(filter) ? withEventsSince(list, owner, since) : list
    },
    enabled: owner !== '',
  })
}

export function taskQuery(id: string) {
  return queryOptions({
    queryKey: taskKeys.one(id),
    queryFn: async ({ signal }) => (await call(getTask, { params: { id }, signal })).result,
    meta: { shown: [404, 422] },
  })
}
