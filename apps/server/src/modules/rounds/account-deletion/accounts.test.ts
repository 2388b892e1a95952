import * as contract from '@wingmark/contract/rounds'
import { deleteAccount, login } from '@wingmark/contract/users'
import { expect, test } from 'vitest'
import { addMember, newGuest, newReview, newUser, password } from '../../../../test/people.ts'
import { readZip } from '../../../../test/read-zip.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { Caller, TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
withApp.beforeAll(({ app: shared }) => {
  app = shared
})

const endsAt = '2990-01-01T00:00:00.000Z'

async function newRound(body: (people: { user: string }[]) => Partial<contract.StartRoundBodyInput>) {
  const [owner, ada, ben] = [await newUser(app, 'Olga'), await newUser(app, 'Ada'), await newUser(app, 'Ben')]
  const { review, files, share } = await newReview(app, owner)
  const id = review._id
  for (const person of [ada, ben]) await addMember(app, id, person, 'COMMENTER')
  const given = { endsAt, ...body([{ user: ada.user._id }, { user: ben.user._id }]) }
  const round = (await app.call(contract.startRound, { params: { id }, body: given }, owner)).body.result
  const decide = async (caller: Caller, decision: contract.DecisionKind, note = '') => {
    const about = { files: [{ file: files[0]?._id ?? '', version: 1, decision, note }] }
    const { status, body: answer } = await app.call(
      contract.decide,
      { params: { id: round._id }, body: about },
      caller,
    )
    expect(status).toBe(200)
    return answer.result
  }
  const read = async () => {
    const [first] = (await app.call(contract.listRounds, { params: { id } }, owner)).body.results
    return first
  }
  const history = async () =>
    (await app.call(contract.listDecisions, { params: { id: round._id } }, owner)).body.results
  return { owner, ada, ben, share, decide, read, history }
}

test('a deleted account’s decision stays with its version, and nobody waits for it', async () => {
  const { ada, ben, decide, read, history } = await newRound((reviewers) => ({
    reviewers,
    rule: { kind: 'ALL' },
  }))
  await decide(ada, 'APPROVED')
  for (const person of [ben, ada]) {
    expect((await app.call(deleteAccount, { body: { password } }, person)).status).toBe(200)
    if (person === ben)
      expect(await read()).toMatchObject({ outcome: 'APPROVED', counts: { approved: 1, needed: 1 } })
  }
  expect(await history()).toMatchObject([{ name: 'Deleted account', version: 1, decision: 'APPROVED' }])
  expect((await read())?.people).toMatchObject([
    { name: 'Deleted account', kind: 'DELETED', user: null, isGone: true, status: 'APPROVED' },
    { name: 'Deleted account', kind: 'DELETED', user: null, isGone: true, status: 'OPEN' },
  ])
})

test('decisions of a guest become theirs when they sign in; one who decided as both counts once', async () => {
  const { ada, share, decide, read, history } = await newRound(() => ({
    rule: { kind: 'AT_LEAST', count: 2 },
  }))
  const [first, second] = [
    await newGuest(app, share, 'Ada at work'),
    await newGuest(app, share, 'Ada on the way'),
  ]
  await decide(first, 'APPROVED')
  await decide(second, 'APPROVED')
  const { email } = ada.user
  const claim = (guest: Caller) =>
    app.call(login, { body: { email, password, claimGuestToken: guest.token ?? '' } })
  expect((await claim(first)).status).toBe(200)
  expect((await read())?.people).toMatchObject([
    { name: 'Ada', kind: 'USER', user: ada.user._id },
    { name: 'Ada on the way', kind: 'GUEST' },
  ])
  expect((await claim(second)).status).toBe(200)
  expect(await read()).toMatchObject({ outcome: 'OPEN', counts: { approved: 1, needed: 2 } })
  expect(await history()).toHaveLength(2)
})

test('an export has someone’s own rounds and decisions, and those in their reviews', async () => {
  const { owner, ada, ben, decide } = await newRound(() => ({ message: 'Please look.' }))
  await decide(ada, 'CHANGES_REQUESTED', 'Larger.')
  const exported = async (caller: Caller) => {
    const answer = await app.fetch('/user/api/v1/export', { caller })
    const files = readZip(Buffer.from(await answer.arrayBuffer()))
    const read = (name: string): unknown => {
      const path = [...files.keys()].find((one) => one.endsWith(`${name}.json`)) ?? ''
      return JSON.parse(files.get(path)?.toString() ?? 'null')
    }
    return { rounds: read('rounds'), decisions: read('round-decisions') }
  }
  const given = { by: 'Ada', decision: 'CHANGES_REQUESTED', note: 'Larger.', version: 1 }
  expect(await exported(owner)).toMatchObject({
    rounds: [{ number: 1, message: 'Please look.' }],
    decisions: [{ ...given, isYours: false }],
  })
  expect(await exported(ada)).toMatchObject({ rounds: [], decisions: [{ ...given, isYours: true }] })
  expect(await exported(ben)).toMatchObject({ rounds: [], decisions: [] })
})
