/** Cancels a pending change; false once it is being sent. */
export type TakeBack = () => boolean
/** `wait` stores it on the device; null if impossible. */
type Unsent = { wait: () => TakeBack | null }

const unsent = new Set<Unsent>()
const kept = new WeakMap<Unsent, TakeBack>()

/** Until it is answered; if the page closes before, stores it on the device. */
export function watchChange(change: Unsent): void {
  if (unsent.size === 0) window.addEventListener('pagehide', keepUnsent)
  unsent.add(change)
}

export function changeAnswered(change: Unsent): void {
  unsent.delete(change)
  if (unsent.size === 0) window.removeEventListener('pagehide', keepUnsent)
}

/** Stores it once, to be sent later; null if impossible. */
export function keepChange(change: Unsent): TakeBack | null {
  const takeBack = kept.get(change) ?? change.wait()
  if (takeBack) kept.set(change, takeBack)
  return takeBack
}

// Each may have arrived already: sending it again changes nothing.
const keepUnsent = () => unsent.forEach(keepChange)
