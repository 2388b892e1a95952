import { describe, expect, it } from 'vitest'
import { refusalOf, uploadTimeoutMs } from './upload-transport.ts'

const megabyte = 1_048_576

describe('the time a file may stall', () => {
  it('is a minute for each megabyte, between 2 and 30', () => {
    expect(uploadTimeoutMs(0)).toBe(120_000)
    expect(uploadTimeoutMs(2 * megabyte)).toBe(120_000)
    expect(uploadTimeoutMs(10 * megabyte)).toBe(600_000)
    expect(uploadTimeoutMs(30 * megabyte)).toBe(1_800_000)
    expect(uploadTimeoutMs(500 * megabyte)).toBe(1_800_000)
  })
})

describe('a refused upload', () => {
  const failure = (message: string) => JSON.stringify({ success: false, code: 'X', message, requestId: 'r' })

  it('says that the file is too large on 413', () => {
    expect(refusalOf(413, '').message).toBe('File too large. Please select a smaller file.')
  })

  it('says what the server said', () => {
    expect(refusalOf(422, failure('This file is empty.')).message).toBe('This file is empty.')
  })

  it('is permanent if the file itself is at fault', () => {
    const isForGood = (status: number) => refusalOf(status, failure('No')).isForGood
    expect([413, 415, 422].map(isForGood)).toEqual([true, true, true])
    expect([400, 401, 429, 500, 503, 507].some(isForGood)).toBe(false)
  })

  it('falls back to the default if the answer is unreadable', () => {
    expect(refusalOf(502, '<html>').message).toBe('Upload failed')
  })
})
