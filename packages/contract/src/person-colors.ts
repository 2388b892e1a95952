/** Of pins, on screen and in exports: dark enough for white numbers; the theme's `--wm-features-1` to `-4`. */
export const personColors = ['#96500a', '#1f5fd0', '#0b7468', '#8038c8'] as const

/** Someone's colour, 0 to 3, on face, pins, pointer and exports; similar ids get different ones. */
export function pickColor(id: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < id.length; index++) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193)
  return ((hash ^ (hash >>> 15)) >>> 0) % personColors.length
}
