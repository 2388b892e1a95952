import { expect, test } from 'vitest'
import { ApiError, networkError } from './api-error.ts'
import { askAgain } from './ask-again.ts'

test.each([404, 410, 403])('stops polling after %i, for what is gone or inaccessible', (status) => {
  expect(askAgain(new ApiError({ status, code: 'UNKNOWN', message: 'Not here' }), 1_000)).toBe(false)
})

test('keeps polling for what may still come, even after a lost connection', () => {
  expect(askAgain(null, 1_000)).toBe(1_000)
  expect(askAgain(networkError(), 1_000)).toBe(1_000)
  expect(askAgain(null, false)).toBe(false)
})
