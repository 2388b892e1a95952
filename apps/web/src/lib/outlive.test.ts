import { expect, test } from 'vitest'
import { outlive } from './outlive.ts'

test('changes outlive their page, within the browsers’ limit', () => {
  expect(outlive('GET', null)).toBeNull()
  expect(outlive('PATCH', 'a'.repeat(30_000))).toBeNull()
  const [first, second] = [outlive('PATCH', 'a'.repeat(20_000)), outlive('POST', 'b'.repeat(1_000))]
  expect([first, second]).not.toContain(null)
  expect(outlive('POST', 'c'.repeat(2_000))).toBeNull()
  first?.()
  const third = outlive('DELETE', null)
  expect(outlive('POST', 'c'.repeat(20_000))).not.toBeNull()
  expect(third).not.toBeNull()
})
