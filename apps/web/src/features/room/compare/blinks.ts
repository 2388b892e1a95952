/** A flash is two changes: at most three flashes a second, see WCAG 2.3.1. */
export const leastBlinkMs = 1000 / 6
/** Once a second there and back. */
export const blinkMs = 500

/** When the shown side may change again, in ms from now. */
export function blinkDelay(lastAt: number | null, now: number): number {
  return lastAt === null ? 0 : Math.max(0, lastAt + leastBlinkMs - now)
}
