import { randomInt } from 'node:crypto'
import { liveWorkspacePath } from '@wingmark/contract/live'
import { TaskStatus } from '@wingmark/contract/workspaces'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Listening, listen } from '../apps/server/test/listen-live.ts'
import { launch, type RunningServer } from '../apps/server/test/running-server.ts'
import { full, Installation, type Reply, readyWithinMs } from './support/installation.ts'
import { newFile, sendForm } from './support/sending.ts'
import { anyMoment, pause } from './support/time.ts'

const kills = full(12, 2)
const movers = full(20, 5)
const cards = full(50, 12)
const movingMs = full(60_000, 3_000)
/** Most invitations per hour. */
const invitedMost = 40
/** For the last move, on every screen. */
const sameWithinMs = full(5_000, 60_000)

const statuses = TaskStatus.options.filter((one) => one !== 'CANCELLED')
const any = <T>(all: readonly T[]): T | undefined => all[randomInt(Math.max(1, all.length))]

let installation: Installation
let workspace = ''
beforeAll(async () => {
  installation = await Installation.start()
  workspace = (await installation.askJson('POST', '/workspace/api/v1', { name: 'Killed' })).result._id
})
afterAll(() => installation?.end())

const send = (method: string, path: string, body: object, key?: string): Promise<Reply | null> =>
  installation.ask(path, {
    method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...(key ? { 'idempotency-key': key } : {}) },
  })
const change = (id: string, body: object) => send('PATCH', `/workspace/api/v1/task/change-status/${id}`, body)
/** An overloaded server refuses; clients ask again. */
async function untilAnswered(ask: () => Promise<Reply | null>): Promise<Reply | null> {
  const reply = await ask()
  if (reply && reply.status !== 503) return reply
  await pause(500)
  return untilAnswered(ask)
}

const column = async (sql: string) =>
  (await installation.query<{ value: string | number }>(sql)).map(({ value }) => value)

test(`after ${kills} kills no number occurs twice, and no task disagrees with its comment`, async ({
  annotate,
}) => {
  const file = (await sendForm(installation, newFile(2_000)))?.result._id
  await installation.askJson('POST', '/review/api/v1', { name: 'Killed', files: [file] })
  const comments: string[] = []
  for (let n = 0; n < 6; n++) {
    const body = { file, message: `Comment ${n}`, marker: { page: 1, x: 0.5, y: 0.5 } }
    comments.push((await installation.askJson('POST', '/comment/api/v1', body)).result._id)
  }
  const made = new Map<string, string>()
  const known: string[] = []
  const keep = (key: string, reply: Reply | null): boolean => {
    if (reply?.status !== 201) return false
    const { _id } = reply.result
    expect(made.get(key) ?? _id).toBe(_id)
    made.set(key, _id)
    known.push(_id)
    return true
  }
  let unanswered: { key: string; body: object }[] = []
  const create = async (body: object) => {
    const key = crypto.randomUUID()
    const reply = await send('POST', '/workspace/api/v1/task', body, key)
    if (!keep(key, reply) && !reply) unanswered.push({ key, body })
    return reply !== null
  }
  let resolved = 0
  const resolve = async (id: string, status?: string) => {
    const reply = await send('PATCH', `/comment/api/v1/change-status/${id}`, { status })
    if (reply?.status === 200) resolved += 1
    return reply
  }
  const invited = new Set<string>()
  const invite = async () => {
    const email = `${crypto.randomUUID()}@example.test`
    const body = { email, role: 'VIEWER' }
    const reply = await send('PATCH', `/workspace/api/v1/sent-invitation/${workspace}`, body)
    if (reply?.status === 200) invited.add(email)
    return reply
  }
  const works = [
    () => create({ workspace, title: 'A task' }),
    () => create({ workspace, comment: any(comments) }),
    () => change(any(known) ?? '', { status: any(statuses), after: any(known) }),
    () => resolve(any(comments) ?? '', any(['OPEN', 'RESOLVED'])),
    // Several chosen at once are moved one after the other.
    async () => {
      const replies = []
      for (const id of known.slice(-4)) replies.push(await change(id, { status: 'DONE' }))
      return replies.at(-1) ?? null
    },
    () => (invited.size < invitedMost ? invite() : change(any(known) ?? '', { status: any(statuses) })),
    () => installation.ask(`/workspace/api/v1/task/${any(known)}`, { method: 'DELETE' }),
    () => installation.ask(`/workspace/api/v1/task/restore/${any(known)}`, { method: 'POST' }),
  ]
  await create({ workspace, title: 'The first' })
  for (let round = 0; round < kills; round++) {
    let isStopped = false
    const begun = works.map(() => Promise.withResolvers<void>())
    const work = works.map(async (one, n) => {
      while (!isStopped && (await one())) {
        begun[n]?.resolve()
        await anyMoment(20, 80)
      }
      begun[n]?.resolve()
    })
    // However slow the machine is, each kind is in progress.
    await Promise.all(begun.map(({ promise }) => promise))
    await anyMoment(100, 900)
    expect(await installation.killAndStart({ withDatabase: randomInt(2) === 0 })).toBeLessThan(readyWithinMs)
    isStopped = true
    await Promise.all(work)
    for (const { key, body } of unanswered) {
      const reply = await untilAnswered(() => send('POST', '/workspace/api/v1/task', body, key))
      // Its comment may have become a task by another key.
      if (!keep(key, reply))
        expect([reply?.status, body]).toEqual([409, { workspace, comment: expect.any(String) }])
    }
    unanswered = []
    const disagree = `select t.id as value from tasks t join comments c on c.id = t.comment_id
      where t.deleted_at is null and t.linked_by is not null and (t.status = 'DONE') <> (c.status = 'RESOLVED')`
    expect(await column(disagree)).toEqual([])
  }
  const numbers = await column(`select number as value from tasks where workspace_id = '${workspace}'`)
  expect(new Set(numbers).size).toBe(numbers.length)
  const ids = await column('select id as value from tasks')
  for (const id of made.values()) expect(ids).toContain(id)
  expect(ids).toHaveLength(made.size)
  const addresses = await column('select email as value from invitations')
  expect(new Set(addresses).size).toBe(addresses.length)
  for (const email of invited) expect(addresses).toContain(email)
  // All of it was really tried.
  expect([resolved, invited.size].every((many) => many > 0)).toBe(true)
  for (const { status } of installation.refusals) expect([404, 409, 422, 429, 503]).toContain(status)
  await annotate(
    `${made.size} tasks kept, each once; ${resolved} resolved or reopened in the review, ${invited.size} invited`,
  )
})

test(`${movers} people who move the same ${cards} cards, over two processes, all see one order`, async ({
  annotate,
}) => {
  const twin: RunningServer = await launch({
    dataDir: installation.dataDir,
    env: {
      NODE_ENV: 'test',
      DATABASE_URL: `postgres://wingmark@localhost/wingmark?host=${installation.dataDir}/run`,
    },
  })
  const open: Listening[] = []
  try {
    await twin.ready
    const board = (await installation.askJson('POST', '/workspace/api/v1', { name: 'Moved' })).result._id
    const tasks: string[] = []
    for (let n = 0; n < cards; n++)
      tasks.push(
        (
          await installation.askJson('POST', '/workspace/api/v1/task', {
            workspace: board,
            title: `Card ${n}`,
          })
        ).result._id,
      )
    const read = async (token = installation.token) => {
      const headers = { authorization: `Bearer ${token}` }
      const list = `/workspace/api/v1/task/user/${board}?limit=100`
      const reply = await installation.ask(list, { headers })
      return JSON.parse(reply?.text ?? '').results as Card[]
    }
    const people: string[] = []
    for (let n = 0; n < movers; n++) {
      const { accessToken } = await installation.signUp()
      const me = await installation.ask('/user/api/v1/profile', {
        headers: { authorization: `Bearer ${accessToken}` },
      })
      const { user } = JSON.parse(me?.text ?? '').result
      await installation.query('insert into members (workspace_id, user_id, role) values ($1, $2, $3)', [
        board,
        user._id,
        'EDITOR',
      ])
      people.push(accessToken)
    }
    const origins = [installation.server.origin, twin.origin]
    const before = await read()
    const [{ seq } = { seq: 0 }] = await installation.query<{ seq: number }>(
      `select event_seq::int as seq from workspaces where id = '${board}'`,
    )
    for (const [n, token] of people.entries())
      open.push(await listen(origins[n % 2] ?? '', liveWorkspacePath(board), { token }, String(seq)))
    const until = performance.now() + movingMs
    let moves = 0
    await Promise.all(
      people.map(async (token, n) => {
        for (let turn = 0; performance.now() < until; turn++) {
          const answer = await fetch(
            `${origins[(n + turn) % 2]}/workspace/api/v1/task/change-status/${any(tasks)}`,
            {
              method: 'PATCH',
              headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
              body: JSON.stringify({ status: any(statuses), after: any([null, ...tasks]) }),
            },
          )
          // An overloaded server refuses; nobody may move more than twice a second.
          expect([200, 429, 503]).toContain(answer.status)
          await answer.arrayBuffer()
          moves += 1
          await pause(500)
        }
      }),
    )
    const last = performance.now()
    const there = inOrder(await read())
    expect(there).toHaveLength(cards)
    expect(new Set(there.map(({ _id }) => _id))).toEqual(new Set(tasks))
    const screens = () => open.map((one) => inOrder(withHeard(before, one)))
    await expect
      .poll(() => screens().filter((screen) => !isSame(screen, there)).length, { timeout: sameWithinMs })
      .toBe(0)
    await annotate(
      `${moves} moves, the same on ${movers} screens after ${Math.round(performance.now() - last)} ms`,
    )
  } finally {
    for (const one of open) one.close()
    twin.child.kill('SIGKILL')
    await twin.exit
  }
})

type Card = { _id: string; status: string; rank: string }

/** Column by column, as a board shows them. */
const inOrder = (all: readonly Card[]): Card[] =>
  all.toSorted((a, b) => {
    const [x, y] = [a, b].map(({ status, rank, _id }) => `${status} ${rank} ${_id}`)
    return (x ?? '') < (y ?? '') ? -1 : 1
  })

function withHeard(before: readonly Card[], { heard }: Listening): Card[] {
  const cards = new Map(before.map((card) => [card._id, card]))
  for (const { event, data } of heard)
    if (event.startsWith('task.')) cards.set((data as unknown as Card)._id, data as unknown as Card)
  return [...cards.values()]
}

const isSame = (a: readonly Card[], b: readonly Card[]) =>
  a.length === b.length && a.every((card, at) => card._id === b[at]?._id && card.status === b[at].status)
