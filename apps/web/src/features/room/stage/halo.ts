/** How long a pin's ring shrinks once it is chosen; its card lights up as long. */
export const haloMs = 160

const restPx = 3
const widestPx = 12

/** Px of a chosen pin's ring around it, so long after it was chosen. */
export function haloAt(sinceMs: number): number {
  const left = 1 - Math.min(1, Math.max(0, sinceMs / haloMs))
  return restPx + (widestPx - restPx) * left ** 2
}
