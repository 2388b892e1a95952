import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { reviewIdOf } from '#web/app/shells/where'
import { UploadButton } from '#web/app/upload-entry'
import { FloatingMessages } from '#web/features/messages/components/messages-link'
import { reviewQuery } from '#web/features/reviews/queries'
import { paths } from '#web/lib/paths'
import classes from './floating-actions.module.css'

const listPages = new Set<string>([paths.dashboard, paths.reviews])

/** Upload on the dashboard, the lists and a review that takes files; messages on the first two. */
export function FloatingActions() {
  const { pathname } = useLocation()
  const reviewId = reviewIdOf(pathname)
  const isList = listPages.has(pathname)
  const { data: page } = useQuery({ ...reviewQuery(reviewId ?? ''), enabled: false })
  const isAnyList = isList || pathname === paths.transfers
  const canUpload = isAnyList || page?.review.can.edit === true
  if (!canUpload) return null
  return (
    <>
      {isAnyList && <div className={classes.end} />}
      <aside aria-label="Shortcuts" className={classes.root} data-place={isAnyList ? 'list' : 'room'}>
        {isList && <FloatingMessages className={classes.messages} />}
        <UploadButton look="floating" />
      </aside>
    </>
  )
}
