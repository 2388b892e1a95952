/** The delay of a comment for 100 and 500 viewers, and while 20 people point, beside raw events. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sayHere } from '@wingmark/contract/live'
import { finish, note, percentile, report } from './report.ts'
import { compare } from './support/load.ts'
import { memoryOf, processorOf, treeOf } from './support/memory.ts'
import { addMember, addPerson, addReview, type BenchServer, startServer } from './support/server.ts'

const rounds = 3

type Pace = { comments: number; pauseMs: number }
const quick: Pace = { comments: 60, pauseMs: 60 }
const steady: Pace = { comments: 20, pauseMs: 1_000 }

const pointing = 20
/** The interval that the room uses with 500 viewers. */
const pointEveryMs = 2_000

type Stage = { url: string; headers: Record<string, string>; say: (text: string) => Promise<unknown> }
type Heard = { comment: (token: string) => void; pointers?: () => void }

/** Opens this many streams and returns once all have begun. */
async function watch(stage: Stage, viewers: number, heard: Heard): Promise<() => void> {
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
          if (token) heard.comment(token)
          else if (/^event: here$/m.test(block)) heard.pointers?.()
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
async function measure(
  stage: Stage,
  viewers: number,
  { comments, pauseMs }: Pace,
  pointers?: () => void,
): Promise<number> {
  const sentAt = new Map<string, number>()
  const delays: number[] = []
  const comment = (token: string) => {
    delays.push(performance.now() - (sentAt.get(token) ?? Number.NaN))
  }
  const close = await watch(stage, viewers, { comment, pointers })
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

type OurStage = Stage & { point: () => () => Promise<unknown> }

async function ourStage(server: BenchServer): Promise<OurStage> {
  const owner = await addPerson(server.pool, 'Owner')
  const review = await addReview(server.pool, owner.id)
  const people = await Promise.all(
    Array.from({ length: pointing }, (_, n) => addPerson(server.pool, `Viewer ${n}`)),
  )
  for (const { id } of people) await addMember(server.pool, review.id, id, 'VIEWER')
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
    point() {
      let isOver = false
      const path = sayHere.path.replace(':id', review.id)
      const moving = people.map(async ({ token }, n) => {
        await sleep((n * pointEveryMs) / pointing)
        for (let step = n; !isOver; step++) {
          const pointer = { x: (step % 97) / 97, y: (step % 89) / 89 }
          const here = { file: review.file, page: 1, pointer, isWriting: false, comment: null }
          await server.ask({ method: sayHere.method, path, token, body: JSON.stringify(here) })
          await sleep(pointEveryMs)
        }
      })
      return () => {
        isOver = true
        return Promise.all(moving)
      }
    },
  }
}

/** Twenty people point while one comments each second; the peer gets the comments alone. */
async function measurePointed(server: BenchServer, ours: OurStage, raw: Stage): Promise<boolean> {
  const viewers = 500
  let notified = 0
  let spent = 0
  const pointed = async () => {
    notified = 0
    const [stop, before] = [ours.point(), processorOf(treeOf(server.pid))]
    const p95 = await measure(ours, viewers, steady, () => (notified += 1))
    spent = processorOf(treeOf(server.pid)) - before
    await stop()
    return p95
  }
  const landed = await compare(2, { ours: pointed, peer: () => measure(raw, viewers, steady) }, (p95) => p95)
  const seconds = (steady.comments * steady.pauseMs) / 1000
  note('news of pointers that each viewer got', notified / viewers / seconds, 'a second')
  note('processor time of one viewer', (spent * 1000) / viewers / seconds, 'ms a second')
  const empty = memoryOf(treeOf(server.pid))
  const close = await watch(ours, viewers, { comment: () => {} })
  note('memory of one viewer', ((memoryOf(treeOf(server.pid)) - empty) * 1024) / viewers, 'kB')
  close()
  return report({
    what: `a comment lands, ${viewers} viewers, ${pointing} of them pointing, p95`,
    ...landed,
    unit: 'ms',
    limit: { atMost: 3 },
  })
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
      { ours: () => measure(ours, viewers, quick), peer: () => measure(raw, viewers, quick) },
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
  kept.push(await measurePointed(server, ours, raw))
  finish(kept)
} finally {
  peer.kill()
  await server.stop()
}
