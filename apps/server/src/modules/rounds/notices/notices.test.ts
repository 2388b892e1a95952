import { listNotifications } from '@wingmark/contract/notifications'
import * as contract from '@wingmark/contract/rounds'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { remindAndClose } from '#server/modules/rounds/notices/service'
import { addMember, newGuest, newReview, newUser, type Person } from '../../../../test/people.ts'
import { startTwoWithClock } from '../../../../test/settable-clock.ts'
import type { Caller, TestApp } from '../../../../test/start-test-app.ts'

let two: Awaited<ReturnType<typeof startTwoWithClock>>
let app: TestApp
beforeAll(async () => {
  two = await startTwoWithClock()
  app = two.apps[0]
})
afterAll(() => two.close())

const hours = 3_600_000
let start = Date.now()
let latest = start
const at = (hour: number) => new Date(start + hour * hours).toISOString()

/** Sets the clock, and lets both processes look at once. */
async function lookAt(hour: number) {
  latest = Math.max(latest, Date.parse(at(hour)))
  await two.setClock(at(hour))
  await Promise.all(two.apps.map(({ deps }) => remindAndClose(deps)))
}

async function newRoom(name: string) {
  // Later than the room before: jobs of a clock that went back would wait.
  start = latest + hours
  await two.setClock(at(0))
  const [owner, ada, ben] = [
    await newUser(app, 'Olga Owner'),
    await newUser(app, 'Ada Reader'),
    await newUser(app, 'Ben Reader'),
  ]
  const { review, files, share } = await newReview(app, owner, 1, name)
  const id = review._id
  for (const person of [ada, ben]) await addMember(app, id, person, 'COMMENTER')
  const open = async (body: Partial<contract.StartRoundBodyInput>) => {
    const given = { endsAt: at(96), timeZone: 'Europe/Berlin', ...body }
    const answer = await app.call(contract.startRound, { params: { id }, body: given }, owner)
    expect(answer.status).toBe(201)
    return answer.body.result
  }
  const decide = async (round: string, caller: Caller, decision: contract.DecisionKind, note = '') => {
    const body = { files: [{ file: files[0]?._id ?? '', version: 1, decision, note }] }
    expect((await app.call(contract.decide, { params: { id: round }, body }, caller)).status).toBe(200)
  }
  return { owner, ada, ben, id, share, open, decide }
}

async function heard(person: Person) {
  const { results } = (await app.call(listNotifications, { query: { limit: 50 } }, person)).body
  return results.map(({ action, title, words }) => ({ action, title, words })).toReversed()
}
const actionsOf = async (person: Person) => (await heard(person)).map(({ action }) => action)

test('reminders come at half time, a day and an hour before the end, once each, to whom has not decided', async () => {
  const { ada, ben, open, decide } = await newRoom('Poster')
  const reviewers = [ada, ben].map(({ user }) => ({ user: user._id }))
  const { _id } = await open({ reviewers, rule: { kind: 'ALL' }, message: 'For the printer.' })
  expect(await heard(ada)).toEqual([
    {
      action: 'ROUND_OPENED',
      title: 'Olga Owner asks for your decision on Poster',
      words: 'For the printer.',
    },
  ])
  await lookAt(47)
  expect(await actionsOf(ada)).toEqual(['ROUND_OPENED'])
  await lookAt(49)
  await lookAt(49)
  // A clock that steps back, and forward again.
  await lookAt(20)
  await lookAt(50)
  expect(await actionsOf(ada)).toEqual(['ROUND_OPENED', 'ROUND_DUE'])
  await decide(_id, ben, 'APPROVED')
  await lookAt(73)
  await lookAt(95.5)
  await lookAt(97)
  expect(await heard(ada)).toMatchObject([
    { action: 'ROUND_OPENED' },
    ...Array.from({ length: 3 }, () => ({
      action: 'ROUND_DUE',
      title: 'Your decision on Poster is due soon',
    })),
  ])
  expect(await actionsOf(ben)).toEqual(['ROUND_OPENED', 'ROUND_DUE'])
})

test('after an outage one reminder makes up for those that were missed', async () => {
  const { ada, open } = await newRoom('Late')
  await open({ reviewers: [{ user: ada.user._id }], rule: { kind: 'ALL' } })
  await lookAt(95.5)
  await lookAt(95.6)
  expect(await actionsOf(ada)).toEqual(['ROUND_OPENED', 'ROUND_DUE'])
})

test('another end brings the reminders before it again', async () => {
  const { owner, ada, open } = await newRoom('Moved')
  const { _id } = await open({ reviewers: [{ user: ada.user._id }], rule: { kind: 'ALL' } })
  await lookAt(73)
  const body = { endsAt: at(140) }
  expect((await app.call(contract.changeRound, { params: { id: _id }, body }, owner)).status).toBe(200)
  await lookAt(74)
  expect(await actionsOf(ada)).toEqual(['ROUND_OPENED', 'ROUND_DUE'])
  await lookAt(117)
  expect(await actionsOf(ada)).toEqual(['ROUND_OPENED', 'ROUND_DUE', 'ROUND_DUE'])
})

test('without names everyone who may comment is asked, and nobody is reminded once it is approved', async () => {
  const { owner, ada, ben, id, open, decide } = await newRoom('Open')
  const viewer = await newUser(app, 'Vera Viewer')
  await addMember(app, id, viewer, 'VIEWER')
  const { _id } = await open({})
  await decide(_id, ada, 'APPROVED_WITH_CHANGES')
  await lookAt(73)
  expect(await actionsOf(ada)).toEqual(['ROUND_OPENED'])
  expect(await actionsOf(ben)).toEqual(['ROUND_OPENED'])
  expect(await actionsOf(viewer)).toEqual([])
  expect(await heard(owner)).toMatchObject([
    { action: 'DECISION_MADE', title: 'Ada Reader approved Open with changes' },
  ])
})

test('the owner hears of each decision with its words, also of guests', async () => {
  const { owner, ada, share, open, decide } = await newRoom('Flyer')
  const { _id } = await open({})
  await decide(_id, await newGuest(app, share, 'Ida Client'), 'CHANGES_REQUESTED', 'The logo is too small.')
  await decide(_id, ada, 'APPROVED')
  await decide(_id, ada, 'APPROVED')
  expect(await heard(owner)).toEqual([
    {
      action: 'DECISION_MADE',
      title: 'Ida Client requested changes to Flyer',
      words: 'The logo is too small.',
    },
    { action: 'DECISION_MADE', title: 'Ada Reader approved Flyer', words: '' },
  ])
})

test('a draft tells nobody until it is opened', async () => {
  const { owner, ada, open } = await newRoom('Quiet')
  const draft = await open({ state: 'DRAFT' })
  expect(await actionsOf(ada)).toEqual([])
  const params = { id: draft._id }
  await app.call(contract.changeRound, { params, body: { state: 'OPEN' } }, owner)
  expect(await actionsOf(ada)).toEqual(['ROUND_OPENED'])
})

test('a round that closes at its end is closed by the job, as it was then', async () => {
  const { ada, id, open, decide } = await newRoom('Strict')
  const { _id } = await open({ closesAtEnd: true })
  await decide(_id, ada, 'APPROVED')
  await lookAt(97)
  const { rows } = await app.deps.db.pool.query(
    'select state, version from rounds join round_files on round_id = id where review_id = $1',
    [id],
  )
  expect(rows).toEqual([{ state: 'CLOSED', version: 1 }])
})
