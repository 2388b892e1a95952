import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { ReviewGrid, ReviewGridLoading } from '#web/features/reviews/components/review-grid'
import { ReviewMenu } from '#web/features/reviews/components/review-menu'
import { publicReviewsQuery } from '#web/features/reviews/queries'
import { SearchBox } from '#web/features/search/components/search-box'
import { ownReviewsByNameQuery } from '#web/features/search/queries'
import { type SearchTab, searchPath, searchTabs, tabOf, wordOf } from '#web/features/search/search-word'
import { LoadError } from '#web/ui/load-error'
import { Page, PageSection } from '#web/ui/page'
import { PageMessage } from '#web/ui/page-message'
import { PagesNav } from '#web/ui/pages-nav'
import { usePageNumber } from '#web/ui/use-page-number'
import classes from './search-page.module.css'

const pageSize = 12
const tabNames: Record<SearchTab, string> = { reviews: 'Reviews' }

export function SearchPage() {
  const location = useLocation()
  const navigate = useNavigate()
  const word = wordOf(location)
  const [page, setPage] = usePageNumber()
  const own = useQuery(ownReviewsByNameQuery(word))
  const open = useQuery({
    ...publicReviewsQuery({ page, limit: pageSize, name: word }),
    enabled: word !== '',
  })
  const ownIds = new Set(own.data?.map((review) => review._id))
  const others = open.data?.results.filter((review) => !ownIds.has(review._id)) ?? []
  const isLoading = word !== '' && (own.isPending || open.isPending) && !open.error && !own.error
  const isEmpty = own.data?.length === 0 && open.data?.total === 0
  return (
    <Page title={word ? `Results for “${word}”` : 'Search'}>
      <div className={classes.box}>
        <SearchBox />
      </div>
      <Tabs
        value={tabOf(location)}
        onChange={(tab) => void navigate(searchPath(word, tabOf({ search: `?tab=${tab}` })))}
      >
        <Tabs.List>
          {searchTabs.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {tabNames[tab]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      {word === '' && (
        <PageMessage order={2} title="What are you looking for?" text="Type a word into the box above." />
      )}
      {(own.error || open.error) && <LoadError what="The results" onRetry={() => void open.refetch()} />}
      {isLoading && <ReviewGridLoading count={4} />}
      {isEmpty && (
        <PageMessage order={2} title="Nothing found" text={`No review has “${word}” in its name.`} />
      )}
      {own.data && own.data.length > 0 && (
        <PageSection title="Your reviews">
          <ReviewGrid heading="h3" reviews={own.data} Menu={ReviewMenu} />
        </PageSection>
      )}
      {others.length > 0 && (
        <PageSection title="Public reviews">
          <ReviewGrid heading="h3" reviews={others} />
          <PagesNav page={page} totalPages={open.data?.totalPages ?? 1} onChange={setPage} />
        </PageSection>
      )}
    </Page>
  )
}
