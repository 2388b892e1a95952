import { Skeleton } from '@mantine/core'
import { IconChecklist, IconFolders, IconLayoutKanban } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Review } from '@wingmark/contract/reviews'
import { Link } from 'react-router'
import { StorageWords } from '#web/features/account/components/storage-words'
import { UnconfirmedEmail } from '#web/features/account/components/unconfirmed-email'
import { profileQuery } from '#web/features/account/queries'
import { PilotCard } from '#web/features/connections/components/pilot-card'
import { DeviceReviews } from '#web/features/offline/components/device-reviews'
import { AttentionList } from '#web/features/reviews/components/attention-list'
import { NoReviews } from '#web/features/reviews/components/no-reviews'
import { ReviewGrid, ReviewGridLoading } from '#web/features/reviews/components/review-grid'
import { ReviewMenu } from '#web/features/reviews/components/review-menu'
import { myReviewsQuery } from '#web/features/reviews/queries'
import { formatCount } from '#web/lib/format'
import { paths } from '#web/lib/paths'
import { Dialogs } from '#web/ui/dialogs'
import { LoadError } from '#web/ui/load-error'
import { Page, PageSection } from '#web/ui/page'
import { Panel } from '#web/ui/panel'
import classes from './dashboard-page.module.css'

const looksBackOn = 50
const recentShown = 6
const attentionShown = 6

export function DashboardPage() {
  const { data: profile } = useQuery(profileQuery)
  const { data, error, refetch } = useQuery(
    myReviewsQuery({ page: 1, limit: looksBackOn, sort: '-updatedAt' }),
  )
  const isNew = data?.total === 0
  return (
    <Dialogs>
      <Page
        title={profile ? `${greeting()}, ${profile.user.name.split(' ')[0]}` : 'Dashboard'}
        name="Dashboard"
        note={!isNew && <Numbers page={data} />}
      >
        {isNew && <NoReviews />}
        <DeviceReviews Grid={ReviewGrid} />
        {!data && error && <LoadError what="Your reviews" onRetry={() => void refetch()} />}
        {!isNew && (data || !error) && <Work reviews={data?.results} />}
        {data && profile && <UnconfirmedEmail />}
        {data && profile && !isNew && <Doors />}
      </Page>
    </Dialogs>
  )
}

/** A line as high before it is known. */
function Numbers({ page }: { page: { total: number; results: readonly Review[] } | undefined }) {
  if (!page) return <span className={classes.numbers}>&nbsp;</span>
  const sum = (count: (review: Review) => number) =>
    page.results.reduce((total, review) => total + count(review), 0)
  return (
    <span className={classes.numbers}>
      <span>{formatCount(page.total, 'review')}</span>
      <span>
        {formatCount(
          sum((review) => review.openCount),
          'open comment',
        )}
      </span>
      <span className={classes.minor}>
        {formatCount(
          sum((review) => review.fileCount),
          'file',
        )}
      </span>
      <span className={classes.minor}>
        <StorageWords />
      </span>
    </span>
  )
}

/** First what needs the user, then the newest; what is below appears only once its place is known. */
function Work({ reviews }: { reviews: readonly Review[] | undefined }) {
  const waiting = reviews?.filter((review) => review.openCount > 0) ?? []
  return (
    <div className={classes.columns}>
      <PageSection title="Needs attention" end={<Link to={paths.tasks}>Your tasks</Link>}>
        <Panel>
          {!reviews && <Skeleton height={240} />}
          {reviews && waiting.length === 0 && (
            <p className={classes.quiet}>No open comments. All caught up.</p>
          )}
          <AttentionList reviews={waiting.slice(0, attentionShown)} />
        </Panel>
      </PageSection>
      <div className={classes.newest} data-loading={!reviews || undefined}>
        <PageSection title="Recent reviews" end={<Link to={paths.reviews}>View all</Link>}>
          {reviews ? (
            <ReviewGrid heading="h3" reviews={reviews.slice(0, recentShown)} Menu={ReviewMenu} />
          ) : (
            <ReviewGridLoading count={3} />
          )}
        </PageSection>
      </div>
    </div>
  )
}

function Doors() {
  return (
    <>
      <PilotCard />
      <nav aria-label="More of Wingmark" className={classes.tiles}>
        <Link to={paths.transfers} className={classes.tile}>
          <IconFolders size={22} stroke={1.5} aria-hidden />
          <span>
            <strong>Transfers</strong>
            <span className={classes.quiet}>Files and folders of any type</span>
          </span>
        </Link>
        <Link to={paths.workspaces} className={classes.tile}>
          <IconLayoutKanban size={22} stroke={1.5} aria-hidden />
          <span>
            <strong>Workspaces</strong>
            <span className={classes.quiet}>Boards, activities, private notes</span>
          </span>
        </Link>
        <Link to={paths.tasks} className={classes.tile}>
          <IconChecklist size={22} stroke={1.5} aria-hidden />
          <span>
            <strong>Your tasks</strong>
            <span className={classes.quiet}>Assigned to you</span>
          </span>
        </Link>
      </nav>
    </>
  )
}

function greeting(hour = new Date().getHours()): string {
  if (hour < 5 || hour >= 18) return 'Good evening'
  return hour < 12 ? 'Good morning' : 'Good afternoon'
}
