import { notifications } from '@mantine/notifications'
import { createElement } from 'react'
import { paths } from '#web/lib/paths'
import classes from './undo.module.css'

/** Opens the storage overview in its own tab; the refused upload waits in this one. */
export const StorageLink = () =>
  createElement(
    'a',
    { href: paths.upgradeStorage, target: '_blank', rel: 'noopener', className: classes.storage },
    'Free up space',
  )

/** Like an undo toast: there must be time to read and to reach the link. */
const visibleMs = 6_000

/** An action lacked storage: it can be repeated here once there is some. */
export function reportStorageFull(message: string): void {
  notifications.show({
    id: 'no-room',
    message: createElement('span', { className: classes.row }, message, ' ', createElement(StorageLink)),
    'data-kind': 'error',
    autoClose: visibleMs,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': 'Dismiss' },
  })
}
