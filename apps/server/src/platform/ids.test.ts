import { parse, version } from 'uuid'
import { expect, test } from 'vitest'
import { isUuid, unguessableId } from '#server/platform/ids'

// The bits of a UUIDv7 that are neither time, version nor variant.
function freshBits(id: string): string {
  const bits = [...parse(id)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return bits.slice(52, 64) + bits.slice(66)
}

test('of an unguessable id 74 bits are drawn for it alone, however many are made at once', () => {
  const ids = Array.from({ length: 4_000 }, unguessableId)
  expect(ids.every((id) => isUuid(id) && version(id) === 7)).toBe(true)
  const rendered = ids.map(freshBits)
  expect(rendered[0]).toHaveLength(74)
  for (let bit = 0; bit < 74; bit++) {
    const set = rendered.filter((bits) => bits[bit] === '1').length
    // A bit that is drawn is set in about half of them; so is what it differs in from the one before.
    const changed = rendered.filter((bits, n) => n > 0 && bits[bit] !== rendered[n - 1]?.[bit]).length
    expect([bit, set > 1_700 && set < 2_300, changed > 1_700 && changed < 2_300]).toEqual([bit, true, true])
  }
})

test('ids are in the order of time', async () => {
  const before = unguessableId()
  const from = Date.now()
  await expect.poll(() => Date.now(), { interval: 1 }).toBeGreaterThan(from)
  expect(before < unguessableId()).toBe(true)
})
