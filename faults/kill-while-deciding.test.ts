import { afterAll, beforeAll, expect, test } from 'vitest'
import { full, Installation, readyWithinMs } from './support/installation.ts'
import { newFile, sendForm } from './support/sending.ts'
import { anyMoment } from './support/time.ts'

const kills = full(12, 2)
const deciders = 4

let installation: Installation
let file = ''
let round = ''
const tokens: string[] = []
beforeAll(async () => {
  installation = await Installation.start()
  file = (await sendForm(installation, newFile(2_000)))?.result._id ?? ''
  const review = await installation.askJson('POST', '/review/api/v1', { name: 'Decided', files: [file] })
  const { _id } = review.result
  const body = { endsAt: '2990-01-01T00:00:00.000Z' }
  round = (await installation.askJson('POST', `/review/api/v1/round/${_id}`, body)).result._id
  for (let n = 0; n < deciders; n++) tokens.push((await installation.signUp()).accessToken)
  await installation.query(
    `insert into members (review_id, user_id, role)
      select r.id, u.id, 'COMMENTER' from reviews r, users u where r.id = $1 and u.id <> r.owner_id`,
    [_id],
  )
})
afterAll(() => installation?.end())

type Decision = { note: string; key: string; decision: 'APPROVED' | 'CHANGES_REQUESTED' }
let made = 0
const newDecision = (): Decision => {
  made++
  const decision = made % 2 === 0 ? 'APPROVED' : 'CHANGES_REQUESTED'
  return { note: `Decision ${made}`, key: crypto.randomUUID(), decision }
}

const acknowledged = new Set<string>()

/** Whether it was recorded; a limit of words ends the turn without it. */
async function decide(token: string, { note, key, decision }: Decision): Promise<boolean> {
  const reply = await installation.ask(`/round/api/v1/decide/${round}`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify({ files: [{ file, version: 1, decision, note }] }),
  })
  if (!reply || reply.status === 429) return false
  expect([reply.status, reply.message]).toEqual([200, undefined])
  acknowledged.add(note)
  return true
}

/** As the browser does it: what had no answer is sent again with the same key. */
async function decideUntilCut(token: string, unanswered: Decision | null): Promise<Decision | null> {
  for (let next = unanswered ?? newDecision(); ; next = newDecision())
    if (!(await decide(token, next))) return next
}

test(`decisions that were acknowledged before ${kills} kills are there, none twice`, async () => {
  let left: (Decision | null)[] = tokens.map(() => null)
  for (let kill = 0; kill < kills; kill++) {
    const deciding = Promise.all(tokens.map((token, n) => decideUntilCut(token, left[n] ?? null)))
    await anyMoment(200, 1_500)
    expect(await installation.killAndStart({ withDatabase: kill % 2 === 0 })).toBeLessThan(readyWithinMs)
    left = await deciding
  }
  for (const [n, one] of left.entries()) if (one) await decide(tokens[n] ?? '', one)

  const rows = await installation.query<{ note: string; person: string; isLast: boolean }>(
    `select note, person_id as person, is_last as "isLast" from round_decisions`,
  )
  const notes = rows.map(({ note }) => note)
  expect(acknowledged.size).toBeGreaterThan(deciders)
  expect(notes).toEqual(expect.arrayContaining([...acknowledged]))
  expect(new Set(notes).size).toBe(notes.length)
  const last = rows.filter(({ isLast }) => isLast).map(({ person }) => person)
  expect(new Set(last).size).toBe(last.length)
  expect(last).toHaveLength(deciders)
})
