import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useEffectEvent } from 'react'
import { isCommandKey, isInDialog, isTyping } from '#web/lib/keys'
import { createUndoStack, type Undoable } from '#web/lib/undo-stack'
import classes from './undo.module.css'

/** Longer than a toast: there must be time to read and to reach the button. */
const undoMs = 6_000

type Screen = { stack: ReturnType<typeof createUndoStack<Offer>>; takeFocus: () => void }
type Offer = Undoable & { undo: () => void; hide: () => void }

const screenWith = (takeFocus: () => void): Screen => ({ stack: createUndoStack(), takeFocus })

/** Open screens, the front one last; behind them the page itself. */
const screens: Screen[] = [screenWith(() => {})]

/** A screen's own Undo by Ctrl/⌘+Z. `takeFocus` runs if the focused button is gone. Leaving ends pending offers. */
export function useUndo(takeFocus: () => void): void {
  const focus = useEffectEvent(takeFocus)
  useEffect(() => {
    const screen = screenWith(() => focus())
    screens.push(screen)
    const onKey = (event: KeyboardEvent) => {
      const { target, defaultPrevented } = event
      if (!isCommandKey(event, 'z') || defaultPrevented || isTyping(target) || isInDialog(target)) return
      event.preventDefault()
      screen.stack.offers.at(-1)?.undo()
    }
    window.addEventListener('keydown', onKey)
    return () => {
      window.removeEventListener('keydown', onKey)
      screens.splice(screens.indexOf(screen), 1)
      for (const { isDone, hide } of [...screen.stack.offers]) if (!isDone) hide()
    }
  }, [])
}

/** A second offer in the same toast. */
type Also = { name: string; run: () => void }

/** Offers Undo until `onGone`, without which it lasts as long as the screen. Keeps it if `onUndo` returns false. */
export function offerUndo(what: string, onUndo: () => unknown, onGone?: () => void, also?: Also): () => void {
  const screen = screens.at(-1)
  if (!screen) return () => {}
  const { stack } = screen
  let before: Element | null = null
  let row: HTMLElement | null = null
  const hide = () => notifications.hide(id)
  const undo = () => {
    void stack.takeBack(offer)
    hide()
  }
  const offer: Offer = { takeBack: onUndo, isDone: !onGone, undo, hide }
  // Only one toast of a done change; the key still undoes earlier ones.
  if (!onGone) for (const earlier of stack.offers) if (earlier.isDone) earlier.hide()
  stack.add(offer)
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
              if (!onGone) hide()
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
      if (onGone && stack.drop(offer)) onGone()
    },
  })
  return () => {
    stack.drop(offer)
    hide()
  }
}

/** Keeps the focus when the toast disappears. */
function leaveToast(before: Element | null, { takeFocus }: Screen): void {
  if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
  else takeFocus()
}
