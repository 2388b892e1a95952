import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { DeviceReviews } from '#web/features/offline/components/device-reviews'
import { NoReviews } from '#web/features/reviews/components/no-reviews'
import { ReviewFilters, ReviewLook } from '#web/features/reviews/components/review-filters'
import { ReviewGrid, ReviewGridLoading } from '#web/features/reviews/components/review-grid'
import { ArchivedReviewMenu, ReviewMenu } from '#web/features/reviews/components/review-menu'
import { ReviewRows } from '#web/features/reviews/components/review-rows'
import { myReviewsQuery } from '#web/features/reviews/queries'
import { useReviewView } from '#web/features/reviews/use-review-view'
import { formatCount } from '#web/lib/format'
import { paths } from '#web/lib/paths'
import { useUndo } from '#web/lib/undo'
import { Dialogs } from '#web/ui/dialogs'
import { focusHeading } from '#web/ui/focus-heading'
import { LoadError } from '#web/ui/load-error'
import { Page } from '#web/ui/page'
import { PageMessage } from '#web/ui/page-message'
import { PagesNav } from '#web/ui/pages-nav'
import { usePageNumber } from '#web/ui/use-page-number'

const pageSize = 12

export function ReviewsPage() {
  const [page, setPage] = usePageNumber()
  const { filter, sort, isList, isNarrowed, showAll } = useReviewView()
  const { data, error, refetch } = useQuery(myReviewsQuery({ page, limit: pageSize, sort, ...filter }))
  useUndo(focusHeading)
  const goTo = (next: number) => {
    setPage(next)
    window.scrollTo({ top: 0 })
  }
  const isFirst = data?.total === 0 && !isNarrowed
  const Menu = filter.archived ? ArchivedReviewMenu : ReviewMenu
  return (
    <Dialogs>
      <Page
        title="Reviews"
        note={isFirst ? null : data ? formatCount(data.total, 'review') : '\u00a0'}
        actions={!isFirst && <ReviewLook />}
      >
        <DeviceReviews Grid={ReviewGrid} />
        {!isFirst && <ReviewFilters />}
        {!data && error && <LoadError what="Your reviews" onRetry={() => void refetch()} />}
        {!data && !error && <ReviewGridLoading count={8} />}
        {isFirst && (
          <>
            <NoReviews />
            <Link to={`${paths.reviews}?archived=true`}>Archived reviews</Link>
            <Link to={paths.deletedReviews}>Recently deleted</Link>
          </>
        )}
        {data?.total === 0 && isNarrowed && (
          <PageMessage
            order={2}
            title="No reviews match"
            text={filter.archived ? 'No archived reviews match.' : undefined}
          >
            <Button variant="default" onClick={showAll}>
              Show all reviews
            </Button>
          </PageMessage>
        )}
        {data && data.total > 0 && (
          <>
            {isList ? (
              <ReviewRows reviews={data.results} Menu={Menu} />
            ) : (
              <ReviewGrid reviews={data.results} Menu={Menu} />
            )}
            <PagesNav page={page} totalPages={data.totalPages} onChange={goTo} />
          </>
        )}
      </Page>
    </Dialogs>
  )
}
