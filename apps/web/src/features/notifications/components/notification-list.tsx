import { IconAt, IconBell, IconCheck, IconCornerDownRight, IconMessageCircle } from '@tabler/icons-react'
import type { Notification, NotificationAction } from '@wingmark/contract/notifications'
import { Link } from 'react-router'
import { formatRelativeTime } from '#web/lib/format'
import { commentPath, paths } from '#web/lib/paths'
import classes from './notification-list.module.css'

type Props = { notifications: readonly Notification[]; onOpen?: () => void }

/** Each leads to the place that it is about. */
export function NotificationList({ notifications, onOpen }: Props) {
  return (
    <ul className={classes.list}>
      {notifications.map((notification) => (
        <li key={notification._id}>
          <Link to={linkOf(notification)} className={classes.item} onClick={onOpen}>
            <span
              className={classes.icon}
              data-comment={notification.action === 'COMMENT_ADDED' || undefined}
            >
              {iconOf(notification.action)}
            </span>
            <span className={classes.text}>
              <span className={classes.title}>{notification.title}</span>
              <span className={classes.meta}>
                {notification.createdBy.name} · {formatRelativeTime(notification.createdAt)}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function linkOf({ review, comment, subject }: Notification): string {
  if (review === null) return paths.workspace(subject._id)
  return comment ? commentPath(review, comment) : paths.review(review)
}

function iconOf(action: NotificationAction) {
  if (action === 'COMMENT_ADDED') return <IconMessageCircle size={16} />
  if (action === 'REPLY_ADDED') return <IconCornerDownRight size={16} />
  if (action === 'COMMENT_RESOLVED') return <IconCheck size={16} />
  if (action === 'MENTIONED') return <IconAt size={16} />
  return <IconBell size={16} />
}
