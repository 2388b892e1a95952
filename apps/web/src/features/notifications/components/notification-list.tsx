import { VisuallyHidden } from '@mantine/core'
import { IconBell, IconMessageCircle, IconVersions } from '@tabler/icons-react'
import type { Notification } from '@wingmark/contract/notifications'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { useReadNotifications } from '#web/features/notifications/queries'
import { piecesOf } from '#web/features/notifications/title-pieces'
import { formatRelativeTime } from '#web/lib/format'
import { guestName } from '#web/lib/has-no-account'
import { commentPath, filePath, paths, peoplePath, taskPath } from '#web/lib/paths'
import { CoverPicture } from '#web/ui/cover-picture'
import { Face } from '#web/ui/face'
import classes from './notification-list.module.css'

type Props = {
  notifications: readonly Notification[]
  /** A heading above names their subject. */
  isGrouped?: boolean
  onOpen?: () => void
}

/** Each links to its place, and is read when opened. */
export function NotificationList({ notifications, isGrouped = false, onOpen }: Props) {
  const { mutate: read } = useReadNotifications()
  const open = ({ _id, readAt }: Notification) => {
    if (readAt === null) read({ ids: [_id] })
    onOpen?.()
  }
  return (
    <ul className={classes.list} data-grouped={isGrouped || undefined}>
      {notifications.map((notification) => {
        const isUnread = notification.readAt === null
        return (
          <li key={notification._id}>
            <Link
              to={linkOf(notification)}
              className={classes.item}
              data-unread={isUnread || undefined}
              onClick={() => open(notification)}
            >
              <NotificationFace of={notification} />
              <span className={classes.text}>
                <span className={classes.title}>
                  <NotificationTitle of={notification} />
                </span>
                {notification.words && <span className={classes.said}>{notification.words}</span>}
                <span className={classes.meta}>
                  {!isNamed(notification) && (
                    <>
                      <bdi>{guestName(notification.createdBy.name, notification.createdBy.isGuest)}</bdi> ·{' '}
                    </>
                  )}
                  {formatRelativeTime(notification.createdAt)}
                </span>
              </span>
              <NotificationPicture of={notification} />
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

/** Isolates names written from right to left from our text. */
function NotificationTitle({ of: { title, createdBy, subjectName } }: { of: Notification }) {
  return piecesOf(title, [createdBy.name, subjectName]).map(({ at, text, isName }) =>
    isName ? <bdi key={at}>{text}</bdi> : <Fragment key={at}>{text}</Fragment>,
  )
}

/** Some titles have the actor's name. */
const isNamed = ({ title, createdBy }: Notification) => title.includes(createdBy.name)

const icons: Partial<Record<Notification['action'], typeof IconBell>> = {
  COMMENT_ADDED: IconMessageCircle,
  VERSION_ADDED: IconVersions,
}

export function NotificationFace({ of }: { of: Notification }) {
  const { _id, name, avatar } = of.createdBy
  const Icon = icons[of.action] ?? IconBell
  return (
    <span className={classes.icon}>
      {isByNobody(of) ? (
        <Icon size={16} />
      ) : (
        <>
          <Face connectionId={_id} name={name} src={avatar} size={32} />
          <span className={classes.badge} aria-hidden>
            <Icon size={12} />
          </span>
        </>
      )}
    </span>
  )
}

/** The commented page, or the files with a new version; nothing for other notifications. */
export function NotificationPicture({ of: { pictureUrl, pictureUrls } }: { of: Notification }) {
  const urls = pictureUrls ?? (pictureUrl === null ? [] : [pictureUrl])
  if (urls.length === 0) return null
  return (
    <span className={classes.picture} data-count={urls.length} aria-hidden>
      {urls.map((url) => (
        <span key={url} className={classes.part}>
          <CoverPicture url={url} />
        </span>
      ))}
    </span>
  )
}

/** Automatic events have no face, and neither have anonymous downloads. */
const isByNobody = ({ action }: Notification) => action.startsWith('PLAN_') || byNobody.has(action)

/** Deleted accounts have no face. */
const byNobody = new Set<Notification['action']>([
  'TRANSFER_ENDING',
  'TRANSFER_DOWNLOADED',
  'WORK_HANDED_OVER',
  'WORK_DELETED',
  'ROUND_DUE',
])

function linkOf({ action, review, comment, task, file, subject, isInvited }: Notification): string {
  if (action === 'MESSAGE_REQUESTED') return paths.messagesWith(subject._id)
  if (action === 'PLAN_STORAGE') return paths.upgradeStorage
  if (action.startsWith('PLAN_')) return paths.pricing
  if (action === 'WORK_DELETED') return paths.dashboard
  if (subject.kind === 'PERSON') return paths.person(subject._id)
  if (action === 'ACCESS_ASKED') return peoplePath(subject._id)
  if (action === 'WORKSPACE_INVITED') return paths.workspaceInvitation(subject._id)
  if (action === 'TRANSFER_RECEIVED') return paths.receivedTransfers
  if (subject.kind === 'DELIVERY') return paths.sentDelivery(subject._id)
  if (task !== null) return taskPath(subject._id, task)
  if (isInvited) return paths.reviewInvitation(subject._id)
  if (review === null) return paths.workspaceActivities(subject._id)
  if (file) return filePath(review, file)
  return comment ? commentPath(review, comment) : paths.review(review)
}
