/**
 * A message's delay with 100 and 500 open inboxes, beside raw events; sending on 16 connections, beside bare
 * transactions.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { liveUserPath } from '@wingmark/contract/live'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { finish, percentile, report } from './report.ts'
import { compare, load } from './support/load.ts'
import { addPerson, type BenchPerson, startServer } from './support/server.ts'

const messages = 60
const pauseMs = 60
const rounds = 3
const connections = 16
const words = 'The headline sits a little too close to the edge here.'

type Pair = { from: BenchPerson; to: BenchPerson }
type Stage = {
  listen: (inbox: number) => { url: string; token?: string }
  say: (inbox: number, text: string) => Promise<unknown>
}

const server = await startServer()
const { pool } = server

/** Connected, so that a message is no request. */
async function addPair(n: number): Promise<Pair> {
  const [from, to] = [await addPerson(pool, `From ${n}`), await addPerson(pool, `To ${n}`)]
  await pool.query(
    "insert into connections (id, requester_id, addressee_id, status, answered_at) values ($1, $2, $3, 'ACCEPTED', now())",
    [uuid(), from.id, to.id],
  )
  return { from, to }
}

async function addPairs(count: number): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (let n = 0; n < count; n++) pairs.push(await addPair(n))
  await pool.query("update users set plan = 'PILOT'")
  await pool.query('analyze')
  return pairs
}

/** Ignores messages sent today: the daily limit is not what is measured. */
const forgetToday = () => pool.query('delete from usage_meters')

const send = ({ from, to }: Pair, message: string) =>
  server.ask({
    method: 'POST',
    path: '/message/api/v1',
    token: from.token,
    body: JSON.stringify({ to: to.id, message }),
  })

/** Opens the inboxes; returns how to close them once all have begun. */
async function watch(stage: Stage, inboxes: number, hear: (token: string) => void): Promise<() => void> {
  const closers = await Promise.all(
    Array.from({ length: inboxes }, async (_, inbox) => {
      const { url, token } = stage.listen(inbox)
      const call = get(url, {
        agent: false,
        ...(token ? { headers: { authorization: `Bearer ${token}` } } : {}),
      })
      const [response] = await once(call, 'response')
      if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`)
      response.setEncoding('utf8')
      let rest = ''
      response.on('data', (text: string) => {
        const blocks = (rest + text).split('\n\n')
        rest = blocks.pop() ?? ''
        for (const block of blocks) {
          const said = /token-\d+-/.exec(block)?.[0]
          if (said) hear(said)
        }
      })
      response.on('error', () => {})
      call.on('error', () => {})
      return () => call.destroy()
    }),
  )
  await sleep(1_500)
  return () => closers.forEach((close) => close())
}

/** The 95th percentile in ms from sending to the other's inbox. */
async function measure(stage: Stage, inboxes: number): Promise<number> {
  const sentAt = new Map<string, number>()
  const delays: number[] = []
  const close = await watch(stage, inboxes, (token) => {
    delays.push(performance.now() - (sentAt.get(token) ?? Number.NaN))
  })
  for (let n = 0; n < messages; n++) {
    const token = `token-${n}-`
    sentAt.set(token, performance.now())
    await stage.say((n * 7) % inboxes, `${token} ${words}`)
    await sleep(pauseMs)
  }
  const until = performance.now() + 5_000
  while (delays.length < messages && performance.now() < until) await sleep(20)
  close()
  if (delays.length !== messages) throw new Error(`${delays.length} of ${messages} arrived`)
  return percentile(delays, 0.95)
}

async function bare(client: pg.PoolClient, { from, to }: Pair): Promise<void> {
  const run = (name: string, text: string, values: unknown[]) => client.query({ name, text, values })
  const id = uuid()
  await client.query('begin')
  const locked = await run(
    'conversation',
    `insert into conversations as c (id, low_id, high_id) values ($1, least($2::uuid, $3::uuid), greatest($2::uuid, $3::uuid))
     on conflict (low_id, high_id) do update set last_seq = c.last_seq + 1 returning id, last_seq`,
    [uuid(), from.id, to.id],
  )
  const { id: conversation, last_seq: seq } = locked.rows[0]
  await run(
    'message',
    'insert into messages (id, conversation_id, seq, sender_id, message) values ($1, $2, $3, $4, $5)',
    [id, conversation, seq, from.id, words],
  )
  await run(
    'sides',
    `insert into conversation_sides (conversation_id, user_id, box, last_message_id, last_seq, read_seq)
     select $1, person, 'INBOX', $2, $3, 0 from unnest($4::uuid[]) person
     on conflict (conversation_id, user_id) do update set last_seq = excluded.last_seq, last_message_id = excluded.last_message_id`,
    [conversation, id, seq, [from.id, to.id]],
  )
  await run(
    'meter',
    `insert into usage_meters (user_id, meter, period, used) values ($1, 'MESSAGES', current_date, 1)
     on conflict (user_id, meter, period) do update set used = usage_meters.used + 1`,
    [from.id],
  )
  await run(
    'notified',
    `with raised as (
       insert into user_event_counts as c (user_id, seq) select person, 1 from unnest($1::uuid[]) person
       on conflict (user_id) do update set seq = c.seq + 1 returning user_id, seq)
     insert into user_events (user_id, seq, event, target_id) select user_id, seq, 'message.created', $2 from raised`,
    [[from.id, to.id].toSorted(), id],
  )
  await client.query('commit')
}

const peer = spawn(process.execPath, [join(import.meta.dirname, 'peers/bare-events.js')], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  const [port] = await once(peer.stdout, 'data')
  const origin = `http://127.0.0.1:${String(port).trim()}`
  const like = JSON.stringify({ filler: 'x'.repeat(500) })
  const pairs = await addPairs(500)
  const pairOf = (n: number) => {
    const pair = pairs[n % pairs.length]
    if (!pair) throw new Error('no pair')
    return pair
  }
  const raw: Stage = {
    listen: (inbox) => ({ url: `${origin}/${inbox}` }),
    say: (inbox, text) =>
      fetch(`${origin}/${inbox}`, { method: 'POST', body: `${text}${like}` }).then((answer) => answer.text()),
  }
  const ours: Stage = {
    listen: (inbox) => ({ url: server.origin + liveUserPath, token: pairOf(inbox).to.token }),
    say: (inbox, text) => send(pairOf(inbox), text),
  }
  const kept: boolean[] = []
  for (const inboxes of [100, 500]) {
    const landed = await compare(
      rounds,
      {
        ours: async () => {
          await forgetToday()
          return measure(ours, inboxes)
        },
        peer: () => measure(raw, inboxes),
      },
      (p95) => p95,
    )
    kept.push(
      report({
        what: `a message lands, ${inboxes} open inboxes, p95`,
        ...landed,
        unit: 'ms',
        limit: { atMost: 3 },
      }),
    )
  }
  let turn = 0
  const clients = await Promise.all(Array.from({ length: connections }, () => pool.connect()))
  const sent = await compare(
    5,
    {
      ours: async () => {
        await forgetToday()
        return load(connections, 1, () => send(pairOf(turn++), words))
      },
      peer: () =>
        load(connections, 1, async (n) => {
          const client = clients[n]
          if (client) await bare(client, pairOf(turn++))
        }),
    },
    (one) => one.perSecond,
  )
  for (const client of clients) client.release()
  kept.push(
    report({
      what: `sending messages, ${connections} connections`,
      ...sent,
      unit: 'a second',
      limit: { atLeast: 0.4 },
    }),
  )
  finish(kept)
} finally {
  peer.kill()
  await server.stop()
}
