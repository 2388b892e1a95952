import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOf, partsOf } from '#server/platform/media/read-picture-facts'

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
