import { readFaceColor, rememberFaceColor } from '#web/lib/face-color-cache'

/** How many pairs `--wm-face-n`, `--wm-features-n` the theme has. */
const colorCount = 4

export type FaceColors = { faceColor: string; featuresColor: string }

/** The colours of somebody without a picture; the same for the same id. */
export function faceColorsOf(connectionId: string | null): FaceColors {
  if (!connectionId) return { faceColor: 'var(--wm-pressed)', featuresColor: 'var(--wm-text-dimmed)' }
  let color = readFaceColor(connectionId)
  if (color === null || color >= colorCount) {
    color = pickColor(connectionId)
    rememberFaceColor(connectionId, color)
  }
  return { faceColor: `var(--wm-face-${color + 1})`, featuresColor: `var(--wm-features-${color + 1})` }
}

/** 0 to 3, spread over ids that differ in a few letters. */
export function pickColor(id: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < id.length; index++) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193)
  return ((hash ^ (hash >>> 15)) >>> 0) % colorCount
}
