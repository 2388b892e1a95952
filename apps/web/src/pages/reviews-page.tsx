import { useQuery } from '@tanstack/react-query'
import { DeviceReviews } from '#web/features/offline/components/device-reviews'
import { NoReviews } from '#web/features/reviews/components/no-reviews'
import { ReviewGrid, ReviewGridLoading } from '#web/features/reviews/components/review-grid'
import { ReviewMenu } from '#web/features/reviews/components/review-menu'
import { myReviewsQuery } from '#web/features/reviews/queries'
import { formatCount } from '#web/lib/format'
import { LoadError } from '#web/ui/load-error'
import { Page } from '#web/ui/page'
import { PagesNav } from '#web/ui/pages-nav'
import { usePageNumber } from '#web/ui/use-page-number'

const pageSize = 12

export function ReviewsPage() {
  const [page, setPage] = usePageNumber()
  const { data, error, refetch } = useQuery(myReviewsQuery({ page, limit: pageSize, sort: '-updatedAt' }))
  const goTo = (next: number) => {
    setPage(next)
    window.scrollTo({ top: 0 })
  }
  return (
    <Page
      title="Reviews"
      note={data?.total === 0 ? null : data ? formatCount(data.total, 'review') : '\u00a0'}
    >
      <DeviceReviews Grid={ReviewGrid} />
      {!data && error && <LoadError what="Your reviews" onRetry={() => void refetch()} />}
      {!data && !error && <ReviewGridLoading count={8} />}
      {data && data.total === 0 && <NoReviews />}
      {data && data.total > 0 && (
        <>
          <ReviewGrid reviews={data.results} Menu={ReviewMenu} />
          <PagesNav page={page} totalPages={data.totalPages} onChange={goTo} />
        </>
      )}
    </Page>
  )
}
