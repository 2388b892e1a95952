import type { Change, TakeBack } from '#web/features/workspaces/task/task-change'

const unsent = new Set<Change>()
const kept = new WeakMap<Change, TakeBack>()

/** Until it is answered; if the page closes before, stores it on the device. */
export function watchChange(change: Change): void {
  if (unsent.size === 0) window.addEventListener('pagehide', keepUnsent)
  unsent.add(change)
}

export function changeAnswered(change: Change): void {
  unsent.delete(change)
  if (unsent.size === 0) window.removeEventListener('pagehide', keepUnsent)
}

/** Stores it once, to be sent later; null if impossible. */
export function keepChange(change: Change): TakeBack | null {
  const takeBack = kept.get(change) ?? change.wait?.() ?? null
  if (takeBack) kept.set(change, takeBack)
  return takeBack
}

// Each may have arrived already: sending it again changes nothing.
function keepUnsent(): void {
  for (const change of unsent) keepChange(change)
}
