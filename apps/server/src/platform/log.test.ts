import { expect, test } from 'vitest'
import { describeError } from '#server/platform/log'

test('a failed query is logged with its cause, and without the values that were sent', () => {
  const cause = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(ann@example.com)',
  })
  const error = new Error(
    'Failed query: insert into users\nparams: ann@example.com,first line\nsecond line',
    { cause },
  )
  const logged = describeError(error)
  expect(logged).toMatchObject({ type: 'Error', message: 'Failed query: insert into users' })
  expect(logged.cause).toMatchObject({ message: 'duplicate key', code: '23505' })
  expect(logged.stack).toContain('log.test.ts')
  expect(JSON.stringify(logged)).not.toMatch(/ann@example|second line/)
})

test('a thrown value that is no error is logged as text', () => {
  expect(describeError('oh')).toEqual({ type: 'string', message: 'oh' })
})
