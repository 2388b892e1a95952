import { createComment } from '@wingmark/contract/comments'
import { deleteFile } from '@wingmark/contract/files'
import { removeMember } from '@wingmark/contract/members'
import { getReview, listMyReviews, updateReview } from '@wingmark/contract/reviews'
import * as contract from '@wingmark/contract/rounds'
import { changeShareLink, createShareLink, listShareLinks } from '@wingmark/contract/share-links'
import { addVersion } from '@wingmark/contract/versions'
import { describe, expect, test } from 'vitest'
import { listenToReview } from '../../../test/listen-live.ts'
import {
  addMember,
  newFile,
  newGuest,
  newOpenReview,
  newReview,
  newUser,
  type Person,
  waitUntilIdle,
} from '../../../test/people.ts'
import { withApp } from '../../../test/shared-app.ts'
import type { Caller, TestApp } from '../../../test/start-test-app.ts'

let app: TestApp
withApp.beforeAll(({ app: shared }) => {
  app = shared
})

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const key = () => ({ 'idempotency-key': crypto.randomUUID() })

/** A review with an owner, two commenters, and what they call. */
async function newRoom(files = 2) {
  const owner = await newUser(app, 'Olga Owner')
  const [ada, ben] = [await newUser(app, 'Ada Reader'), await newUser(app, 'Ben Reader')]
  const published = await newReview(app, owner, files)
  const id = published.review._id
  for (const person of [ada, ben]) await addMember(app, id, person, 'COMMENTER')
  const start = (body: Partial<contract.StartRoundBodyInput> = {}, caller: Caller = owner, headers = {}) =>
    app.call(contract.startRound, { params: { id }, body: { endsAt: inDays(3), ...body }, headers }, caller)
  const change = (round: string, body: contract.ChangeRoundBodyInput, caller: Caller = owner) =>
    app.call(contract.changeRound, { params: { id: round }, body }, caller)
  const decide = (round: string, caller: Caller, body: contract.DecideBodyInput, headers = {}) =>
    app.call(contract.decide, { params: { id: round }, body, headers }, caller)
  const all = (decision: contract.DecisionKind, version = 1) => ({
    files: published.files.map(({ _id }) => ({ file: _id, version, decision })),
  })
  const list = async (caller: Caller = owner) =>
    (await app.call(contract.listRounds, { params: { id } }, caller)).body.results
  const history = async (round: string, caller: Caller = owner) =>
    (await app.call(contract.listDecisions, { params: { id: round } }, caller)).body.results
  const page = async (caller: Caller = owner) =>
    (await app.call(getReview, { params: { id } }, caller)).body.result
  const addTo = async (file: string) => {
    const body = { file: (await newFile(app, owner))._id }
    expect((await app.call(addVersion, { params: { id: file }, body }, owner)).status).toBe(201)
  }
  const ids = published.files.map(({ _id }) => _id)
  return {
    owner,
    ada,
    ben,
    id,
    ids,
    share: published.share,
    start,
    change,
    decide,
    all,
    list,
    history,
    page,
    addTo,
  }
}

const named = (...people: Person[]) => people.map(({ user }) => ({ user: user._id }))

describe('starting', () => {
  test('a round opens, is numbered, and stands in the review and in lists', async () => {
    const { start, owner, ada, page, list } = await newRoom()
    const { status, body } = await start({ message: 'For the printer.', timeZone: 'Europe/Berlin' })
    expect(status).toBe(201)
    expect(body.result).toMatchObject({
      number: 1,
      state: 'OPEN',
      timeZone: 'Europe/Berlin',
      message: 'For the printer.',
      outcome: 'OPEN',
      rule: { kind: 'AT_LEAST', count: 1 },
      ofAllFiles: true,
      counts: { approved: 0, needed: 1, changesRequested: 0 },
      startedBy: { _id: owner.user._id, name: 'Olga Owner' },
      can: { decide: false, edit: true, close: true, reopen: false, delete: false },
    })
    expect(body.result.files).toHaveLength(2)
    const { review } = await page(ada)
    expect(review).toMatchObject({
      round: { number: 1, state: 'OPEN', isOverdue: false, counts: { approved: 0, needed: 1 } },
      can: { decide: true, startRound: false },
    })
    expect((await page()).review.can).toMatchObject({ decide: false, startRound: true })
    const mine = (await app.call(listMyReviews, {}, ada)).body.results
    expect(mine[0]).toMatchObject({ round: { number: 1 }, can: { decide: true } })
    expect(await list(ada)).toMatchObject([{ number: 1, can: { decide: true, close: false } }])
  })

  test('only owner and editors start one, and only one is open', async () => {
    const { start, ada, list } = await newRoom()
    expect((await start({}, ada)).status).toBe(403)
    const first = (await start()).body.result
    expect(await start()).toMatchObject({
      status: 409,
      body: { code: 'ROUND_OPEN', existing: first._id, message: 'Another round is open. Close it first.' },
    })
    expect((await start({ state: 'DRAFT' })).status).toBe(201)
    expect(await list(ada)).toHaveLength(1)
    expect((await list()).map(({ number, state }) => [number, state])).toEqual([
      [1, 'OPEN'],
      [2, 'DRAFT'],
    ])
  })

  test('the same key starts one round, also from two tabs at once', async () => {
    const { start, list } = await newRoom()
    const headers = key()
    const body = { endsAt: inDays(3) }
    const twice = await Promise.all([start(body, undefined, headers), start(body, undefined, headers)])
    expect(twice.map(({ status }) => status)).toEqual([201, 201])
    expect(new Set(twice.map(({ body }) => body.result._id)).size).toBe(1)
    expect(await list()).toHaveLength(1)
  })

  test('two tabs with two keys open one; the other hears which', async () => {
    const { start } = await newRoom()
    const both = await Promise.all([start(), start()])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })

  const yesNo = { text: 'Is the logo right?', kind: 'YES_NO' as const }
  test.each([
    [{ endsAt: '2020-01-01T00:00:00Z' }, { endsAt: 'Choose a time in the future.' }],
    [{ endsAt: 'tomorrow' }, { endsAt: 'Invalid date' }],
    [{ timeZone: 'Mars/Olympus' }, { timeZone: 'Unknown time zone.' }],
    [{ rule: { kind: 'ALL' as const } }, { reviewers: contract.noReviewers }],
    [
      { rule: { kind: 'AT_LEAST' as const, count: 0 } },
      { 'rule.count': 'Enter a whole number of 1 or more.' },
    ],
    [
      { questions: Array.from({ length: 11 }, () => yesNo) },
      { questions: 'A round can have at most 10 questions.' },
    ],
    [
      { questions: [{ text: ' ', kind: 'TEXT' as const }] },
      { 'questions.0.text': 'Please enter a question' },
    ],
    [
      { questions: [{ text: 'Which?', kind: 'CHOICE' as const, choices: ['A'] }] },
      { 'questions.0.choices': 'Enter at least two choices.' },
    ],
    [{ message: 'x'.repeat(2_001) }, { message: 'A message can have at most 2000 characters.' }],
    [{ files: [crypto.randomUUID()] }, { files: 'One or more files weren’t found.' }],
    [
      { reviewers: Array.from({ length: 101 }, (_, n) => ({ email: `r${n}@example.test` })) },
      { reviewers: 'A round can have at most 100 reviewers.' },
    ],
    [{ reviewers: [{ user: crypto.randomUUID() }] }, { 'reviewers.0': 'This person isn’t in the review.' }],
  ])('%j is refused', async (given, errors) => {
    const { start, list } = await newRoom(1)
    expect(await start(given)).toMatchObject({ status: 422, body: { errors } })
    expect(await list()).toEqual([])
  })

  test('a review has at most fifty rounds', async () => {
    const { start, id } = await newRoom(1)
    await start({ state: 'DRAFT' })
    await app.deps.db.pool.query(
      `insert into rounds (id, review_id, number, state, ends_at, time_zone, message, of_all_files, rule_kind,
         rule_count, questions, closes_at_end, independent, verified_only)
       select gen_random_uuid(), $1, n, 'CLOSED', now(), 'UTC', '', true, 'AT_LEAST', 1, '[]', false, false, false
       from generate_series(2, 50) n`,
      [id],
    )
    expect(await start({ state: 'DRAFT' })).toMatchObject({
      status: 422,
      body: { message: 'A review can have at most 50 rounds.' },
    })
  })
})

describe('deciding', () => {
  test('names the version, can be changed, and every change is kept', async () => {
    const { start, decide, all, ada, ids, history, page } = await newRoom()
    const { _id: round } = (await start()).body.result
    const first = await decide(round, ada, all('CHANGES_REQUESTED'))
    expect(first).toMatchObject({
      status: 200,
      body: { result: { outcome: 'CHANGES_REQUESTED', mine: { status: 'CHANGES_REQUESTED' } } },
    })
    const note = 'Lovely.'
    const one = [{ file: ids[0] ?? '', version: 1, decision: 'APPROVED' as const, note }]
    expect((await decide(round, ada, { files: one })).body.result.outcome).toBe('CHANGES_REQUESTED')
    const last = (await decide(round, ada, all('APPROVED_WITH_CHANGES'))).body.result
    expect(last).toMatchObject({
      outcome: 'APPROVED_WITH_CHANGES',
      counts: { approved: 1, needed: 1, changesRequested: 0 },
      people: [{ name: 'Ada Reader', kind: 'USER', status: 'APPROVED_WITH_CHANGES', isAsked: false }],
    })
    await waitUntilIdle(app)
    const kept = await history(round)
    expect(kept.map(({ decision, isReplaced }) => [decision, isReplaced])).toEqual([
      ['APPROVED_WITH_CHANGES', false],
      ['APPROVED_WITH_CHANGES', false],
      ['APPROVED', true],
      ['CHANGES_REQUESTED', true],
      ['CHANGES_REQUESTED', true],
    ])
    expect(kept[2]).toMatchObject({ note, name: 'Ada Reader', version: 1, isOlder: false })
    expect(kept[0]?.sha256).toMatch(/^[0-9a-f]{64}$/)
    expect((await page(ada)).review.round).toMatchObject({ outcome: 'APPROVED_WITH_CHANGES' })
  })

  test('the same decision again, or with the same key, is kept once', async () => {
    const { start, decide, all, ada, history } = await newRoom()
    const { _id: round } = (await start()).body.result
    const headers = key()
    const calls = [1, 2, 3].map(() => decide(round, ada, all('APPROVED'), headers))
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200])
    await decide(round, ada, all('APPROVED'))
    expect(await history(round)).toHaveLength(2)
  })

  test('a newer version refuses it with its number, and nothing is recorded', async () => {
    const { start, decide, all, ada, ids, addTo, history, list } = await newRoom()
    const { _id: round } = (await start()).body.result
    await decide(round, ada, all('APPROVED'))
    await addTo(ids[1] ?? '')
    await addTo(ids[1] ?? '')
    expect(await decide(round, ada, all('CHANGES_REQUESTED'))).toMatchObject({
      status: 409,
      body: {
        code: 'VERSION_CHANGED',
        version: 3,
        file: ids[1],
        message: 'Version 3 was uploaded while you were reviewing.',
      },
    })
    expect((await history(round)).map(({ decision, isOlder }) => [decision, isOlder])).toEqual(
      expect.arrayContaining([
        ['APPROVED', true],
        ['APPROVED', false],
      ]),
    )
    const [now] = await list()
    expect(now).toMatchObject({
      outcome: 'OPEN',
      counts: { approved: 0 },
      people: [{ status: 'OPEN', isOnOlder: true }],
      files: [
        { version: 1, approved: 1, older: 0, outcome: 'APPROVED' },
        { version: 3, approved: 0, older: 1, outcome: 'OPEN' },
      ],
    })
    const again = [{ file: ids[1] ?? '', version: 3, decision: 'APPROVED' as const }]
    expect((await decide(round, ada, { files: again })).body.result.outcome).toBe('APPROVED')
  })

  test('a version that never was, a file of another review and an unknown answer are named', async () => {
    const { start, decide, ada, ids } = await newRoom()
    const other = await newRoom(1)
    const questions = [{ text: 'Is the logo right?', kind: 'YES_NO' as const, isNeeded: true }]
    const round = (await start({ questions, files: [ids[0] ?? ''] })).body.result
    const about = (file = '', version = 1) => ({ files: [{ file, version, decision: 'APPROVED' as const }] })
    const errors = async (body: contract.DecideBodyInput) => (await decide(round._id, ada, body)).body.errors
    expect(await errors(about(ids[0], 7))).toEqual({ 'files.0.version': 'This version doesn’t exist.' })
    expect(await errors(about(other.ids[0]))).toEqual({
      'files.0.file': 'This file isn’t part of the round.',
    })
    expect(await errors(about(ids[1]))).toEqual({ 'files.0.file': 'This file isn’t part of the round.' })
    const question = round.questions[0]?._id ?? ''
    expect(await errors(about(ids[0]))).toEqual({
      [`answers.${question}`]: 'Please answer: Is the logo right?',
    })
    expect(await errors({ ...about(ids[0]), answers: [{ question, answer: 'MAYBE' }] })).toEqual({
      'answers.0.answer': 'Choose one of: YES, NO',
    })
    const noted = { files: [{ ...about(ids[0]).files[0], note: 'x'.repeat(2_001) }] }
    expect(await errors(noted as contract.DecideBodyInput)).toEqual({
      'files.0.note': 'A note can have at most 2000 characters.',
    })
    const answered = await decide(round._id, ada, {
      ...about(ids[0]),
      answers: [{ question, answer: 'YES' }],
    })
    expect(answered.body.result.mine.answers).toEqual([{ question, answer: 'YES' }])
    expect((await decide(round._id, ada, about(ids[0]))).status).toBe(200)
  })

  test('guests decide under their name where their link lets them', async () => {
    const { start, decide, all, owner, id } = await newRoom()
    const { _id: round } = (await start()).body.result
    const linkOf = async (body: object) => {
      const given = { params: { id }, body: { name: 'Client', ...body } }
      return (await app.call(createShareLink, given, owner)).body.result
    }
    const open = await linkOf({})
    expect(open.allowDecide).toBe(true)
    const guest = await newGuest(app, open.shareCode, 'Ida Client')
    expect(await decide(round, guest, all('APPROVED'))).toMatchObject({
      status: 200,
      body: { result: { outcome: 'APPROVED', people: [{ name: 'Ida Client', kind: 'GUEST', user: null }] } },
    })
    const view = await linkOf({ access: 'VIEW', allowDecide: true })
    expect((await decide(round, await newGuest(app, view.shareCode), all('APPROVED'))).status).toBe(403)
    expect((await linkOf({ access: 'VIEW' })).allowDecide).toBe(false)
    const closed = { params: { id, linkId: open._id }, body: { allowDecide: false } }
    expect((await app.call(changeShareLink, closed, owner)).body.result.allowDecide).toBe(false)
    expect((await decide(round, guest, all('CHANGES_REQUESTED'))).status).toBe(403)
    const shown = (await app.call(getReview, { params: { id } }, guest)).body.result.review
    expect(shown.can).toMatchObject({ comment: true, decide: false })
  })

  test('links that exist at the upgrade do not let anyone decide', async () => {
    const { owner, id } = await newRoom()
    const old = crypto.randomUUID()
    await app.deps.db.pool.query(
      `insert into share_links (id, review_id, is_default, name, code) values ($1, $2, false, 'Old', $3)`,
      [old, id, crypto.randomUUID()],
    )
    const links = (await app.call(listShareLinks, { params: { id } }, owner)).body.results
    expect(links.map(({ _id, allowDecide }) => [_id === old, allowDecide])).toEqual([
      [false, true],
      [false, true],
      [true, false],
    ])
  })

  test('visitors by a public review decide by its first link', async () => {
    const owner = await newUser(app)
    const { review, files } = await newOpenReview(app, owner, 1)
    const params = { id: review._id }
    const round = (await app.call(contract.startRound, { params, body: { endsAt: inDays(1) } }, owner)).body
      .result
    await app.deps.db.pool.query(`update reviews set visibility = 'PUBLIC' where id = $1`, [review._id])
    const guest = await newGuest(app)
    const given = [{ file: files[0]?._id ?? '', version: 1, decision: 'APPROVED' as const }]
    const call = { params: { id: round._id }, body: { files: given } }
    expect((await app.call(contract.decide, call, guest)).status).toBe(200)
    await app.deps.db.pool.query('update share_links set allow_decide = false where review_id = $1', [
      review._id,
    ])
    expect((await app.call(contract.decide, call, guest)).status).toBe(403)
  })

  test('named reviewers alone decide; all of them, or those whose approval is needed', async () => {
    const { start, decide, all, ada, ben, owner, share, change } = await newRoom()
    const everyone = (await start({ reviewers: named(ada, ben), rule: { kind: 'ALL' } })).body.result
    expect(everyone).toMatchObject({ counts: { approved: 0, needed: 2 } })
    expect((await decide(everyone._id, owner, all('APPROVED'))).status).toBe(403)
    expect((await decide(everyone._id, await newGuest(app, share), all('APPROVED'))).status).toBe(403)
    expect((await decide(everyone._id, ada, all('APPROVED'))).body.result).toMatchObject({
      outcome: 'OPEN',
      counts: { approved: 1, needed: 2 },
    })
    expect((await decide(everyone._id, ben, all('APPROVED'))).body.result.outcome).toBe('APPROVED')
    await change(everyone._id, { state: 'CLOSED', reason: 'Printed today.' })

    const rule = { kind: 'NAMED' as const, people: named(ben) }
    const some = (await start({ reviewers: named(ada, ben, owner), rule })).body.result
    expect(some.people.map(({ name, isNeeded }) => [name, isNeeded])).toEqual([
      ['Ada Reader', false],
      ['Ben Reader', true],
      ['Olga Owner', false],
    ])
    expect((await decide(some._id, ada, all('APPROVED'))).body.result.outcome).toBe('OPEN')
    expect((await decide(some._id, owner, all('CHANGES_REQUESTED'))).body.result.outcome).toBe(
      'CHANGES_REQUESTED',
    )
    expect((await decide(some._id, ben, all('APPROVED'))).body.result.outcome).toBe('APPROVED')
  })

  test('at least two: both approve every file', async () => {
    const { start, decide, all, ada, ben } = await newRoom()
    const { _id } = (await start({ rule: { kind: 'AT_LEAST', count: 2 } })).body.result
    expect((await decide(_id, ada, all('APPROVED'))).body.result.counts).toMatchObject({
      approved: 1,
      needed: 2,
    })
    const one = { files: all('APPROVED').files.slice(0, 1) }
    expect((await decide(_id, ben, one)).body.result.outcome).toBe('OPEN')
    expect((await decide(_id, ben, all('APPROVED'))).body.result.outcome).toBe('APPROVED')
  })

  test('someone named by address decides with the account that has it verified', async () => {
    const { start, decide, all, id, list } = await newRoom()
    const late = await newUser(app, 'Lea Late')
    const reviewers = [{ email: late.user.email.toUpperCase() }]
    const { _id } = (await start({ reviewers, rule: { kind: 'ALL' } })).body.result
    expect((await list())[0]?.people).toMatchObject([{ kind: 'EMAIL', email: late.user.email }])
    await addMember(app, id, late, 'COMMENTER')
    expect((await list(late))[0]?.people).toMatchObject([{ kind: 'EMAIL', name: 'Invited reviewer' }])
    expect((await decide(_id, late, all('APPROVED'))).status).toBe(403)
    await app.deps.db.pool.query('update users set email_confirmed_at = now() where id = $1', [late.user._id])
    expect((await decide(_id, late, all('APPROVED'))).body.result).toMatchObject({
      outcome: 'APPROVED',
      people: [{ kind: 'USER', name: 'Lea Late' }],
    })
  })
})

describe('closing', () => {
  test('with a reason, and reopening; a decision after it is refused', async () => {
    const { start, change, decide, all, ada, owner, id } = await newRoom()
    const { _id } = (await start()).body.result
    const reason = 'The printer could not wait.'
    const closed = await change(_id, { state: 'CLOSED', reason })
    expect(closed.body.result).toMatchObject({ state: 'CLOSED', reason, can: { reopen: true, close: false } })
    expect(await decide(_id, ada, all('APPROVED'))).toMatchObject({
      status: 409,
      body: { code: 'ROUND_CLOSED', message: 'This round is closed. Nothing was recorded.' },
    })
    expect(await change(_id, { message: 'Late' })).toMatchObject({
      status: 409,
      body: { code: 'ROUND_CLOSED' },
    })
    expect((await change(_id, { state: 'OPEN', reason: 'It waits.' })).body.result.state).toBe('OPEN')
    expect((await decide(_id, ada, all('APPROVED'))).status).toBe(200)
    const activity = await app.deps.db.pool.query(
      'select action, target, after from activity where review_id = $1 order by id',
      [id],
    )
    expect(activity.rows).toEqual([
      { action: 'ROUND_OPENED', target: 'Round 1', after: null },
      { action: 'ROUND_CLOSED', target: 'Round 1', after: reason },
      { action: 'ROUND_REOPENED', target: 'Round 1', after: 'It waits.' },
      { action: 'DECIDED', target: '2 files', after: 'APPROVED' },
    ])
    expect(owner).toBeTruthy()
  })

  test('what was decided stays as it was when files and people change afterwards', async () => {
    const { start, change, decide, all, ada, ben, owner, ids, id, addTo, list } = await newRoom()
    const { _id } = (await start({ reviewers: named(ada, ben), rule: { kind: 'ALL' } })).body.result
    await decide(_id, ada, all('APPROVED'))
    await change(_id, { state: 'CLOSED' })
    await addTo(ids[0] ?? '')
    await app.call(
      updateReview,
      { params: { id }, body: { files: [(await newFile(app, owner))._id] } },
      owner,
    )
    await app.call(removeMember, { params: { id, memberId: ben.user._id } }, owner)
    expect((await list())[0]).toMatchObject({
      outcome: 'OPEN',
      counts: { approved: 1, needed: 2 },
      files: [{ version: 1, approved: 1 }, { approved: 1 }],
    })
    const open = (await change(_id, { state: 'OPEN' })).body.result
    expect(open.files.map(({ version, older }) => [version, older])).toEqual([
      [2, 1],
      [1, 0],
      [1, 0],
    ])
    expect(open).toMatchObject({ outcome: 'OPEN', counts: { approved: 0, needed: 1 } })
  })

  test('a decision in the moment of closing is before it, or refused', async () => {
    const { start, change, decide, all, ada, ben, history, list } = await newRoom()
    const { _id } = (await start()).body.result
    const [closed, ...answers] = await Promise.all([
      change(_id, { state: 'CLOSED' }),
      decide(_id, ada, all('APPROVED')),
      decide(_id, ben, all('APPROVED')),
    ])
    expect(closed.status).toBe(200)
    const landed = answers.filter(({ status }) => status === 200).length
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect(await history(_id)).toHaveLength(landed * 2)
    expect((await list())[0]?.people).toHaveLength(landed)
  })

  test('its end leaves it open as overdue, or closes it where that was chosen', async () => {
    const { start, change, decide, all, ada, list } = await newRoom()
    const { _id } = (await start()).body.result
    const end = (id: string) =>
      app.deps.db.pool.query(`update rounds set ends_at = now() - interval '1 minute' where id = $1`, [id])
    await end(_id)
    expect((await list())[0]).toMatchObject({ state: 'OPEN', isOverdue: true })
    expect((await decide(_id, ada, all('APPROVED'))).status).toBe(200)
    await change(_id, { state: 'CLOSED' })

    const strict = (await start({ closesAtEnd: true })).body.result
    await end(strict._id)
    expect((await list())[0]).toMatchObject({ number: 2, state: 'CLOSED', can: { reopen: true } })
    expect(await decide(strict._id, ada, all('APPROVED'))).toMatchObject({ body: { code: 'ROUND_CLOSED' } })
    expect(await change(strict._id, { state: 'OPEN' })).toMatchObject({
      status: 422,
      body: { errors: { endsAt: 'Choose a time in the future.' } },
    })
    expect((await start()).body.result).toMatchObject({ number: 3, state: 'OPEN' })
  })
})

describe('changing', () => {
  test('a draft is changed as a whole, opened once, and only a draft is deleted', async () => {
    const { start, change, owner, ada, ids, list } = await newRoom()
    const { _id } = (await start({ state: 'DRAFT' })).body.result
    expect(await list(ada)).toEqual([])
    const rule = { kind: 'ALL' as const }
    const next = (await change(_id, { files: [ids[1] ?? ''], reviewers: named(ada), rule, state: 'OPEN' }))
      .body.result
    expect(next).toMatchObject({ state: 'OPEN', ofAllFiles: false, rule, counts: { needed: 1 } })
    expect(next.files.map(({ file }) => file)).toEqual([ids[1]])
    expect(await change(_id, { files: null })).toMatchObject({
      status: 422,
      body: { errors: { files: 'Only a draft can change this.' } },
    })
    const remove = (id: string) => app.call(contract.deleteRound, { params: { id } }, owner)
    expect(await remove(_id)).toMatchObject({ status: 409, body: { message: contract.openIsNotDeleted } })
    const draft = (await start({ state: 'DRAFT' })).body.result
    expect((await remove(draft._id)).status).toBe(200)
    expect((await remove(draft._id)).status).toBe(404)
  })

  test('questions change until someone has answered; reviewers come and go', async () => {
    const { start, change, decide, all, ada, ben } = await newRoom()
    const questions = [{ text: 'Is it ready?', kind: 'TEXT' as const }]
    const made = (await start({ reviewers: named(ada), rule: { kind: 'ALL' }, questions })).body.result
    const round = (await change(made._id, { questions: [{ ...questions[0]!, text: 'Is it good?' }] })).body
      .result
    const answers = [{ question: round.questions[0]?._id ?? '', answer: 'Very.' }]
    await decide(made._id, ada, { ...all('APPROVED'), answers })
    expect(await change(made._id, { questions })).toMatchObject({ status: 422 })
    const both = (await change(made._id, { reviewers: named(ada, ben) })).body.result
    expect(both).toMatchObject({ outcome: 'OPEN', counts: { approved: 1, needed: 2 } })
    const one = (await change(made._id, { reviewers: named(ben) })).body.result
    expect(one.counts).toMatchObject({ approved: 0, needed: 1 })
    expect((await decide(made._id, ada, all('CHANGES_REQUESTED'))).status).toBe(403)
    expect(await change(made._id, { reviewers: [] })).toMatchObject({
      body: { errors: { reviewers: contract.noReviewers } },
    })
  })
})

describe('files and people that come and go', () => {
  test('an added file joins a round of all files, and a removed one leaves it with its decisions kept', async () => {
    const { start, decide, all, ada, owner, id, ids, list, history, page } = await newRoom()
    const { _id } = (await start()).body.result
    await decide(_id, ada, all('APPROVED'))
    const file = (await newFile(app, owner))._id
    await app.call(updateReview, { params: { id }, body: { files: [file] } }, owner)
    expect((await page()).review.round).toMatchObject({ outcome: 'OPEN', counts: { approved: 0 } })
    for (const gone of [file, ids[0] ?? '']) await app.call(deleteFile, { params: { id: gone } }, owner)
    expect((await list())[0]).toMatchObject({ outcome: 'APPROVED', files: [{ file: ids[1] }] })
    expect(await history(_id)).toHaveLength(2)
  })

  test('a removed member decides no more, and nobody waits for them', async () => {
    const { start, decide, all, ada, ben, owner, id, list } = await newRoom()
    const { _id } = (await start({ reviewers: named(ada, ben), rule: { kind: 'ALL' } })).body.result
    await decide(_id, ada, all('APPROVED'))
    await app.call(removeMember, { params: { id, memberId: ben.user._id } }, owner)
    expect((await decide(_id, ben, all('CHANGES_REQUESTED'))).status).toBe(404)
    expect((await list())[0]).toMatchObject({ outcome: 'APPROVED', counts: { approved: 1, needed: 1 } })
    await app.call(removeMember, { params: { id, memberId: ada.user._id } }, owner)
    expect((await list())[0]).toMatchObject({ outcome: 'OPEN' })
  })

  test('a link that shows only current versions shows no decisions about others', async () => {
    const { start, decide, all, ada, owner, id, ids, addTo, history } = await newRoom(1)
    const { _id } = (await start()).body.result
    await decide(_id, ada, all('APPROVED'))
    await addTo(ids[0] ?? '')
    const body = { name: 'Current', onlyCurrent: true }
    const { shareCode } = (await app.call(createShareLink, { params: { id }, body }, owner)).body.result
    expect(await history(_id, { share: shareCode })).toEqual([])
    expect(await history(_id)).toHaveLength(1)
    const shown = (await app.call(contract.listRounds, { params: { id } }, { share: shareCode })).body.results
    expect(shown[0]).toMatchObject({ files: [{ older: 0 }], people: [{ isOnOlder: false }] })
  })
})

test('those who watch hear of rounds and decisions; drafts stay with owner and editors', async () => {
  const { start, change, decide, all, ada, ben, id } = await newRoom()
  const stream = await listenToReview(app.url, id, ben)
  const draft = (await start({ state: 'DRAFT' })).body.result
  const comment = {
    file: (await start({ state: 'DRAFT' })).body.result.files[0]?.file ?? '',
    type: 'GENERAL' as const,
  }
  await app.call(createComment, { body: { ...comment, message: 'Hello.' } }, ada)
  await stream.next('comment.created')
  expect(stream.heard.some(({ event }) => event === 'round.changed')).toBe(false)
  await change(draft._id, { state: 'OPEN' })
  expect((await stream.next('round.changed')).data).toMatchObject({
    _id: draft._id,
    state: 'OPEN',
    number: 1,
  })
  expect((await stream.next('review.updated')).data).toMatchObject({
    round: { number: 1 },
    can: { decide: true },
  })
  await decide(draft._id, ada, all('APPROVED'))
  expect((await stream.next('decision.made')).data).toMatchObject({
    _id: draft._id,
    round: { outcome: 'APPROVED', counts: { approved: 1, needed: 1 } },
    person: { name: 'Ada Reader', status: 'APPROVED' },
  })
  stream.close()
})
