/** Red, green and blue from 0 to 255, in sRGB. */
export type Rgb = readonly [number, number, number]

const linearOf = (channel: number) => {
  const part = channel / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

/** Calculated once: every channel value is needed thousands of times. */
const linear = Float64Array.from({ length: 256 }, (_, channel) => linearOf(channel))

/** The light of a channel, 0 to 1. */
export const linearAt = (channel: number): number =>
  linear[Math.max(0, Math.min(255, Math.round(channel)))] ?? 0

/** Relative luminance of WCAG 2.2, 0 to 1. */
function luminance([r, g, b]: Rgb): number {
  return 0.2126 * linearAt(r) + 0.7152 * linearAt(g) + 0.0722 * linearAt(b)
}

/** Contrast of WCAG 2.2, 1 to 21. */
export function contrastOf(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

export const hexOf = (color: Rgb): string =>
  `#${color.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`

export function rgbOf(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}
