import { faceColorCount, pickColor } from '@wingmark/contract/person-colors'
import { readFaceColor, rememberFaceColor } from '#web/lib/face-color-cache'

export type FaceColors = { faceColor: string; featuresColor: string }

/** Of somebody's pins, pointer and ring in a review, by their number there; `null`: of what is not sent yet. */
export const personColorOf = (color: number | null): string =>
  color === null ? 'var(--wm-own-mark)' : `var(--wm-person-${color}, var(--wm-own-mark))`

/** Around a face, in the dark a little lighter than on pins, which have a light ring of their own. */
export const ringColorOf = (color: number): string =>
  `color-mix(in srgb, ${personColorOf(color)}, var(--wm-pin-ring) var(--wm-ring-lift))`

/** The colours of somebody without a picture; the same for the same id. */
export function faceColorsOf(connectionId: string | null): FaceColors {
  if (!connectionId) return { faceColor: 'var(--wm-pressed)', featuresColor: 'var(--wm-text-dimmed)' }
  let color = readFaceColor(connectionId)
  if (color === null || color >= faceColorCount) {
    color = pickColor(connectionId)
    rememberFaceColor(connectionId, color)
  }
  return { faceColor: `var(--wm-face-${color + 1})`, featuresColor: `var(--wm-features-${color + 1})` }
}
