import { type ColorVision, colorVisions } from '@wingmark/contract/color-vision'
import type { Rgb } from '@wingmark/contract/contrast'
import { describe, expect, test } from 'vitest'
import { seenBy } from '#server/platform/media/oklab'

/**
 * Severity 1.0 from the tables of Machado, Oliveira and Fernandes (2009), by rows; colorspacious and colour-science
 * agree.
 */
const published: Record<ColorVision, readonly number[]> = {
  PROTAN: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  DEUTAN: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  TRITAN: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
}
const steps = [0, 51, 102, 153, 204, 255]
const colors = steps.flatMap((r) => steps.flatMap((g) => steps.map((b): Rgb => [r, g, b])))

/** IEC 61966-2-1. */
const toLight = (channel: number) =>
  channel / 255 <= 0.04045 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4

/** CIELAB under D65, from linear light. */
function labOf([r = 0, g = 0, b = 0]: readonly number[]): [number, number, number] {
  const f = (part: number) => (part > (6 / 29) ** 3 ? Math.cbrt(part) : part / (3 * (6 / 29) ** 2) + 4 / 29)
  const x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047)
  const y = f(0.2126729 * r + 0.7151522 * g + 0.072175 * b)
  const z = f((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

function apart(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [labOf(one), labOf(other)]
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}

function asPublished(vision: ColorVision, color: Rgb): number[] {
  const light = color.map(toLight)
  return [0, 3, 6].map((row) => {
    const sum = light.reduce((all, part, n) => all + part * (published[vision][row + n] ?? 0), 0)
    return Math.max(0, Math.min(1, sum))
  })
}

describe.each(colorVisions)('colours as seen by %s', (vision) => {
  test('are within ΔE 1 of the published tables', () => {
    const farthest = Math.max(
      ...colors.map((color) => apart(seenBy(vision, color).map(toLight), asPublished(vision, color))),
    )
    expect(farthest).toBeLessThan(1)
  })

  test.each([0, 85, 170, 255])('leave the grey %d as it is', (grey) => {
    expect(seenBy(vision, [grey, grey, grey])).toEqual([grey, grey, grey])
  })
})
