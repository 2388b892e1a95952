/** Closing a review: how soon all viewers by its link are out. */
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { finish, percentile, report } from './report.ts'
import { addPerson, addReview, type BenchServer, startServer } from './support/server.ts'

const viewers = 100
const rounds = 20

/** Milliseconds from the call to the end of the last stream. */
async function close(server: BenchServer): Promise<number> {
  const owner = await addPerson(server.pool, 'Owner')
  const review = await addReview(server.pool, owner.id)
  const streams = await Promise.all(
    Array.from({ length: viewers }, async () => {
      const call = get(`${server.origin}/live/api/v1/review/${review.id}`, {
        agent: false,
        headers: { 'x-share-token': review.code },
      })
      const [stream] = (await once(call, 'response')) as [IncomingMessage]
      if (stream.statusCode !== 200) throw new Error(`no stream: ${stream.statusCode}`)
      return stream.resume()
    }),
  )
  const ended = Promise.all(streams.map((stream) => once(stream, 'close')))
  const from = performance.now()
  await server.ask({
    method: 'PATCH',
    path: `/review/api/v1/change-visibility/${review.id}`,
    token: owner.token,
    body: JSON.stringify({ visibility: 'PRIVATE' }),
  })
  await ended
  return performance.now() - from
}

const server = await startServer()
try {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) times.push(await close(server))
  finish([
    report({
      what: `${viewers} viewers are out after a review is closed, the slowest of ${rounds} times`,
      ours: percentile(times, 1),
      peer: null,
      unit: 'ms',
      limit: { atMost: 1_000 },
    }),
  ])
} finally {
  await server.stop()
}
