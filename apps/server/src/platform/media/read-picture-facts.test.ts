import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOf, partsOf } from '#server/platform/media/read-picture-facts'
import { sizeOf } from '#server/platform/media/read-words'

const picture = fc.record({
  width: fc.integer({ min: 1, max: 24_000 }),
  height: fc.integer({ min: 1, max: 24_000 }),
  factor: fc.double({ min: 1, max: 3, noNaN: true }),
})

test('each line of a large picture is read whole in one part, and in one alone', () => {
  fc.assert(
    fc.property(
      picture,
      fc.record({
        x: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        y: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      }),
      fc.integer({ min: 1, max: 300 }),
      (size, at, height) => {
        const parts = partsOf(size, size.factor)
        const tall = Math.min(height, size.height)
        const line = {
          x: at.x * (size.width - 1),
          y: at.y * (size.height - tall),
          width: 1,
          height: tall,
        }
        const owners = parts.filter((part) => isOf(part, line))
        expect(owners).toHaveLength(1)
        const [owner] = owners
        expect(owner && owner.y <= line.y && owner.y + owner.height >= line.y + line.height).toBe(true)
        for (const part of parts) {
          expect(part.width * part.height).toBeGreaterThan(0)
          expect(part.x + part.width <= size.width && part.y + part.height <= size.height).toBe(true)
        }
      },
    ),
  )
})

// Rows and heights as measured in a picture of these words.
test.each([
  ['see our news', 'DejaVu Sans', 13, 10.4, 7.5],
  ['we care', 'Liberation Sans', 16, 13, 9.5],
  ['no reason', 'Liberation Serif', 16, 11.7, 8.5],
  ['summary', 'DejaVu Sans', 13, 14.9, 10.5],
  ['our summer menu', 'Liberation Sans', 11, 8.7, 6.5],
  ['Bring your friends', 'DejaVu Sans', 13, 12.6, 12.5],
  ['TOTAL AMOUNT', 'Liberation Sans', 13, 12.8, 9.5],
  ['we care', 'Liberation Sans, a line below taken along', 11, 13, 13],
])('of “%s” in %s the size is measured, whatever letters it has', (words, _font, size, row, height) => {
  expect(sizeOf(words, row, height) / size).toBeGreaterThan(0.9)
  expect(sizeOf(words, row, height) / size).toBeLessThan(1.25)
})
