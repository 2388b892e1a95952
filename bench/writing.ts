/** AI beside a direct call: a proposal's first word, and our own part of a summary of 200 comments. */
import { v7 as uuid } from 'uuid'
import { finish, median, note, report } from './report.ts'
import { inRounds } from './support/in-rounds.ts'
import { addPerson, addReview, startServer } from './support/server.ts'
import { startPeer } from './support/wingmark.ts'

const rounds = 13
/** The least time that a small model on such a processor needs before its first word. */
const thinkMs = 400
const comments = 200

const model = await startPeer('slow-model.js', { THINK_MS: String(thinkMs) })
const { hostname, port } = new URL(model.origin)
const baseUrl = `http://${hostname}:${port}/v1`
const server = await startServer(4, { AI_BASE_URL: baseUrl, AI_MODEL: 'bench' })

/** Milliseconds until the answer contains the piece, and until its end. */
async function heard(address: string, init: { body: string; headers: Record<string, string> }, sign: RegExp) {
  const from = performance.now()
  const response = await fetch(address, { method: 'POST', ...init })
  let text = ''
  let first = Number.NaN
  const decoder = new TextDecoder()
  for await (const part of response.body ?? []) {
    text += decoder.decode(part, { stream: true })
    if (Number.isNaN(first) && sign.test(text)) first = performance.now() - from
  }
  if (!response.ok || Number.isNaN(first)) throw new Error(`${address} answered ${response.status} ${text}`)
  return { first, whole: performance.now() - from }
}

const asked = async (): Promise<{ calls: number; last: string }> =>
  (await fetch(`${model.origin}/last`)).json() as Promise<{ calls: number; last: string }>

try {
  const owner = await addPerson(server.pool, 'Owner')
  const review = await addReview(server.pool, owner.id)
  await server.pool.query(`update users set plan = 'COMMANDER' where id = $1`, [owner.id])
  await server.pool.query('update reviews set ai_may_read = true where id = $1', [review.id])
  const json = { 'content-type': 'application/json' }
  const ours = { ...json, authorization: `Bearer ${owner.token}`, accept: 'text/event-stream' }
  const reset = () => server.pool.query('delete from usage_meters')

  const body = JSON.stringify({ kind: 'CLEARER', text: 'logo bigger' })
  const write = async () => {
    await reset()
    return (await heard(`${server.origin}/ai/api/v1/generate`, { body, headers: ours }, /event: words/)).first
  }
  await write()
  const { last } = await asked()
  const direct = (what: string) =>
    heard(`${baseUrl}/chat/completions`, { body: what, headers: json }, /"content":"/)
  const first = await inRounds(rounds, { ours: write, direct: async () => (await direct(last)).first })
  const kept = [
    report({
      what: `first word of a proposal, of a service that thinks for ${thinkMs} ms`,
      ours: first.ours,
      peer: first.direct,
      unit: 'ms',
      limit: { atMost: 1.1 },
    }),
  ]

  // Another person: the calls per hour are limited.
  const reader = await addPerson(server.pool, 'Reader')
  await server.pool.query(`update users set plan = 'COMMANDER' where id = $1`, [reader.id])
  await server.pool.query(`insert into members (review_id, user_id, role) values ($1, $2, 'VIEWER')`, [
    review.id,
    reader.id,
  ])
  for (let n = 1; n <= comments; n++)
    await server.pool.query(
      `insert into comments (id, review_id, file_id, type, message, user_id, number, marker)
       values ($1, $2, $3, 'MARKED', $4, $5, $6, $7)`,
      [
        uuid(),
        review.id,
        review.file,
        `Number ${n}: move this a little higher, see https://example.test/${n}, and make it twice as large. `.repeat(
          3,
        ),
        owner.id,
        n,
        JSON.stringify({ page: 1, x: (n % 20) / 20, y: n / 250, shape: 'POINT' }),
      ],
    )
  const headers = { ...json, authorization: `Bearer ${reader.token}` }
  const path = `${server.origin}/ai/api/v1/summary`
  const parts: number[] = []
  const before = (await asked()).calls
  for (let round = 0; round < rounds; round++) {
    await reset()
    await server.pool.query('update comments set updated_at = clock_timestamp() where review_id = $1', [
      review.id,
    ])
    const wanted = JSON.stringify({ review: review.id })
    const summary = await heard(path, { body: wanted, headers }, /"success":true/)
    const same = await direct((await asked()).last)
    if (round > 0) parts.push(summary.whole - same.whole)
  }
  const calls = ((await asked()).calls - before) / rounds - 1
  note('calls to the service for one summary', calls, '')
  kept.push(
    report({
      what: `our own part of a summary of ${comments} comments`,
      ours: median(parts),
      peer: null,
      unit: 'ms',
      limit: { atMost: 50 },
    }),
    report({ what: 'calls for it', ours: calls, peer: null, unit: '', limit: { atMost: 2 } }),
  )
  finish(kept)
} finally {
  await server.stop()
  await model.stop()
}
