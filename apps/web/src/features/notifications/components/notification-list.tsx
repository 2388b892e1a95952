import { VisuallyHidden } from '@mantine/core'
import { IconBell, IconMessageCircle } from '@tabler/icons-react'
import type { Notification } from '@wingmark/contract/notifications'
import { Link } from 'react-router'
import { useReadNotifications } from '#web/features/notifications/queries'
import { formatRelativeTime } from '#web/lib/format'
import { commentPath, paths, taskPath } from '#web/lib/paths'
import classes from './notification-list.module.css'

type Props = { notifications: readonly Notification[]; onOpen?: () => void }

/** Each leads to the place that it is about, and is read by being opened. */
export function NotificationList({ notifications, onOpen }: Props) {
  const { mutate: read } = useReadNotifications()
  const open = ({ _id, readAt }: Notification) => {
    if (readAt === null) read({ ids: [_id] })
    onOpen?.()
  }
  return (
    <ul className={classes.list}>
      {notifications.map((notification) => {
        const isUnread = notification.readAt === null
        const isComment = notification.action === 'COMMENT_ADDED'
        return (
          <li key={notification._id}>
            <Link
              to={linkOf(notification)}
              className={classes.item}
              data-unread={isUnread || undefined}
              onClick={() => open(notification)}
            >
              <span className={classes.icon} data-comment={isComment || undefined}>
                {isComment ? <IconMessageCircle size={16} /> : <IconBell size={16} />}
              </span>
              <span className={classes.text}>
                <span className={classes.title}>{notification.title}</span>
                <span className={classes.meta}>
                  {notification.createdBy.name} · {formatRelativeTime(notification.createdAt)}
                </span>
              </span>
              {isUnread && (
                <span className={classes.dot}>
                  <VisuallyHidden>Unread</VisuallyHidden>
                </span>
              )}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

function linkOf({ action, review, comment, task, subject, isInvited }: Notification): string {
  if (action === 'MESSAGE_REQUESTED') return paths.messagesWith(subject._id)
  if (subject.kind === 'PERSON') return paths.person(subject._id)
  if (action === 'WORKSPACE_INVITED') return paths.workspaceInvitation(subject._id)
  if (action === 'TRANSFER_RECEIVED') return paths.receivedTransfers
  if (subject.kind === 'DELIVERY') return paths.sentDelivery(subject._id)
  if (task !== null) return taskPath(subject._id, task)
  if (isInvited) return paths.reviewInvitation(subject._id)
  if (review === null) return paths.workspaceActivities(subject._id)
  return comment ? commentPath(review, comment) : paths.review(review)
}
