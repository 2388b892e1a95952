import { faceColorCount, pickColor } from '@wingmark/contract/person-colors'
import { readFaceColor, rememberFaceColor } from '#web/lib/face-color-cache'

export type FaceColors = { faceColor: string; featuresColor: string }

/** A person's colour in a review, for pins, pointer and ring; `null`: unsent. */
export const personColorOf = (color: number | null): string =>
  color === null ? 'var(--wm-own-mark)' : `var(--wm-person-${color}, var(--wm-own-mark))`

/** The ring around a face; a little lighter in the dark theme, where pins have a light ring. */
export const ringColorOf = (color: number): string =>
  `color-mix(in srgb, ${personColorOf(color)}, var(--wm-pin-ring) var(--wm-ring-lift))`

/** Colours of someone without a picture; the same for the same id. */
export function faceColorsOf(connectionId: string | null): FaceColors {
  if (!connectionId) return { faceColor: 'var(--wm-pressed)', featuresColor: 'var(--wm-text-dimmed)' }
  let color = readFaceColor(connectionId)
  if (color === null || color >= faceColorCount) {
    color = pickColor(connectionId)
    rememberFaceColor(connectionId, color)
  }
  return { faceColor: `var(--wm-face-${color + 1})`, featuresColor: `var(--wm-features-${color + 1})` }
}
