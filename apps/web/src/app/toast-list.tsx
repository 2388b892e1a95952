import { Notifications } from '@mantine/notifications'
import classes from './toast-list.module.css'

const transitionMs = 120

export function ToastList() {
  return (
    <Notifications
      position="bottom-center"
      limit={3}
      transitionDuration={transitionMs}
      classNames={{ root: classes.root, notification: classes.toast }}
    />
  )
}
