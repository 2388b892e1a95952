import { Marker } from '@wingmark/contract/comments'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isMarker } from './is-marker.ts'

const fraction = fc.double({ min: -0.2, max: 1.2, noNaN: true })

test('accepts only what the contract accepts', () => {
  const some = fc.record({
    page: fc.oneof(fc.integer({ min: -1, max: 5 }), fc.double()),
    x: fraction,
    y: fraction,
    shape: fc.constantFrom('POINT', 'RECTANGLE', 'CIRCLE'),
    points: fc.option(fc.array(fc.tuple(fraction, fraction), { maxLength: 3 }), { nil: undefined }),
  })
  fc.assert(
    fc.property(some, (value) => isMarker(value) === Marker.safeParse(value).success),
    { numRuns: 2_000 },
  )
})

test('refuses anything else', () => {
  for (const value of [null, undefined, 'x', [], {}, { page: 1, x: 0, y: 0 }])
    expect(isMarker(value)).toBe(false)
})
