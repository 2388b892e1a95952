import { ActionIcon, Tooltip } from '@mantine/core'
import { IconMessageCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { reviewIdOf } from '#web/app/shells/where'
import { UploadButton } from '#web/app/upload-entry'
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
        {isList && (
          <Tooltip label="Messages" position="left">
            <ActionIcon
              component={Link}
              to={paths.messages}
              variant="default"
              size={48}
              radius="xl"
              className={classes.messages}
              aria-label="Open messages"
            >
              <IconMessageCircle size={20} />
            </ActionIcon>
          </Tooltip>
        )}
        <UploadButton look="floating" />
      </aside>
    </>
  )
}
