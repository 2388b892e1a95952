import { hexOf, type Rgb, rgbOf } from '@wingmark/contract/contrast'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrastWords, rulerWords } from './measures.ts'

const picture = { width: 2000, height: 1000 }
const paper = { pages: [{ width: 595, height: 842 }] }

test('measures pictures in their own pixels, and PDF pages in points', () => {
  expect(rulerWords(picture, 1, { x: 0.1, y: 0.2 }, { x: 0.25, y: 0.6 })).toBe('300 × 400 px, 500 px apart')
  expect(rulerWords(picture, 1, { x: 0.5, y: 0.5 }, { x: 0.25, y: 0.5 })).toBe('500 px')
  expect(rulerWords(paper, 1, { x: 0, y: 0 }, { x: 1, y: 0 })).toBe('595 pt (209.9 mm)')
  expect(rulerWords(paper, 1, { x: 0, y: 0 }, { x: 1, y: 1 })).toBe('595 × 842 pt, 1031 pt apart (363.7 mm)')
})

test('a measure is the same in both directions, and within half a pixel of the places', () => {
  const fraction = fc.double({ min: 0, max: 1, noNaN: true })
  const place = fc.record({ x: fraction, y: fraction })
  fc.assert(
    fc.property(place, place, (from, to) => {
      const words = rulerWords(picture, 1, from, to)
      expect(words).toBe(rulerWords(picture, 1, to, from))
      const [across = 0, down = 0] = words.split(' × ').map(Number.parseFloat)
      if (!words.includes('×')) return
      expect(Math.abs(across - Math.abs(from.x - to.x) * 2000)).toBeLessThanOrEqual(0.5)
      expect(Math.abs(down - Math.abs(from.y - to.y) * 1000)).toBeLessThanOrEqual(0.5)
    }),
  )
})

test('a contrast is never rounded up to a level that it misses', () => {
  expect(contrastWords([0, 0, 0], [255, 255, 255])).toBe('#000000 on #ffffff: contrast 21:1 (AAA)')
  expect(contrastWords([119, 119, 119], [255, 255, 255])).toBe(
    '#777777 on #ffffff: contrast 4.4:1 (AA for large text only)',
  )
  expect(contrastWords([118, 118, 118], [255, 255, 255])).toContain('4.5:1 (AA)')
  expect(contrastWords([255, 255, 0], [255, 255, 255])).toContain('1:1 (too low for text)')
})

test('parses a colour from its name', () => {
  const channel = fc.integer({ min: 0, max: 255 })
  fc.assert(
    fc.property(fc.tuple(channel, channel, channel), (rgb: Rgb) => {
      expect(rgbOf(hexOf(rgb))).toEqual(rgb)
    }),
  )
})
