import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { WorkspaceEvent } from '@wingmark/contract/live'
import type { TimelineItem } from '@wingmark/contract/timelines'
import type { TimelineFilter, TimelineOf } from '#web/features/workspaces/activities/timeline-queries'

export type TimelineEvent = Extract<WorkspaceEvent, { event: `timeline.${string}` }>

type Page = { results: TimelineItem[]; nextCursor: string | null }
type Pages = InfiniteData<Page, string | null>

/** Applies an event to every loaded timeline that it belongs to. */
export function applyToTimelines(client: QueryClient, event: TimelineEvent): void {
  for (const { queryKey, state } of client.getQueryCache().findAll({ queryKey: ['timeline'] })) {
    const [, of, kind] = queryKey as ['timeline', TimelineOf, TimelineFilter | 'ALL']
    if (event.event !== 'timeline.deleted' && !isOf(event.data, of, kind)) continue
    client.setQueryData<Pages>(queryKey, (pages) => pages && applyToPages(pages, event))
    // A fetch under way may not have it yet.
    if (state.fetchStatus === 'fetching') void client.invalidateQueries({ queryKey })
  }
}

function isOf(item: TimelineItem, of: TimelineOf, kind: TimelineFilter | 'ALL'): boolean {
  const isThere = 'task' in of ? item.task?._id === of.task : item.workspace === of.workspace
  const isKind = kind === 'ALL' || kind === undefined || (item.kind === 'MESSAGE') === (kind === 'MESSAGE')
  return isThere && isKind
}

function applyToPages(pages: Pages, event: TimelineEvent): Pages {
  const change = (results: (page: Page, n: number) => TimelineItem[]) => ({
    ...pages,
    pages: pages.pages.map((page, n) => ({ ...page, results: results(page, n) })),
  })
  const { _id } = event.data
  if (event.event === 'timeline.deleted')
    return change((page) => page.results.filter((item) => item._id !== _id))
  const item = event.data
  const isKnown = pages.pages.some((page) => page.results.some((one) => one._id === _id))
  if (isKnown) return change((page) => page.results.map((one) => (one._id === _id ? item : one)))
  if (event.event === 'timeline.updated') return pages
  return change((page, n) => (n === 0 ? [item, ...page.results] : page.results))
}
