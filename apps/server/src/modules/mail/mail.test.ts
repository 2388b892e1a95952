import { createComment } from '@wingmark/contract/comments'
import { createDelivery, getDelivery } from '@wingmark/contract/deliveries'
import { sendInvitation } from '@wingmark/contract/invitations'
import { createTransfer } from '@wingmark/contract/transfers'
import * as contract from '@wingmark/contract/users'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startGoogleIssuer, type TestIssuer } from '../../../test/google-issuer.ts'
import { codeIn, type MailServer, type ReceivedMail, startMailServer } from '../../../test/mail-box.ts'
import { newFile, newGuest, newReview, newUser, password, waitUntilIdle } from '../../../test/people.ts'
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts'

let app: TestApp
let post: MailServer
let google: TestIssuer
beforeAll(async () => {
  post = await startMailServer()
  google = await startGoogleIssuer()
  const { clientId: googleClientId, issuer: googleIssuer } = google
  const mailFrom = 'Wingmark <hello@wingmark.test>'
  app = await startTestApp({ config: { smtpUrl: post.url, mailFrom, googleClientId }, googleIssuer })
})
afterAll(async () => {
  await app.close()
  await google.close()
  await post.stop()
})

const askCode = (email: string) => app.call(contract.sendLoginCode, { body: { email } })
const headerOf = (mail: ReceivedMail | undefined, key: string) =>
  mail?.headers.find((header) => header.key === key)?.value

/** Timing does not matter here; a busy machine is slow. */
const patienceMs = 50_000

/** Waits until exactly this many emails have failed and wait for a retry. */
const failed = (count: number) =>
  vi.waitFor(async () => {
    const { rows } = await app.deps.db.pool.query(
      `select attempts > 0 and locked_at is null as "isWaiting" from graphile_worker.jobs
       where task_identifier = 'mail:send'`,
    )
    expect(rows).toEqual(Array.from({ length: count }, () => ({ isWaiting: true })))
  }, patienceMs)

test('a mail server gets text and HTML, from the configured address, marked as sent by a machine', async () => {
  const { user } = await newUser(app)
  await askCode(user.email)
  const [mail] = await post.mailsFor(user.email)
  expect(mail?.from).toMatchObject({ name: 'Wingmark', address: 'hello@wingmark.test' })
  expect(mail?.subject).toMatch(/^\d{6} is your Wingmark code$/)
  expect(mail?.text).toContain('Your sign-in code')
  expect(mail?.html).toContain('Your sign-in code')
  expect(headerOf(mail, 'auto-submitted')).toBe('auto-generated')
  expect(headerOf(mail, 'message-id')).toMatch(/@wingmark\.test>$/)
})

test('every kind of email arrives, in text and HTML, each link also as text', async () => {
  const person = await newUser(app, 'Ida <b>Example</b>')
  const { email } = person.user
  const friend = 'friend@example.test'
  const published = await newReview(app, person)
  const guest = await newGuest(app, published.share)
  const words = { file: published.files[0]?._id ?? '', type: 'GENERAL' as const, message: 'Lovely' }
  await app.call(createComment, { body: words }, guest)
  await askCode(email)
  await app.call(contract.forgetPassword, { body: { email } })
  await app.call(contract.inviteUser, { body: { email: friend } }, person)
  const changed = { password, newPassword: 'another good one' }
  await app.call(contract.changePassword, { body: changed }, person)
  const invited = { emails: [friend], role: 'VIEWER' as const }
  await app.call(sendInvitation, { params: { id: published.review._id }, body: invited }, person)
  const mine = await post.mailsFor(email, 4)
  const credential = await google.token({ sub: '77', email })
  const { body } = await app.call(contract.googleLogin, { body: { credential } })
  await post.mailsFor(email, 5)
  const otp = codeIn(mine.find((mail) => mail.subject?.includes('your Wingmark code')) as ReceivedMail)
  const gone = await app.call(contract.deleteAccount, { body: { otp } }, { token: body.result.accessToken })
  expect(gone.status).toBe(200)
  const mails = [...(await post.mailsFor(email, 6)), ...(await post.mailsFor(friend, 2))]
  const subjects = mails.map((mail) => mail.subject?.replace(/^\d{6}/, 'N')).sort()
  expect(subjects).toEqual(
    expect.arrayContaining([
      'Google sign-in was added to your Wingmark account',
      'Guest Example (guest) commented on Spring campaign',
      'Ida <b>Example</b> invited you to Wingmark',
      'N is your Wingmark code',
      'Set a new Wingmark password',
      'Your Wingmark account was deleted',
      'Your Wingmark password was changed',
    ]),
  )
  for (const mail of mails) {
    expect(mail.to).toHaveLength(1)
    const links = [...(mail.html ?? '').matchAll(/href="([^"]+)"/g)].map((match) => match[1] ?? '')
    for (const link of links) expect(mail.text).toContain(link.replaceAll('&amp;', '&'))
    expect(`${mail.text}${mail.html}`).not.toMatch(/undefined|null|\[object/)
    expect(mail.html).not.toContain('<b>')
  }
})

test('an unavailable mail server delays emails and loses none', async () => {
  const people = await Promise.all([newUser(app), newUser(app), newUser(app)])
  await waitUntilIdle(app)
  await post.stop()
  for (const { user } of people) {
    const { status } = await app.call(contract.forgetPassword, { body: { email: user.email } })
    expect(status).toBe(200)
  }
  await failed(3)
  await post.start()
  // Skips the pause before the retry, which grows from seconds to hours.
  await app.deps.db.pool.query('update graphile_worker._private_jobs set run_at = now()')
  const { user } = await newUser(app)
  await askCode(user.email)
  for (const person of [...people.map((one) => one.user), user]) {
    expect(await post.mailsFor(person.email)).toHaveLength(1)
  }
})

test('an address that the mail server refuses for good is not tried again, and the sender of files learns of it', async () => {
  const email = `refused-${Date.now()}@example.test`
  await app.call(contract.register, { body: { name: 'Rea Example', email, password } })
  await askCode(email)
  const sender = await newUser(app)
  const file = (await newFile(app, sender, { purpose: 'TRANSFER' }))._id
  const item = (await app.call(createTransfer, { body: { file } }, sender)).body.result._id
  const sent = await app.call(createDelivery, { body: { items: [item], recipients: [email] } }, sender)
  await vi.waitFor(async () => {
    const { rows } = await app.deps.db.pool.query(
      "select 1 from graphile_worker.jobs where task_identifier = 'mail:send'",
    )
    expect(rows).toEqual([])
  }, patienceMs)
  expect(post.mails.filter((mail) => mail.to?.some((to) => to.address === email))).toEqual([])
  const { body } = await app.call(getDelivery, { params: { id: sent.body.result._id } }, sender)
  expect(body.result.links.map((link) => [link.email, link.mailFailure])).toEqual([
    [null, null],
    [email, 'REFUSED'],
  ])
})

test('a waiting email is replaced by the next of its kind, not duplicated', async () => {
  const { user } = await newUser(app)
  await waitUntilIdle(app)
  await post.stop()
  for (let n = 0; n < 3; n++) {
    await askCode(user.email)
    await failed(1)
  }
  await post.start()
  await app.deps.db.pool.query('update graphile_worker._private_jobs set run_at = now()')
  await askCode((await newUser(app)).user.email)
  expect(await post.mailsFor(user.email)).toHaveLength(1)
})
