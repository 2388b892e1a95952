import { request } from 'node:http'
import type { Route, RouteBodyInput } from '@wingmark/contract/route'
import { type Caller, callerHeaders, type TestApp } from './start-test-app.ts'

/** A request whose connection breaks: when half of it is sent, or all of it but before an answer. */
export async function sendAndCut<R extends Route>(
  app: TestApp,
  { method, path }: R,
  input: { id: string; body: RouteBodyInput<R>; caller: Caller; sent: 'half' | 'all' },
): Promise<void> {
  const body = JSON.stringify(input.body)
  const { promise: cut, resolve } = Promise.withResolvers<void>()
  const sending = request(app.url + path.replace(':id', input.id), {
    method,
    headers: {
      ...callerHeaders(input.caller),
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    },
  })
  sending.on('error', () => undefined)
  sending.on('close', resolve)
  const piece = input.sent === 'half' ? body.slice(0, body.length / 2) : body
  sending.write(piece, () => sending.destroy())
  await cut
}
