import { parse, version } from 'uuid'
import { expect, test } from 'vitest'
import { isUuid, unguessableId } from '#server/platform/ids'

// The bits of a UUIDv7 besides time, version and variant.
function freshBits(id: string): string {
  const bits = [...parse(id)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return bits.slice(52, 64) + bits.slice(66)
}

test('74 bits of an unguessable id are random, however many are made at once', () => {
  const ids = Array.from({ length: 4_000 }, unguessableId)
  expect(ids.every((id) => isUuid(id) && version(id) === 7)).toBe(true)
  const random = ids.map(freshBits)
  expect(random[0]).toHaveLength(74)
  for (let bit = 0; bit < 74; bit++) {
    const set = random.filter((bits) => bits[bit] === '1').length
    // A random bit is set in about half of them; so is its difference from the one before.
    const changed = random.filter((bits, n) => n > 0 && bits[bit] !== random[n - 1]?.[bit]).length
    expect([bit, set > 1_700 && set < 2_300, changed > 1_700 && changed < 2_300]).toEqual([bit, true, true])
  }
})

test('ids are ordered by time', async () => {
  const before = unguessableId()
  const from = Date.now()
  await expect.poll(() => Date.now(), { interval: 1 }).toBeGreaterThan(from)
  expect(before < unguessableId()).toBe(true)
})
