/** How long a pin's ring shrinks once it is chosen; its card lights up as long. */
export const haloMs = 150

const restPx = 3
const widestPx = 12

/** Px of a chosen pin's ring around it, so long after it was chosen. */
export function haloAt(sinceMs: number): number {
  const left = 1 - Math.min(1, Math.max(0, sinceMs / haloMs))
  return restPx + (widestPx - restPx) * left ** 2
}

type Body = { x: number; y: number; width: number; height: number }

/** A ring of `halo` px around the pin's body. */
export function paintHalo(
  target: CanvasRenderingContext2D,
  { x, y, width, height }: Body,
  halo: number,
  { fill, alpha }: { fill: string; alpha: number },
): void {
  target.save()
  target.beginPath()
  target.roundRect(x - halo, y - halo, width + 2 * halo, height + 2 * halo, height / 2 + halo)
  target.globalAlpha = alpha
  target.fillStyle = fill
  target.fill()
  target.restore()
}
