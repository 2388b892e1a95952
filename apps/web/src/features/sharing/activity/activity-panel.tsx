import { Button, NativeSelect, Skeleton } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Activity } from '@wingmark/contract/activity'
import { Link } from 'react-router'
import { activityQuery, linksQuery } from '#web/features/sharing/queries'
import { formatRelativeTime } from '#web/lib/format'
import { commentPath } from '#web/lib/paths'
import { requestShare } from '#web/lib/share-request'
import { LoadError } from '#web/ui/load-error'
import rows from '../settings.module.css'
import activity from './activity.module.css'
import { ActivityIcon } from './activity-icon.tsx'
import { activitySentence, linkWords } from './sentence.ts'

type Props = { reviewId: string; link: string | null; onLink: (link: string | null) => void }

/** Who came, joined and downloaded, and what changed; newest first. */
export function ActivityPanel({ reviewId, link, onLink }: Props) {
  const query = useInfiniteQuery(activityQuery(reviewId, link))
  const { data: links } = useQuery(linksQuery(reviewId))
  const { data: entries, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  if (!entries && error) return <LoadError what="The activity" onRetry={() => void refetch()} />
  return (
    <>
      <NativeSelect
        label="Show"
        value={link ?? ''}
        data={[
          { value: '', label: 'Everything' },
          ...(links ?? []).map((one) => ({ value: one._id, label: `Through ${linkWords(one.name)}` })),
        ]}
        onChange={(event) => onLink(event.currentTarget.value || null)}
      />
      {!entries && <ActivityLoading />}
      {entries && entries.length === 0 && (
        <p className={rows.hint}>
          Nothing yet. You’ll see who opened the review, who joined, and when access changed.
        </p>
      )}
      {entries && entries.length > 0 && (
        <ol className={activity.entries} data-stale={query.isPlaceholderData || undefined}>
          {entries.map((entry) => (
            <li key={entry._id} className={activity.entry}>
              <span className={activity.entryIcon} aria-hidden>
                <ActivityIcon action={entry.action} />
              </span>
              <span className={activity.entryWords}>
                <EntryWords entry={entry} reviewId={reviewId} />
                <time
                  className={activity.entryNote}
                  dateTime={entry.createdAt}
                  title={new Date(entry.createdAt).toLocaleString()}
                >
                  {formatRelativeTime(entry.createdAt)}
                </time>
              </span>
            </li>
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
      <p className={rows.hint}>Each person’s visits and downloads count once a day. Kept for a year.</p>
    </>
  )
}

function EntryWords({ entry, reviewId }: { entry: Activity; reviewId: string }) {
  const words = activitySentence(entry)
  if (!entry.comment) return <span>{words}</span>
  return (
    <Link to={commentPath(reviewId, entry.comment)} onClick={() => requestShare(null)}>
      {words}
    </Link>
  )
}

function ActivityLoading() {
  return (
    <output aria-label="Loading activity" className={activity.entries}>
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className={activity.entry}>
          <Skeleton circle height={28} />
          <Skeleton height={12} width="70%" />
        </div>
      ))}
    </output>
  )
}
