import type { InfiniteData } from '@tanstack/react-query'
import type { RouteReply } from '@wingmark/contract/route'
import type { listTransfers } from '@wingmark/contract/transfers'

type Page = RouteReply<typeof listTransfers>
export type Pages = InfiniteData<Page, string>

/** The known effects of a change; `isAnywhere`: restored items may be in any folder. */
export type TransferChange = {
  gone?: readonly string[]
  renamed?: { id: string; name: string }
  isAnywhere?: boolean
}

/** Only the first page. */
export const firstOf = ({ pages, pageParams }: Pages): Pages => ({
  pages: pages.slice(0, 1),
  pageParams: pageParams.slice(0, 1),
})

/** Removes and renames items on all pages. */
export function patchPages({ pages, pageParams }: Pages, { gone = [], renamed }: TransferChange): Pages {
  const ids = new Set(gone)
  const isTouched = ({ results }: Page) => results.some(({ _id }) => ids.has(_id) || _id === renamed?.id)
  const patched = pages.map((page) =>
    isTouched(page)
      ? {
          ...page,
          results: page.results
            .filter(({ _id }) => !ids.has(_id))
            .map((one) => (renamed && one._id === renamed.id ? { ...one, name: renamed.name } : one)),
        }
      : page,
  )
  return { pages: patched, pageParams }
}

/** New items come first; each is listed once. */
export function mergeFirst({ pages, pageParams }: Pages, first: Page): Pages {
  const known = new Set(first.results.map((one) => one._id))
  const [old, ...rest] = pages.map((page) =>
    page.results.some(({ _id }) => known.has(_id))
      ? { ...page, results: page.results.filter(({ _id }) => !known.has(_id)) }
      : page,
  )
  if (!old) return { pages, pageParams }
  const { nextCursor } = old
  const { total, folder } = first
  return {
    pages: [{ ...first, nextCursor, results: [...first.results, ...old.results] }, ...rest].map((page) => ({
      ...page,
      total,
      folder,
    })),
    pageParams,
  }
}
