import { type ColorVision, visionMatrices } from '@wingmark/contract/color-vision'
import { linearAt, type Rgb } from '@wingmark/contract/contrast'

type Lab = readonly [number, number, number]

/** Björn Ottosson's OKLab, in which distances match perception. */
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
  // Several times as fast as Math.hypot, and needed for each pixel.
  Math.sqrt((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 + (one[2] - other[2]) ** 2)

const channelOf = (light: number) => {
  const part = Math.max(0, Math.min(1, light))
  return Math.round(255 * (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055))
}

/** A colour as someone without one kind of cones sees it. */
export function seenBy(vision: ColorVision, color: Rgb): Rgb {
  const [r, g, b] = color.map(linearAt)
  const [red, green, blue] = visionMatrices[vision].map(([x, y, z]) =>
    channelOf(x * (r ?? 0) + y * (g ?? 0) + z * (b ?? 0)),
  )
  return [red ?? 0, green ?? 0, blue ?? 0]
}
