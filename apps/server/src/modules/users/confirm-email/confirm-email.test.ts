import { changeEmail } from '@wingmark/contract/change-email'
import { confirmEmail, sendConfirmation } from '@wingmark/contract/confirm-email'
import * as contract from '@wingmark/contract/users'
import { expect, test } from 'vitest'
import { confirmationFor } from '../../../../test/mail-box.ts'
import { newUser, type Person, password } from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
})

const confirm = (person: Person, code: string) => app.call(confirmEmail, { body: { code } }, person)
const isConfirmed = async (person: Person) =>
  (await app.call(contract.getProfile, {}, person)).body.result.settings.isEmailConfirmed

test('registration emails a code, which verifies the address and ends nothing', async () => {
  const person = await newUser(app)
  expect(await isConfirmed(person)).toBe(false)
  const code = await confirmationFor(app, person.user.email)
  const { status, body } = await confirm(person, code)
  expect([status, body.result]).toEqual([200, { email: person.user.email }])
  expect(await isConfirmed(person)).toBe(true)
  const { email } = person.user
  expect((await app.call(contract.login, { body: { email, password } })).status).toBe(200)
  expect((await confirm(person, code)).body.errors).toEqual({ code: contract.codeNoLongerValid })
  expect((await app.call(sendConfirmation, { body: {} }, person)).status).toBe(409)
})

test('a code is for its own account, and does not change an address', async () => {
  const [person, other] = [await newUser(app), await newUser(app)]
  const code = await confirmationFor(app, person.user.email)
  await confirmationFor(app, other.user.email)
  expect((await confirm(other, code)).status).toBe(422)
  expect((await app.call(changeEmail, { body: { code } }, person)).status).toBe(422)
  expect([await isConfirmed(person), await isConfirmed(other)]).toEqual([false, false])
})

test('a new code replaces the one before', async () => {
  const person = await newUser(app)
  const first = await confirmationFor(app, person.user.email)
  expect((await app.call(sendConfirmation, { body: {} }, person)).status).toBe(200)
  await expect.poll(() => confirmationFor(app, person.user.email)).not.toBe(first)
  expect((await confirm(person, await confirmationFor(app, person.user.email))).status).toBe(200)
})
