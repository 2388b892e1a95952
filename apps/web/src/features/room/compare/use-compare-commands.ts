import type { Desk } from '#web/features/room/compare/compare'
import { modeNames, stepMode } from '#web/features/room/compare/modes'
import { useCompareKeys } from '#web/features/room/compare/use-compare-keys'
import { useRoom } from '#web/features/room/state/room-context'
import { clamp } from '#web/features/room/state/viewport'

/** Of the view, per key press. */
const stepShare = 0.02

/** What the keys do while comparing; all else is left to the room. */
export function useCompareCommands(desk: Desk, close: () => void): void {
  const { store, announce } = useRoom()
  const { comparing, pages, changes, blink, wipe, fade, aiming } = desk

  const step = (by: 1 | -1) => {
    const mode = stepMode(comparing.mode, by)
    store.dispatch({ do: 'compare', comparing: { ...comparing, mode } })
    announce(modeNames[mode])
  }
  const slide = (by: 1 | -1): boolean => {
    const value = comparing.mode === 'WIPE' ? wipe : comparing.mode === 'OPACITY' ? fade : null
    value?.dispatch(clamp(value.get() + by * stepShare, 0, 1))
    return value !== null
  }

  useCompareKeys((command, isDown) => {
    switch (command) {
      case 'close':
        close()
        return true
      case 'modeBefore':
      case 'modeAfter':
        step(command === 'modeAfter' ? 1 : -1)
        return true
      case 'less':
      case 'more':
        return slide(command === 'more' ? 1 : -1)
      case 'pageBefore':
      case 'pageAfter':
        pages.show(pages.at + (command === 'pageAfter' ? 1 : -1))
        return true
      case 'nextChange':
      case 'previousChange':
        changes.go(command === 'nextChange' ? 1 : -1)
        return true
      case 'older':
        blink.hold(isDown)
        return true
    }
  }, aiming)
}
