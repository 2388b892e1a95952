import { contrastOf, type Rgb, rgbOf } from '@wingmark/contract/contrast'
import { describe, expect, test } from 'vitest'
import { measureColors, type Pixels } from '#server/platform/media/measure-colors'

const size = { width: 400, height: 40 }
const line = { x: 0.1, y: 0.25, width: 0.8, height: 0.5 }

type Color = (x: number, y: number) => Rgb

/** A line of upright strokes, three pixels wide with soft edges, on the given background. */
function drawLine(text: Rgb, background: Color, channels: 3 | 4 = 4): Pixels {
  const data = new Uint8Array(size.width * size.height * channels).fill(255)
  const inkAt = [0.4, 1, 1, 1, 0.4]
  for (let y = 0; y < size.height; y++)
    for (let x = 0; x < size.width; x++) {
      const isInLine = x >= 40 && x < 360 && y >= 10 && y < 30
      const ink = isInLine ? (inkAt[x % 16] ?? 0) : 0
      const behind = background(x, y)
      const mixed = behind.map((part, n) => Math.round(part + ((text[n] ?? 0) - part) * ink))
      data.set(mixed, (y * size.width + x) * channels)
    }
  return { data, ...size, channels }
}

const even =
  (color: Rgb): Color =>
  () =>
    color
const contrast = (found: ReturnType<typeof measureColors>) =>
  found && contrastOf(rgbOf(found.text), rgbOf(found.background))

describe('the two colours of a line', () => {
  test.each<[string, Rgb, Rgb]>([
    ['pale grey on white', [170, 170, 170], [255, 255, 255]],
    ['black on white', [0, 0, 0], [255, 255, 255]],
    ['white on blue', [255, 255, 255], [30, 90, 200]],
    ['dark red on black', [90, 0, 0], [0, 0, 0]],
  ])('are those that were drawn, without the edges of letters: %s', (_what, text, background) => {
    for (const channels of [3, 4] as const) {
      const found = measureColors(drawLine(text, even(background), channels), line, null)
      expect([found && rgbOf(found.text), found && rgbOf(found.background)]).toEqual([text, background])
    }
  })

  test('are the known one and what is behind it, where the file declares it', () => {
    const found = measureColors(drawLine([170, 170, 170], even([250, 250, 240])), line, [168, 168, 168])
    expect(found).toEqual({ text: '#a8a8a8', background: '#fafaf0' })
  })

  test('over a picture are those of its worst part', () => {
    // Dark on the left, as light as the text on the right.
    const getsLighter: Color = (x) => {
      const part = Math.round((x / size.width) * 200)
      return [part, part, part]
    }
    const white: Rgb = [255, 255, 255]
    for (const known of [white, null]) {
      const found = contrast(measureColors(drawLine(white, getsLighter), line, known))
      expect(found).toBeGreaterThan(1)
      expect(found).toBeLessThan(contrastOf(white, [140, 140, 140]))
    }
  })

  test.each<[string, Parameters<typeof measureColors>]>([
    ['there is one colour only', [drawLine([255, 255, 255], even([255, 255, 255])), line, null]],
    ['something covers the known one', [drawLine([240, 240, 240], even([255, 255, 255])), line, [255, 0, 0]]],
    ['it has no room', [drawLine([0, 0, 0], even([255, 255, 255])), { ...line, height: 0 }, null]],
    ['it lies outside', [drawLine([0, 0, 0], even([255, 255, 255])), { ...line, x: 1, width: 0.5 }, null]],
  ])('are null where %s', (_what, given) => {
    expect(measureColors(...given)).toBeNull()
  })
})
