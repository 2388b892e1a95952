/** A comment on everybody's screen: from sending it to receiving it by 100 and 500 viewers, beside raw events. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { finish, percentile, report } from './report.ts'
import { compare } from './support/load.ts'
import { addPerson, addReview, type BenchServer, startServer } from './support/server.ts'

const comments = 60
const pauseMs = 60
const rounds = 3

type Stage = { url: string; headers: Record<string, string>; say: (text: string) => Promise<unknown> }

/** Opens so many streams and answers when all have begun. */
async function watch(stage: Stage, viewers: number, hear: (token: string) => void): Promise<() => void> {
  const closers: (() => void)[] = []
  await Promise.all(
    Array.from({ length: viewers }, async () => {
      const call = get(stage.url, { agent: false, headers: stage.headers })
      const [response] = await once(call, 'response')
      response.setEncoding('utf8')
      let rest = ''
      response.on('data', (text: string) => {
        const blocks = (rest + text).split('\n\n')
        rest = blocks.pop() ?? ''
        for (const block of blocks) {
          const token = /token-\d+-/.exec(block)?.[0]
          if (token) hear(token)
        }
      })
      response.on('error', () => {})
      call.on('error', () => {})
      closers.push(() => call.destroy())
    }),
  )
  await sleep(1_500)
  return () => closers.forEach((close) => close())
}

/** The 95th percentile in ms from sending to receiving, over all comments and viewers. */
async function measure(stage: Stage, viewers: number): Promise<number> {
  const sentAt = new Map<string, number>()
  const delays: number[] = []
  const close = await watch(stage, viewers, (token) => {
    delays.push(performance.now() - (sentAt.get(token) ?? Number.NaN))
  })
  for (let n = 0; n < comments; n++) {
    const token = `token-${n}-`
    sentAt.set(token, performance.now())
    await stage.say(`${token} The headline sits a little too close to the edge here.`)
    await sleep(pauseMs)
  }
  const until = performance.now() + 5_000
  while (delays.length < comments * viewers && performance.now() < until) await sleep(20)
  close()
  if (delays.length !== comments * viewers) {
    throw new Error(`${delays.length} of ${comments * viewers} arrived`)
  }
  return percentile(delays, 0.95)
}

async function ourStage(server: BenchServer): Promise<Stage> {
  const owner = await addPerson(server.pool, 'Owner')
  const review = await addReview(server.pool, owner.id)
  return {
    url: `${server.origin}/live/api/v1/review/${review.id}`,
    headers: { 'x-share-token': review.code },
    say: (message) =>
      server.ask({
        method: 'POST',
        path: '/comment/api/v1',
        token: owner.token,
        body: JSON.stringify({ file: review.file, marker: { page: 1, x: 0.5, y: 0.5 }, message }),
      }),
  }
}

const peer = spawn(process.execPath, [join(import.meta.dirname, 'peers/bare-events.js')], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const server = await startServer()
try {
  const [port] = await once(peer.stdout, 'data')
  const origin = `http://127.0.0.1:${String(port).trim()}`
  const like = JSON.stringify({ filler: 'x'.repeat(500) })
  const raw: Stage = {
    url: origin,
    headers: {},
    say: (text) => fetch(origin, { method: 'POST', body: `${text}${like}` }).then((answer) => answer.text()),
  }
  const ours = await ourStage(server)
  const kept: boolean[] = []
  for (const viewers of [100, 500]) {
    const landed = await compare(
      rounds,
      { ours: () => measure(ours, viewers), peer: () => measure(raw, viewers) },
      (p95) => p95,
    )
    kept.push(
      report({
        what: `a comment lands, ${viewers} viewers, p95`,
        ...landed,
        unit: 'ms',
        limit: { atMost: 3 },
      }),
    )
  }
  finish(kept)
} finally {
  peer.kill()
  await server.stop()
}
