import { expect, test, vi } from 'vitest'

test('a password is hashed as dearly as OWASP asks, an account or not', async () => {
  vi.resetModules()
  const { hashPassword, verifyPassword } = await import('#server/platform/passwords')
  const stored = await hashPassword('correct horse battery')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verifyPassword(stored, 'correct horse battery')).toBe(true)
  expect(await verifyPassword(stored, 'correct horse')).toBe(false)
  expect(await verifyPassword(null, 'correct horse battery')).toBe(false)
})
