import { Notifications } from '@mantine/notifications'
import { toastTransitionMs } from '#web/lib/toast'
import classes from './toast-host.module.css'

export function ToastHost() {
  return (
    <Notifications
      position="bottom-center"
      limit={3}
      transitionDuration={toastTransitionMs}
      classNames={{ root: classes.root, notification: classes.toast }}
    />
  )
}
