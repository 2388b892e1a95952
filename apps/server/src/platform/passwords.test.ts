import { expect, test, vi } from 'vitest'

test('hashes a password at OWASP’s cost, with or without an account', async () => {
  vi.resetModules()
  const { hashPassword, judgePassword } = await import('#server/platform/passwords')
  const stored = await hashPassword('correct horse battery')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await judgePassword(stored, 'correct horse battery')).toEqual({ isRight: true, isOld: false })
  expect(await judgePassword(stored, 'correct horse')).toEqual({ isRight: false, isOld: false })
  expect(await judgePassword(null, 'correct horse battery')).toEqual({ isRight: false, isOld: false })
})
