import * as contract from '@wingmark/contract/users'
import { describe, expect, test } from 'vitest'
import { inboxPath, listen, soonMs } from '../../../../test/listen-live.ts'
import { linkIn, mailsFor } from '../../../../test/mail-box.ts'
import { newUser, type Person, password } from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
})

const change = (person: Person, body: object) => app.call(contract.updateProfile, { body }, person)
const signInAgain = async ({ user }: Person, agent = 'A phone') => {
  const headers = { 'user-agent': agent }
  const { body } = await app.call(contract.login, { body: { email: user.email, password }, headers })
  return { token: body.result.accessToken }
}

describe('profile', () => {
  test('given fields change, others stay', async () => {
    const person = await newUser(app, 'Ida Before')
    const { body } = await change(person, { name: '  Ida After\r\nBcc: x ' })
    expect(body.result.user).toMatchObject({ name: 'Ida After Bcc: x', username: person.user.username })
    const renamed = await change(person, {
      username: 'Ida.Draws',
      email: 'x@example.test',
      plan: 'COMMANDER',
    })
    expect(renamed.body.result.user).toEqual({ ...body.result.user, username: 'ida.draws' })
    expect(renamed.body.result.settings.signsInWith).toEqual(['PASSWORD'])
  })

  test('a theme is kept once one was chosen, and is one of three', async () => {
    const person = await newUser(app)
    const themeOf = (answer: { body: { result: { settings: { theme: string | null } } } }) =>
      answer.body.result.settings.theme
    expect(themeOf(await app.call(contract.getProfile, {}, person))).toBeNull()
    expect(themeOf(await change(person, { theme: 'DARK' }))).toBe('DARK')
    expect(themeOf(await change(person, { name: 'Ida After' }))).toBe('DARK')
    const { status, body } = await change(person, { theme: 'BLUE' })
    expect([status, body.errors]).toEqual([422, { theme: 'Choose one of: SYSTEM, LIGHT, DARK' }])
    expect(themeOf(await change(person, { theme: 'SYSTEM' }))).toBe('SYSTEM')
  })

  test('a username belongs to one person, in any case, also when many ask at once', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => newUser(app)))
    const answers = await Promise.all(
      people.map((person, n) => change(person, { username: n % 2 ? 'Only-One' : 'only-one' })),
    )
    const statuses = answers.map((answer) => answer.status).sort((a, b) => a - b)
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
    const refused = answers.find((answer) => answer.status === 409)
    expect(refused?.body.message).toBe('This username is taken.')
  })

  test.each([
    [{ username: 'x' }, 'username', 'Username is required'],
    [{ username: 'раypal' }, 'username', /letters from a to z/],
    [{ username: '-ida' }, 'username', /letters from a to z/],
    [{ username: 'a'.repeat(51) }, 'username', 'A username can have at most 50 characters.'],
    [{ username: 7 }, 'username', 'Username is required'],
    [{ name: '\u200b ' }, 'name', 'First name is required'],
  ])('%j is refused at its field', async (body, field, message) => {
    const { status, body: answer } = await change(await newUser(app), body)
    expect(status).toBe(422)
    expect(answer.errors?.[field]).toMatch(message)
  })

  test('nobody can be named like the service', async () => {
    expect((await change(await newUser(app), { username: 'Support' })).status).toBe(409)
  })
})

describe('password', () => {
  const change = (person: Person, body: object) =>
    app.call(contract.changePassword, { body: body as never }, person)

  test('changing it ends every other session and sends an email', async () => {
    const person = await newUser(app)
    const other = await signInAgain(person)
    const inbox = await listen(app.url, inboxPath, other)
    const { status } = await change(person, { password, newPassword: 'another good one' })
    expect(status).toBe(200)
    await inbox.ended(soonMs)
    expect((await app.call(contract.getProfile, {}, other)).status).toBe(401)
    expect((await app.call(contract.getProfile, {}, person)).status).toBe(200)
    const { email } = person.user
    expect((await app.call(contract.login, { body: { email, password } })).status).toBe(401)
    const [mail] = await mailsFor(app, email)
    expect(mail?.subject).toBe('Your Wingmark password was changed')
    expect(linkIn(mail as never, '/auth/forgot-password')).toMatch(/^http/)
  })

  test('the current one must be right, and can be tried ten times', async () => {
    const person = await newUser(app)
    const wrong = await change(person, { password: 'short', newPassword: 'another good one' })
    expect([wrong.status, wrong.body.errors]).toEqual([422, { password: 'Wrong password.' }])
    const none = await change(person, { password: '', newPassword: 'another good one' })
    expect([none.status, none.body.errors]).toEqual([422, { password: 'Please enter your password' }])
    const tries = await Promise.all(
      Array.from({ length: 30 }, () =>
        change(person, { password: 'not this one', newPassword: 'another good one' }),
      ),
    )
    expect(tries.filter((answer) => answer.status === 422)).toHaveLength(9)
    expect((await change(person, { password, newPassword: 'another good one' })).status).toBe(429)
  })
})

describe('sessions', () => {
  test('are listed with their devices, and each can be ended by its owner', async () => {
    const person = await newUser(app)
    const phone = await signInAgain(person)
    const { body } = await app.call(contract.listSessions, {}, person)
    expect(body.results).toHaveLength(2)
    const [newest] = body.results
    expect(newest).toMatchObject({ device: 'A phone', current: false })
    expect(body.results[1]?.current).toBe(true)
    const params = { id: newest?._id ?? '' }
    expect((await app.call(contract.endSession, { params }, await newUser(app))).status).toBe(404)
    const inbox = await listen(app.url, inboxPath, phone)
    expect((await app.call(contract.endSession, { params }, person)).status).toBe(200)
    await inbox.ended(soonMs)
    expect((await app.call(contract.getProfile, {}, phone)).status).toBe(401)
    expect((await app.call(contract.endSession, { params }, person)).status).toBe(404)
  })
})
