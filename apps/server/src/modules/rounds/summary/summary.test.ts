import { getRoundSummary } from '@wingmark/contract/round-summary'
import * as contract from '@wingmark/contract/rounds'
import { logout } from '@wingmark/contract/users'
import { addVersion } from '@wingmark/contract/versions'
import { expect, test } from 'vitest'
import { addMember, newFile, newGuest, newReview, newUser, waitUntilIdle } from '../../../../test/people.ts'
import { readPdf } from '../../../../test/read-pdf.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { Caller, TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
withApp.beforeAll(({ app: shared }) => {
  app = shared
})

async function newRound() {
  const [owner, ada] = [await newUser(app, 'Olga Owner'), await newUser(app, 'Ada Reader')]
  const { review, files, share } = await newReview(app, owner, 2, 'Poster')
  const id = review._id
  await addMember(app, id, ada, 'COMMENTER')
  const body = {
    endsAt: '2990-01-01T00:00:00.000Z',
    timeZone: 'Europe/Berlin',
    questions: [{ text: 'Is the logo right?', kind: 'YES_NO' as const }],
  }
  const round = (await app.call(contract.startRound, { params: { id }, body }, owner)).body.result
  const decide = async (caller: Caller, decision: contract.DecisionKind, note = '') => {
    const about = files.map(({ _id }) => ({ file: _id, version: 1, decision, note }))
    const answers = [{ question: round.questions[0]?._id ?? '', answer: 'YES' }]
    const given = { params: { id: round._id }, body: { files: about, answers } }
    expect((await app.call(contract.decide, given, caller)).status).toBe(200)
  }
  await waitUntilIdle(app)
  const read = (caller: Caller) => app.call(getRoundSummary, { params: { id: round._id } }, caller)
  return { owner, ada, id, share, files, round, decide, read }
}

test('a summary says what was decided about which bytes, by whom and when', async () => {
  const { owner, ada, files, share, round, decide, read } = await newRound()
  await decide(ada, 'APPROVED', 'Lovely.')
  await decide(await newGuest(app, share, 'Ida Client'), 'APPROVED_WITH_CHANGES')
  const params = { id: files[1]?._id ?? '' }
  await app.call(addVersion, { params, body: { file: (await newFile(app, owner))._id } }, owner)
  await waitUntilIdle(app)
  const { status, body } = await read(owner)
  expect(status).toBe(200)
  expect(body.result).toMatchObject({
    review: { name: 'Poster' },
    number: 1,
    state: 'OPEN',
    outcome: 'OPEN',
    isCut: false,
    files: [
      {
        name: 'design-1.png',
        version: 1,
        outcome: 'APPROVED_WITH_CHANGES',
        decisions: [
          { name: 'Ada Reader', decision: 'APPROVED', version: 1, isOlder: false, note: 'Lovely.' },
          { name: 'Ida Client', decision: 'APPROVED_WITH_CHANGES' },
        ],
      },
      { version: 2, outcome: 'OPEN', decisions: [{ version: 1, isOlder: true }, { isOlder: true }] },
    ],
    questions: [
      {
        text: 'Is the logo right?',
        answers: [
          { name: 'Ada Reader', answer: 'YES' },
          { name: 'Ida Client', answer: 'YES' },
        ],
      },
    ],
  })
  for (const file of body.result.files) expect(file.sha256).toMatch(/^[0-9a-f]{64}$/)
  expect((await read({ share })).body.result.pdf).toBe(null)
  const close = { params: { id: round._id }, body: { state: 'CLOSED' as const, reason: 'Printed.' } }
  await app.call(contract.changeRound, close, owner)
  expect((await read(ada)).body.result).toMatchObject({ state: 'CLOSED', reason: 'Printed.' })
})

test('its PDF is one page that programs can read, for members and for a minute', async () => {
  const { owner, ada, round, decide, read } = await newRound()
  await decide(ada, 'APPROVED', 'Lovely.')
  const { pdf, files } = (await read(ada)).body.result
  const answer = await app.fetch(pdf?.url ?? '')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  const bytes = Buffer.from(await answer.arrayBuffer())
  const pages = await readPdf(bytes)
  expect(pages).toHaveLength(1)
  const text = pages[0]?.words ?? ''
  expect(text).toContain('Poster · Round 1')
  expect(text).toContain('Ada Reader')
  expect(text).toContain('design-1.png · Version 1 · Approved')
  for (const { sha256 } of files) expect(text).toContain(sha256)

  expect((await app.fetch((pdf?.url ?? '').replace(round._id, crypto.randomUUID()))).status).toBe(401)
  expect((await app.fetch(`/round/api/v1/summary-pdf/${round._id}`)).status).toBe(401)
  await app.call(logout, { body: {} }, ada)
  expect((await app.fetch(pdf?.url ?? '')).status).toBe(401)
  expect((await read(owner)).status).toBe(200)
})

test('a draft has a summary only for those who run it', async () => {
  const { owner, ada, id } = await newRound()
  const body = { endsAt: '2990-01-01T00:00:00.000Z', state: 'DRAFT' as const }
  const draft = (await app.call(contract.startRound, { params: { id }, body }, owner)).body.result
  const read = (caller: Caller) => app.call(getRoundSummary, { params: { id: draft._id } }, caller)
  expect((await read(ada)).status).toBe(404)
  expect((await read(owner)).status).toBe(200)
})
