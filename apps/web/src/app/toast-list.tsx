import { Notifications } from '@mantine/notifications'
import { useIsPhone } from '#web/ui/use-is-phone'
import classes from './toast-list.module.css'

const transitionMs = 120

export function ToastList() {
  return (
    <Notifications
      // On a phone, dialog buttons and text fields are at the bottom.
      position={useIsPhone() ? 'top-center' : 'bottom-center'}
      // More wait for their full time in a queue: so many leave a dialog's buttons free.
      limit={3}
      transitionDuration={transitionMs}
      classNames={{ root: classes.root, notification: classes.toast }}
    />
  )
}
