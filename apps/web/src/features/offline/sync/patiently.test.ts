import { expect, test, vi } from 'vitest'
import { ApiError } from '#web/lib/api-error'
import { UploadError } from '#web/lib/upload-transport'
import { patiently } from './patiently.ts'
import { Interrupted, Refused } from './send-review.ts'

const answer = (status: number, code: string, retryAfterSeconds?: number) =>
  new ApiError({
    status,
    code,
    message: `${status} says no.`,
    ...(retryAfterSeconds ? { retryAfterSeconds } : {}),
  })

/** Fails with each in turn, then succeeds; returns the waits before each new try. */
async function afterFailures(failures: readonly Error[]) {
  const left = [...failures]
  const waits: number[] = []
  const end = await patiently(
    async () => {
      const failure = left.shift()
      if (failure) throw failure
      return 'done'
    },
    async (ms) => void waits.push(ms),
  ).catch((error: unknown) => error)
  return { end, waits }
}

test('waits out rate limits as long as the server says, however often, without failing', async () => {
  const tooMany = answer(429, 'RATE_LIMITED', 7)
  const { end, waits } = await afterFailures([tooMany, tooMany, tooMany, tooMany, tooMany])
  expect(end).toBe('done')
  expect(waits).toEqual([7_000, 7_000, 7_000, 7_000, 7_000])
  const upload = new UploadError('refused', 'Wait.', { status: 429, code: 'RATE_LIMITED' })
  expect(await afterFailures([upload])).toEqual({ end: 'done', waits: [10_000] })
})

test('retries a passing error, ends the run without connection or session, and reports a refusal', async () => {
  vi.stubGlobal('navigator', { onLine: true })
  const stumble = answer(503, 'UNAVAILABLE')
  expect(await afterFailures([stumble, stumble])).toMatchObject({ end: 'done' })
  expect((await afterFailures([stumble, stumble, stumble])).end).toEqual(new Interrupted('line'))
  expect((await afterFailures([answer(401, 'UNAUTHENTICATED')])).end).toEqual(new Interrupted('session'))
  const { end, waits } = await afterFailures([answer(422, 'INVALID')])
  expect(end).toBeInstanceOf(Refused)
  expect(String(end)).toContain('422 says no.')
  expect(waits).toEqual([])
  vi.unstubAllGlobals()
})
