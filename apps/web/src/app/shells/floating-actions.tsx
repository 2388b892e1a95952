import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { useStepsAside } from '#web/app/shells/use-steps-aside'
import { reviewIdOf } from '#web/app/shells/where'
import { UploadButton } from '#web/app/upload-entry'
import { FloatingMessages } from '#web/features/messages/components/messages-link'
import { reviewQuery } from '#web/features/reviews/queries'
import { paths } from '#web/lib/paths'
import classes from './floating-actions.module.css'

const listPages = new Set<string>([paths.dashboard, paths.reviews])

/** Upload on the dashboard, the reviews and a review that takes files; messages on the first two. */
export function FloatingActions() {
  const { pathname } = useLocation()
  const reviewId = reviewIdOf(pathname)
  const isList = listPages.has(pathname)
  const { data: page } = useQuery({ ...reviewQuery(reviewId ?? ''), enabled: false })
  const isAside = useStepsAside()
  const canUpload = isList || page?.review.can.edit === true
  if (!canUpload) return null
  return (
    <>
      {isList && <div className={classes.end} />}
      <aside
        aria-label="Shortcuts"
        className={classes.root}
        data-place={isList ? 'list' : 'room'}
        data-aside={(isList && isAside) || undefined}
      >
        {isList && <FloatingMessages className={classes.messages} />}
        <UploadButton look="floating" />
      </aside>
    </>
  )
}
