import { Notifications } from '@mantine/notifications'
import { useIsPhone } from '#web/ui/use-is-phone'
import classes from './toast-list.module.css'

const transitionMs = 120

export function ToastList() {
  return (
    <Notifications
      // On a phone the buttons of dialogs, and what is written, are at the bottom.
      position={useIsPhone() ? 'top-center' : 'bottom-center'}
      // More wait for their turn, with their whole time: so many leave free what a dialog offers.
      limit={3}
      transitionDuration={transitionMs}
      classNames={{ root: classes.root, notification: classes.toast }}
    />
  )
}
