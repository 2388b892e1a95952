import * as contract from '@wingmark/contract/rounds'
import { expect, test } from 'vitest'
import { mailDueNotices } from '#server/modules/notifications/mailing/service'
import { remindAndClose } from '#server/modules/rounds/notices/service'
import { mailsInTheEnd } from '../../../../test/mail-box.ts'
import {
  addMember,
  newGuest,
  newReview,
  newUser,
  type Person,
  waitUntilIdle,
} from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { Caller, TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
withApp.beforeAll(({ app: shared }) => {
  app = shared
})

async function newRound(name: string) {
  const [owner, ada] = [await newUser(app, 'Olga Owner'), await newUser(app, 'Ada Reader')]
  const { review, files, share } = await newReview(app, owner, 1, name)
  await addMember(app, review._id, ada, 'COMMENTER')
  const body = {
    endsAt: new Date(Date.now() + 4 * 86_400_000).toISOString(),
    timeZone: 'Europe/Berlin',
    message: 'For the printer.',
  }
  const params = { id: review._id }
  const { _id } = (await app.call(contract.startRound, { params, body }, owner)).body.result
  const decide = async (caller: Caller, decision: contract.DecisionKind, note = '') => {
    const about = { files: [{ file: files[0]?._id ?? '', version: 1, decision, note }] }
    expect((await app.call(contract.decide, { params: { id: _id }, body: about }, caller)).status).toBe(200)
  }
  return { owner, ada, share, round: _id, decide }
}

/** As if a minute were over: mails about one review wait that long. */
async function mails(person: Person): Promise<string> {
  await waitUntilIdle(app)
  await app.deps.db.pool.query(
    `update notifications set created_at = created_at - interval '61 seconds' where mailed_at is null`,
  )
  await app.deps.db.pool.query(`update notifications set mailed_at = mailed_at - interval '61 seconds'`)
  // A notification finds its decision by the moment that both were made.
  await app.deps.db.pool.query(`update round_decisions set created_at = created_at - interval '61 seconds'`)
  await mailDueNotices(app.deps)
  const sent = await mailsInTheEnd(app, person.user.email)
  return sent.map(({ subject, text }) => `${subject}\n${text}`).join('\n')
}

test('a mail asks for the decision with the words of the round and its end, and one reminds of it', async () => {
  const { ada, round } = await newRound('Poster')
  const asked = await mails(ada)
  expect(asked).toContain('Olga Owner asks for your decision on Poster')
  expect(asked).toContain('For the printer.')
  expect(asked).toMatch(/Due \w+, \d+ \w+ \d{4}, \d\d:\d\d \(Europe\/Berlin\)/)
  expect(asked).toContain('/user/api/v1/unsubscribe/')
  await app.deps.db.pool.query(`update rounds set opened_at = opened_at - interval '30 days' where id = $1`, [
    round,
  ])
  await remindAndClose(app.deps)
  await remindAndClose(app.deps)
  const all = await mails(ada)
  expect(all).toContain('Your decision on Poster is due soon')
})

test('the owner’s mail says what was decided, by whom, and their words', async () => {
  const { owner, ada, share, decide } = await newRound('Flyer')
  await decide(await newGuest(app, share, 'Ida Client'), 'CHANGES_REQUESTED', 'The logo is too small.')
  await decide(ada, 'APPROVED')
  const said = await mails(owner)
  expect(said).toContain('Ida Client (guest) requested changes to Flyer')
  expect(said).toContain('The logo is too small.')
  expect(said).toContain('Ada Reader approved Flyer')
})

test('a round that was closed meanwhile sends no mail that asks', async () => {
  const { owner, ada, round } = await newRound('Quiet')
  const before = await mails(ada)
  const body = { state: 'CLOSED' as const }
  await app.call(contract.changeRound, { params: { id: round }, body }, owner)
  await app.deps.db.pool.query(
    `update notifications set mailed_at = null where user_id = $1 and action = 'ROUND_OPENED'`,
    [ada.user._id],
  )
  expect(await mails(ada)).toBe(before)
})
