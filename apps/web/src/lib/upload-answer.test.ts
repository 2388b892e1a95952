import { describe, expect, it } from 'vitest'
import { isWorthAnotherTry } from './upload-answer.ts'

const tries = 50
const answer = (status: number, code = '') => ({ status, code })

describe('an upload after a failed request', () => {
  it('continues without an answer, however often', () => {
    expect(isWorthAnotherTry(null, tries)).toBe(true)
  })

  it.each([
    ['another client is sending it', 423],
    ['its offset differs', 409],
    ['the server is starting', 503],
    ['the proxy has nobody behind it', 502],
    ['the proxy did not wait', 504],
  ])('continues when %s', (_why, status) => {
    expect(isWorthAnotherTry(answer(status), tries)).toBe(true)
  })

  it.each([
    ['the server has lost it', 404],
    ['it has expired', 410],
    ['too many are unfinished', 429],
    ['the server failed', 500],
  ])('is tried three times when %s', (_why, status) => {
    expect([0, 1, 2, 3].map((before) => isWorthAnotherTry(answer(status), before))).toEqual([
      true,
      true,
      true,
      false,
    ])
  })

  it.each([
    ['the session is over', 401, 'UNAUTHENTICATED'],
    ['it may not', 403, 'FORBIDDEN'],
    ['it is too large', 413, 'TOO_LARGE'],
    ['the type is not taken', 415, 'FILE_TYPE_NOT_ACCEPTED'],
    ['it is empty', 422, 'INVALID_FIELDS'],
    ['the plan has no room', 507, 'STORAGE_QUOTA'],
    ['the server has no room', 503, 'STORAGE_FULL'],
  ])('ends when %s', (_why, status, code) => {
    expect(isWorthAnotherTry(answer(status, code), 0)).toBe(false)
  })
})
