import { describe, expect, test } from 'vitest'
import { serverPath } from './server-paths.ts'

describe('an address belongs to the server', () => {
  test.each(['/workspace/api/v1/user', '/files/thumbnail/k', '/docs', '/openapi.json', '/metrics'])(
    '%s does',
    (path) => expect(serverPath.test(path)).toBe(true),
  )
  test.each(['/workspace', '/workspace/0199', '/reviews/1', '/notifications', '/filesystem', '/'])(
    '%s is a page',
    (path) => expect(serverPath.test(path)).toBe(false),
  )
})
