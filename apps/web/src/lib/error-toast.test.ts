import { describe, expect, test } from 'vitest'
import { errorFromAnswer, networkError } from './api-error.ts'
import { messageForError } from './error-toast.ts'

const sentence = (status: number, body?: unknown) => messageForError(errorFromAnswer(status, body, null))

describe('the error catalogue', () => {
  test('401 says that the session expired', () =>
    expect(sentence(401, { code: 'UNAUTHENTICATED', message: 'x' })).toBe(
      'Session expired. Please login again.',
    ))
  test('a wrong password is not an expired session', () =>
    expect(sentence(401, { code: 'INVALID_CREDENTIALS', message: 'Invalid email or password.' })).toBe(
      'Invalid email or password.',
    ))
  test('403 says that permission is missing', () =>
    expect(sentence(403)).toBe("You don't have permission to perform this action."))
  test('404 is silent', () => {
    expect(sentence(404)).toBeNull()
    expect(sentence(404, { code: 'NOT_FOUND', message: 'Not found.' })).toBeNull()
  })
  test('500 shows the sentence of the server, or its own', () => {
    expect(sentence(500, { code: 'SERVER_ERROR', message: 'Busy.' })).toBe('Busy.')
    expect(sentence(500, 'nonsense')).toBe('Server error. Please try again later.')
  })
  test.each([422, 502, 503, 504])('%s without a sentence shows the generic one', (status) =>
    expect(sentence(status)).toBe('An error occurred. Please try again.'),
  )
  test('503 shows the sentence of the server', () =>
    expect(sentence(503, { code: 'STORAGE_FULL', message: 'No space left.' })).toBe('No space left.'))
  test('a missing answer is a network error', () =>
    expect(messageForError(networkError())).toBe('Network error. Please check your connection.'))
  test('a cancelled call is silent', () =>
    expect(messageForError(new DOMException('gone', 'AbortError'))).toBeNull())
  test('anything else is unexpected', () =>
    expect(messageForError(new TypeError('boom'))).toBe('An unexpected error occurred.'))
})

test('reads field errors and the time to wait from the answer', () => {
  const error = errorFromAnswer(
    422,
    { code: 'INVALID_FIELDS', message: 'm', errors: { email: 'Bad', n: 1 } },
    '30',
  )
  expect(error.errors).toEqual({ email: 'Bad' })
  expect(error.retryAfterSeconds).toBe(30)
})
