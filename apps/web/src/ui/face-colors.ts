import { personColors, pickColor } from '@wingmark/contract/person-colors'
import { readFaceColor, rememberFaceColor } from '#web/lib/face-color-cache'

export type FaceColors = { faceColor: string; featuresColor: string }

/** A pin's colour: the darker of a person's two, for white text; `null`: unsent. */
export const pinColorOf = (id: string | null): string =>
  id === null ? 'var(--wm-own-mark)' : `var(--wm-features-${pickColor(id) + 1})`

/** Colours of someone without a picture; the same for the same id. */
export function faceColorsOf(connectionId: string | null): FaceColors {
  if (!connectionId) return { faceColor: 'var(--wm-pressed)', featuresColor: 'var(--wm-text-dimmed)' }
  let color = readFaceColor(connectionId)
  if (color === null || color >= personColors.length) {
    color = pickColor(connectionId)
    rememberFaceColor(connectionId, color)
  }
  return { faceColor: `var(--wm-face-${color + 1})`, featuresColor: `var(--wm-features-${color + 1})` }
}
