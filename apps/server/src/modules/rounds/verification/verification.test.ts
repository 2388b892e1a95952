import { sendRoundCode, verifyRoundCode } from '@wingmark/contract/round-verification'
import * as contract from '@wingmark/contract/rounds'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeIn, type MailServer, startMailServer } from '../../../../test/mail-box.ts'
import { addMember, newGuest, newReview, newUser } from '../../../../test/people.ts'
import { type Caller, startTestApp, type TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
let mails: MailServer
beforeAll(async () => {
  mails = await startMailServer()
  app = await startTestApp({ config: { smtpUrl: mails.url } })
})
afterAll(async () => {
  await app.close()
  await mails.stop()
})

async function newRound(body: Partial<contract.StartRoundBodyInput> = {}) {
  const [owner, ada] = [await newUser(app, 'Olga Owner'), await newUser(app, 'Ada Reader')]
  const { review, files, share } = await newReview(app, owner, 1, 'Poster')
  await addMember(app, review._id, ada, 'COMMENTER')
  const given = { endsAt: '2990-01-01T00:00:00.000Z', verifiedOnly: true, ...body }
  const params = { id: review._id }
  const { status, body: answer } = await app.call(contract.startRound, { params, body: given }, owner)
  expect(status).toBe(201)
  const id = answer.result._id
  const decide = (caller: Caller) => {
    const about = { files: [{ file: files[0]?._id ?? '', version: 1, decision: 'APPROVED' as const }] }
    return app.call(contract.decide, { params: { id }, body: about }, caller)
  }
  const send = (caller: Caller, email: string) =>
    app.call(sendRoundCode, { params: { id }, body: { email } }, caller)
  const verify = (caller: Caller, code: string) =>
    app.call(verifyRoundCode, { params: { id }, body: { code } }, caller)
  const list = async (caller: Caller) =>
    (await app.call(contract.listRounds, { params }, caller)).body.results[0]
  return { owner, ada, share, id, decide, send, verify, list }
}

const newAddress = () => `ida.${crypto.randomUUID()}@example.test`

test('a guest decides once a code has verified their address, which only those who run the round see', async () => {
  const { owner, ada, share, decide, send, verify, list } = await newRound()
  const [guest, email] = [await newGuest(app, share, 'Ida'), newAddress()]
  expect(await decide(guest)).toMatchObject({ status: 403, body: { code: 'EMAIL_UNVERIFIED' } })
  expect(await list(guest)).toMatchObject({ can: { decide: false, verify: true } })
  expect((await send(guest, email.toUpperCase())).body.result.email).toBe(email)
  const [mail] = await mails.mailsFor(email)
  const code = mail ? codeIn(mail) : ''
  const wrong = code === '000000' ? '000001' : '000000'
  expect((await verify(guest, wrong)).body.errors).toEqual({
    code: 'This code isn’t valid. Request a new one.',
  })
  expect((await verify(await newGuest(app, share), code)).status).toBe(422)
  expect((await verify(guest, code)).status).toBe(200)
  expect((await verify(guest, code)).status).toBe(422)
  expect((await decide(guest)).status).toBe(200)
  expect((await list(owner))?.people).toMatchObject([{ name: 'Ida', email }])
  expect((await list(ada))?.people[0]).not.toHaveProperty('email')
})

test('five wrong tries use up a code, and another address ends the verification', async () => {
  const { share, decide, send, verify } = await newRound()
  const [guest, email] = [await newGuest(app, share), newAddress()]
  await send(guest, email)
  const [mail] = await mails.mailsFor(email)
  const code = mail ? codeIn(mail) : ''
  for (let n = 0; n < 5; n++) await verify(guest, code === '111111' ? '222222' : '111111')
  expect((await verify(guest, code)).status).toBe(422)
  await send(guest, email)
  const all = await mails.mailsFor(email, 2)
  const last = all.at(-1)
  expect((await verify(guest, last ? codeIn(last) : '')).status).toBe(200)
  await send(guest, newAddress())
  expect((await decide(guest)).status).toBe(403)
})

test('accounts need their own address verified, and get no code', async () => {
  const { ada, decide, send } = await newRound()
  expect(await decide(ada)).toMatchObject({ status: 403, body: { code: 'EMAIL_UNVERIFIED' } })
  expect((await send(ada, newAddress())).status).toBe(403)
  await app.deps.db.pool.query('update users set email_confirmed_at = now() where id = $1', [ada.user._id])
  expect((await decide(ada)).status).toBe(200)
})

test('without a mail server no round can demand it', async () => {
  const other = await startTestApp()
  const owner = await newUser(other)
  const { review } = await newReview(other, owner)
  const body = { endsAt: '2990-01-01T00:00:00.000Z', verifiedOnly: true }
  const answer = await other.call(contract.startRound, { params: { id: review._id }, body }, owner)
  await other.close()
  expect(answer).toMatchObject({
    status: 422,
    body: { errors: { verifiedOnly: 'This server doesn’t send email, so addresses can’t be verified.' } },
  })
})
