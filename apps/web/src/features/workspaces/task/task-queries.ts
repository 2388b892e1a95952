import { queryOptions } from '@tanstack/react-query'
import type { RouteQuery } from '@wingmark/contract/route'
import { getTask, listTasks, type Task } from '@wingmark/contract/tasks'
import { call } from '#web/lib/api'

const pageSize = 100
/** More tasks than this no board shows; filters find the others. */
const pagesShown = 10

export type TaskFilter = Pick<Partial<RouteQuery<typeof listTasks>>, 'assignee' | 'word' | 'due' | 'sort'>
export type TaskList = { tasks: Task[]; total: number }

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
      const tasks: Task[] = []
      for (let page = 1; ; page++) {
        const query = { ...filter, page, limit: pageSize }
        const answer = await call(listTasks, { params: { id: owner }, query, signal })
        tasks.push(...answer.results)
        if (page >= answer.totalPages || page === pagesShown) return { tasks, total: answer.total }
      }
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
