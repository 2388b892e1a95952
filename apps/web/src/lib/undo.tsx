import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { focusStage } from '#web/features/room/state/focus-stage'
import classes from './undo.module.css'

/** Longer than a toast: there has to be time to read and to reach the button. */
export const undoMs = 6_000

/** What can be taken back now, the latest last. */
const offers: (() => void)[] = []

/** The key for it: the button stands at the end of the page. */
export function undoLatest(): void {
  offers.at(-1)?.()
}

/** Says what was done and offers to take it back; `onGone` is called once the chance is over. */
export function offerUndo(what: string, onUndo: () => void, onGone?: () => void): void {
  let isSettled = false
  let before: Element | null = null
  let row: HTMLElement | null = null
  const settle = (then?: () => void) => {
    if (isSettled) return
    isSettled = true
    offers.splice(offers.indexOf(undo), 1)
    then?.()
  }
  const undo = () => {
    settle(onUndo)
    notifications.hide(id)
  }
  offers.push(undo)
  const id = notifications.show({
    message: (
      <span
        ref={(element) => {
          row = element ?? row
        }}
        className={classes.row}
      >
        {what}
        <Button
          variant="transparent"
          size="compact-sm"
          onFocus={(event) => {
            before = event.relatedTarget
          }}
          onClick={undo}
        >
          Undo
        </Button>
      </span>
    ),
    autoClose: undoMs,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': 'Dismiss' },
    onClose: () => {
      if (row?.closest('[role="alert"]')?.contains(document.activeElement)) leaveToast(before)
      settle(onGone)
    },
  })
}

/** The focus must not go with the toast. */
function leaveToast(before: Element | null): void {
  if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
  else focusStage()
}
