import * as contract from '@wingmark/contract/users'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type MailServer, type ReceivedMail, startMailServer } from '../../../test/mail-box.ts'
import { newUser } from '../../../test/people.ts'
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts'

let app: TestApp
let post: MailServer
beforeAll(async () => {
  post = await startMailServer()
  app = await startTestApp({
    config: { smtpUrl: post.url, mailFrom: 'Wingmark <hello@wingmark.test>' },
  })
})
afterAll(async () => {
  await app.close()
  await post.stop()
})

const askCode = (email: string) => app.call(contract.sendLoginCode, { body: { email } })
const headerOf = (mail: ReceivedMail | undefined, key: string) =>
  mail?.headers.find((header) => header.key === key)?.value

/** Waits until so many jobs, and no others, have failed and wait for their next try. */
const failed = (count: number) =>
  vi.waitFor(async () => {
    const { rows } = await app.deps.db.pool.query(
      'select attempts > 0 and locked_at is null as "isWaiting" from graphile_worker.jobs',
    )
    expect(rows).toEqual(Array.from({ length: count }, () => ({ isWaiting: true })))
  }, 20_000)

test('a mail server gets text and HTML, from the configured address, marked as sent by a machine', async () => {
  const { user } = await newUser(app)
  await askCode(user.email)
  const [mail] = await post.mailsFor(user.email)
  expect(mail?.from).toMatchObject({ name: 'Wingmark', address: 'hello@wingmark.test' })
  expect(mail?.subject).toMatch(/^\d{6} is your Wingmark code$/)
  expect(mail?.text).toContain('Your code to sign in')
  expect(mail?.html).toContain('Your code to sign in')
  expect(headerOf(mail, 'auto-submitted')).toBe('auto-generated')
  expect(headerOf(mail, 'message-id')).toMatch(/@wingmark\.test>$/)
})

test('a mail server that is down delays mail and loses none', async () => {
  const people = await Promise.all([newUser(app), newUser(app), newUser(app)])
  await post.stop()
  for (const { user } of people) {
    const { status } = await app.call(contract.forgetPassword, { body: { email: user.email } })
    expect(status).toBe(200)
  }
  await failed(3)
  await post.start()
  // The pauses between tries grow from seconds to hours; this one has passed.
  await app.deps.db.pool.query('update graphile_worker._private_jobs set run_at = now()')
  const { user } = await newUser(app)
  await askCode(user.email)
  for (const person of [...people.map((one) => one.user), user]) {
    expect(await post.mailsFor(person.email)).toHaveLength(1)
  }
})

test('an address that the mail server refuses for good is not tried again', async () => {
  const email = `refused-${Date.now()}@example.test`
  const password = 'correct horse battery'
  await app.call(contract.register, { body: { name: 'Rea Example', email, password } })
  await askCode(email)
  await vi.waitFor(async () => {
    const { rows } = await app.deps.db.pool.query('select 1 from graphile_worker.jobs')
    expect(rows).toEqual([])
  }, 20_000)
  expect(post.mails.filter((mail) => mail.to?.some((to) => to.address === email))).toEqual([])
})

test('a mail that waits is replaced by the next of its kind, not doubled', async () => {
  const { user } = await newUser(app)
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
