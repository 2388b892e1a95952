/** Red, green and blue from 0 to 255, in sRGB. */
export type Rgb = readonly [number, number, number]
type Lab = readonly [number, number, number]

const linearOf = (channel: number) => {
  const part = channel / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

/** Every channel value is asked for thousands of times. */
const linear = Float64Array.from({ length: 256 }, (_, channel) => linearOf(channel))
const linearAt = (channel: number) => linear[Math.max(0, Math.min(255, Math.round(channel)))] ?? 0

/** Relative luminance of WCAG 2.2, 0 to 1. */
export function luminance([r, g, b]: Rgb): number {
  return 0.2126 * linearAt(r) + 0.7152 * linearAt(g) + 0.0722 * linearAt(b)
}

/** Contrast of WCAG 2.2, 1 to 21. */
export function contrastOf(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** Björn Ottosson's OKLab, in which distances are what eyes see. */
export function oklab([red, green, blue]: Rgb): Lab {
  const [r, g, b] = [linearAt(red), linearAt(green), linearAt(blue)]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

export const distance = (one: Lab, other: Lab) =>
  Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2])

export const hexOf = (color: Rgb) =>
  `#${color.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`

export function rgbOf(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}
