import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useEffectEvent } from 'react'
import { isInDialog, isTyping, isUndoKey } from '#web/lib/keys'
import classes from './undo.module.css'

/** Longer than a toast: there has to be time to read and to reach the button. */
const undoMs = 6_000

type Screen = { offers: Offer[]; takeFocus: () => void }
type Offer = { undo: () => void; end: () => void; giveWay: () => void }

/** Those that are open, the one in front last; behind them the page itself. */
const screens: Screen[] = [{ offers: [], takeFocus: () => {} }]

/**
 * A screen with an Undo of its own: Ctrl or ⌘ with Z takes back what was offered on it last. `takeFocus` is where the
 * focus goes when the button that had it is gone. Leaving the screen ends the offers that wait for their chance to pass.
 */
export function useUndo(takeFocus: () => void): void {
  const focus = useEffectEvent(takeFocus)
  useEffect(() => {
    const screen: Screen = { offers: [], takeFocus: () => focus() }
    screens.push(screen)
    const onKey = (event: KeyboardEvent) => {
      const { target, defaultPrevented } = event
      if (!isUndoKey(event) || defaultPrevented || isTyping(target) || isInDialog(target)) return
      event.preventDefault()
      screen.offers.at(-1)?.undo()
    }
    window.addEventListener('keydown', onKey)
    return () => {
      window.removeEventListener('keydown', onKey)
      screens.splice(screens.indexOf(screen), 1)
      for (const offer of [...screen.offers]) offer.end()
    }
  }, [])
}

/** What can be done besides, in the same breath. */
type Also = { name: string; run: () => void }

/**
 * Says what was done and offers to take it back; `onGone` is called once the chance is over. The returned function ends
 * the offer, where it was not done after all.
 */
export function offerUndo(what: string, onUndo: () => void, onGone?: () => void, also?: Also): () => void {
  const screen = screens.at(-1)
  if (!screen) return () => {}
  let isSettled = false
  let before: Element | null = null
  let row: HTMLElement | null = null
  const settle = (then?: () => void) => {
    if (isSettled) return
    isSettled = true
    screen.offers.splice(screen.offers.indexOf(offer), 1)
    then?.()
  }
  const undo = () => {
    settle(onUndo)
    notifications.hide(id)
  }
  // What is done already can be taken back from elsewhere too.
  let isBehind = false
  const giveWay = () => {
    if (onGone) return
    isBehind = true
    notifications.hide(id)
  }
  const offer = { undo, end: () => onGone && notifications.hide(id), giveWay }
  // One toast tells of what is done; the key still takes back what was done before.
  if (!onGone) for (const earlier of screen.offers) earlier.giveWay()
  screen.offers.push(offer)
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
        {also && (
          <Button
            variant="transparent"
            size="compact-sm"
            onClick={() => {
              giveWay()
              also.run()
            }}
          >
            {also.name}
          </Button>
        )}
      </span>
    ),
    autoClose: undoMs,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': 'Dismiss' },
    onClose: () => {
      if (row?.closest('[role="alert"]')?.contains(document.activeElement)) leaveToast(before, screen)
      if (isBehind) setTimeout(settle, undoMs)
      else settle(onGone)
    },
  })
  return () => {
    settle()
    notifications.hide(id)
  }
}

/** The focus must not go with the toast. */
function leaveToast(before: Element | null, { takeFocus }: Screen): void {
  if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
  else takeFocus()
}
