import { Skeleton } from '@mantine/core'
import { IconChecklist, IconFolders, IconLayoutKanban } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { StorageStat } from '#web/features/account/components/storage-stat'
import { UnconfirmedEmail } from '#web/features/account/components/unconfirmed-email'
import { profileQuery } from '#web/features/account/queries'
import { PilotCard } from '#web/features/connections/components/pilot-card'
import { DeviceReviews } from '#web/features/offline/components/device-reviews'
import { AttentionList } from '#web/features/reviews/components/attention-list'
import { NoReviews } from '#web/features/reviews/components/no-reviews'
import { ReviewGrid, ReviewGridLoading } from '#web/features/reviews/components/review-grid'
import { ReviewMenu } from '#web/features/reviews/components/review-menu'
import { myReviewsQuery } from '#web/features/reviews/queries'
import { paths } from '#web/lib/paths'
import { Dialogs } from '#web/ui/dialogs'
import { LoadError } from '#web/ui/load-error'
import { Page, PageSection } from '#web/ui/page'
import { Panel } from '#web/ui/panel'
import { Stat, StatRow } from '#web/ui/stat'
import classes from './dashboard-page.module.css'

const looksBackOn = 50
const recentShown = 6
const attentionShown = 6

export function DashboardPage() {
  const { data: profile } = useQuery(profileQuery)
  const { data, error, refetch } = useQuery(
    myReviewsQuery({ page: 1, limit: looksBackOn, sort: '-updatedAt' }),
  )
  const reviews = data?.results ?? []
  const waiting = reviews.filter((review) => review.openCount > 0)
  const sum = (count: (review: (typeof reviews)[number]) => number) =>
    data ? reviews.reduce((total, review) => total + count(review), 0).toLocaleString('en') : '–'
  return (
    <Dialogs>
      <Page title={profile ? `${greeting()}, ${profile.user.name.split(' ')[0]}` : 'Dashboard'}>
        <StatRow>
          <Stat label="Reviews" value={data ? data.total.toLocaleString('en') : '–'} />
          <Stat label="Open comments" value={sum((review) => review.openCount)} />
          <Stat label="Files in review" value={sum((review) => review.fileCount)} />
          <StorageStat />
        </StatRow>
        <UnconfirmedEmail />
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
        <DeviceReviews Grid={ReviewGrid} />
        {!data && error && <LoadError what="Your reviews" onRetry={() => void refetch()} />}
        {data?.total === 0 && <NoReviews />}
        {data?.total !== 0 && !(error && !data) && (
          <div className={classes.columns}>
            <PageSection title="Needs attention">
              <Panel>
                {!data && <Skeleton height={120} />}
                {data && waiting.length === 0 && (
                  <p className={classes.quiet}>No open comments. All caught up.</p>
                )}
                <AttentionList reviews={waiting.slice(0, attentionShown)} />
              </Panel>
            </PageSection>
            <PageSection title="Recent reviews" end={<Link to={paths.reviews}>View all</Link>}>
              {data ? (
                <ReviewGrid heading="h3" reviews={reviews.slice(0, recentShown)} Menu={ReviewMenu} />
              ) : (
                <ReviewGridLoading count={3} />
              )}
            </PageSection>
          </div>
        )}
      </Page>
    </Dialogs>
  )
}

function greeting(hour = new Date().getHours()): string {
  if (hour < 5 || hour >= 18) return 'Good evening'
  return hour < 12 ? 'Good morning' : 'Good afternoon'
}
