import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import classes from './undo.module.css'

/** Longer than a toast: there has to be time to read and to reach the button. */
export const undoMs = 6_000

/** Says what was done and offers to take it back; `onGone` is called once the chance is over. */
export function offerUndo(what: string, onUndo: () => void, onGone?: () => void): void {
  let isSettled = false
  const settle = (then?: () => void) => {
    if (isSettled) return
    isSettled = true
    then?.()
  }
  const id = notifications.show({
    message: (
      <span className={classes.row}>
        {what}
        <Button
          variant="transparent"
          size="compact-sm"
          onClick={() => {
            settle(onUndo)
            notifications.hide(id)
          }}
        >
          Undo
        </Button>
      </span>
    ),
    autoClose: undoMs,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': 'Dismiss' },
    onClose: () => settle(onGone),
  })
}
