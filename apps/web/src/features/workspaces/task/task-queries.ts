import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { RouteQuery } from '@wingmark/contract/route'
import { getTask, listTasks, type Task } from '@wingmark/contract/tasks'
import { timelineQuery } from '#web/features/workspaces/activities/timeline-queries'
import { eventsHeard, type TaskList, withEventsSince } from '#web/features/workspaces/task/task-events'
import { call } from '#web/lib/api'
import { localDay } from '#web/lib/days'
import { reading } from '#web/lib/query-reading'

const pageSize = 100
/** No board shows more tasks than this; filters find the others. */
const pagesShown = 10

type Query = Partial<RouteQuery<typeof listTasks>>
export type TaskFilter = Pick<
  Query,
  'assignee' | 'word' | 'due' | 'label' | 'priority' | 'parent' | 'review' | 'sort' | 'status'
>

/** All tasks in the board's order: an event of a task carries its rank. */
export const isOfBoard = (filter: TaskFilter): boolean =>
  Object.entries(filter).every(
    ([name, value]) => value === undefined || (name === 'sort' && value === 'rank'),
  )

export const taskKeys = {
  lists: ['tasks'] as const,
  of: (owner: string, filter: TaskFilter) => ['tasks', owner, filter] as const,
  one: (id: string) => ['task', id] as const,
}

/** Tasks of a workspace, or of a person, by id. */
export function tasksQuery(owner: string, filter: TaskFilter = {}) {
  return queryOptions({
    queryKey: taskKeys.of(owner, filter),
    queryFn: async (context): Promise<TaskList> => {
      const own = filter.due ? { ...filter, today: localDay() } : filter
      const how = reading(context)
      const read = (where: { page: number } | { cursor: string }, limit: number) =>
        call(listTasks, { params: { id: owner }, query: { ...own, ...where, limit }, ...how })
      // A page of long tasks ends before it is full.
      const ask = async (page: number) => {
        const first = await read({ page }, pageSize)
        const results = [...first.results]
        for (let next = first.nextCursor; next !== null && results.length < pageSize; ) {
          const more = await read({ cursor: next }, pageSize - results.length)
          results.push(...more.results)
          next = more.nextCursor
        }
        return { ...first, results }
      }
      const since = eventsHeard()
      const first = await ask(1)
      const pages = Math.min(first.totalPages, pagesShown)
      const rest = await Promise.all(Array.from({ length: Math.max(0, pages - 1) }, (_, n) => ask(n + 2)))
      // A task that moves between two pages while they are read would be in both.
      const tasks = new Map<string, Task>()
      for (const { results } of [first, ...rest]) for (const task of results) tasks.set(task._id, task)
      const list = { tasks: [...tasks.values()], total: first.total }
      // Events heard meanwhile may be newer than the answer.
      return isOfBoard(filter) ? withEventsSince(list, owner, since) : list
    },
    enabled: owner !== '',
  })
}

export const taskOfLists = (client: QueryClient, id: string): Task | undefined =>
  client
    .getQueriesData<TaskList>({ queryKey: taskKeys.lists })
    .flatMap(([, list]) => list?.tasks ?? [])
    .find(({ _id }) => _id === id)

/** The board's tasks in the order shown, and `given` as they are given. */
export function tasksKnown(client: QueryClient, workspace: string, given: readonly Task[]): Task[] {
  // The visible board; other lists have other orders.
  const shown = { queryKey: [...taskKeys.lists, workspace], type: 'active' } as const
  const lists = client.getQueriesData<TaskList>(shown).flatMap(([, list]) => list?.tasks ?? [])
  return [...new Map([...lists, ...given].map((task) => [task._id, task])).values()]
}

export function taskQuery(id: string) {
  return queryOptions({
    queryKey: taskKeys.one(id),
    queryFn: async (context) => {
      const { result, timeline } = await call(getTask, { params: { id }, ...reading(context) })
      // Its timeline came with it: the component beside it need not ask again.
      context.client.setQueryData(
        timelineQuery({ task: id }, undefined).queryKey,
        (known) => known ?? { pages: [{ success: true as const, ...timeline }], pageParams: [null] },
      )
      return result
    },
    meta: { shown: [404, 422] },
  })
}
