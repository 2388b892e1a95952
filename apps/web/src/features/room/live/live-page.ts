import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { ReviewEvent } from '@wingmark/contract/live'
import type { ReviewPage } from '@wingmark/contract/reviews'
import { applyToPage } from '#web/features/room/live/apply-to-page'

const heardKept = 500

/** Applies live events to a review's first view, again if an older answer arrives later. Returns `stop`. */
export function openLivePage(client: QueryClient, queryKey: QueryKey) {
  let heard: { event: ReviewEvent; wasOpen: boolean | undefined }[] = []
  const change = (how: (page: ReviewPage) => ReviewPage) =>
    client.setQueryData<ReviewPage>(queryKey, (page) => page && how(page))
  const cache = client.getQueryCache()
  const stop = cache.subscribe((news) => {
    if (news.type !== 'updated' || news.query !== cache.find({ queryKey })) return
    if (news.action.type !== 'success' || news.action.manual) return
    change((page) => heard.reduce((now, { event, wasOpen }) => applyToPage(now, event, wasOpen), page))
  })
  return {
    stop,
    apply(event: ReviewEvent, wasOpen?: boolean) {
      // Unnumbered events cannot be compared with a page; pointers and faces come many times a second.
      if (event.id !== undefined) heard = [...heard.slice(-heardKept), { event, wasOpen }]
      change((page) => applyToPage(page, event, wasOpen))
    },
  }
}
