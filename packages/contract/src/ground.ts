import { contrastOf, type Rgb } from './contrast.ts'

/** What lies behind a picture where it is transparent. */
export const grounds = ['LIGHT', 'DARK', 'WHITE', 'BLACK'] as const
export type Ground = (typeof grounds)[number]

/** The middle of each check. */
export const middles: Record<'LIGHT' | 'DARK', Rgb> = { LIGHT: [244, 244, 246], DARK: [48, 50, 55] }
/** Colours with less contrast than this cannot be distinguished from the ground. */
const LEAST_CONTRAST = 1.7
/** A smaller part of a picture than this does not justify another ground. */
const LEAST_PART = 0.03
const OPAQUE = 250

/** The check on which more of the picture is visible; `pixels`: RGBA, a few hundred are enough. */
export function groundFor(pixels: Uint8Array | Uint8ClampedArray): 'LIGHT' | 'DARK' {
  let [all, lostOnLight, lostOnDark, isSeenThrough] = [0, 0, 0, false]
  for (let at = 0; at < pixels.length; at += 4) {
    const [r = 0, g = 0, b = 0, alpha = 0] = pixels.subarray(at, at + 4)
    if (alpha < OPAQUE) isSeenThrough = true
    const color: Rgb = [r, g, b]
    all += alpha
    if (isLost(color, alpha, middles.LIGHT)) lostOnLight += alpha
    if (isLost(color, alpha, middles.DARK)) lostOnDark += alpha
  }
  return isSeenThrough && lostOnLight - lostOnDark > LEAST_PART * all ? 'DARK' : 'LIGHT'
}

function isLost(color: Rgb, alpha: number, ground: Rgb): boolean {
  const [r, g, b] = color.map((channel, n) => (channel * alpha + (ground[n] ?? 0) * (255 - alpha)) / 255)
  return contrastOf([r ?? 0, g ?? 0, b ?? 0], ground) < LEAST_CONTRAST
}
