import * as contract from '@wingmark/contract/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeIn, mailsFor } from '../../../../test/mail-box.ts'
import { newUser, type Person, password } from '../../../../test/people.ts'
import { type Caller, startTestApp, type TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ config: { trustProxy: true } })
})
afterAll(() => app.close())

const fourteen = Array.from({ length: 14 }, (_, n) => `192.0.2.${n + 1}`)
const at = (address: string) => ({ 'x-forwarded-for': address })
const home = '198.51.100.1'

type Given = { word?: string; deviceToken?: string; caller?: Caller }

const signIn = (address: string, { user }: Person, { word = password, deviceToken, caller }: Given = {}) =>
  app.call(
    contract.login,
    {
      headers: at(address),
      body: { email: user.email, password: word, ...(deviceToken ? { deviceToken } : {}) },
    },
    caller,
  )

const askForCode = (address: string, { user }: Person, caller?: Caller) =>
  app.call(contract.sendLoginCode, { headers: at(address), body: { email: user.email } }, caller)

const enterCode = (address: string, { user }: Person, otp: string) =>
  app.call(contract.verifyLoginCode, { headers: at(address), body: { email: user.email, otp } })

const other = (code: string, by: number) => String((Number(code) + by) % 1_000_000).padStart(6, '0')

const fromAll = (what: (address: string) => Promise<{ status: number }>) =>
  Promise.all(fourteen.map(async (address) => (await what(address)).status))

describe('wrong passwords from fourteen addresses', () => {
  test('lock nobody out: strangers wait for seconds, known devices and sessions do not', async () => {
    const person = await newUser(app)
    const { deviceToken } = (await signIn(home, person)).body.result
    const statuses = await fromAll((address) => signIn(address, person, { word: 'not this one' }))
    expect(statuses).toEqual(fourteen.map(() => 401))
    const seconds = async (given: Given) => {
      const start = performance.now()
      expect((await signIn(home, person, given)).status).toBe(200)
      return (performance.now() - start) / 1_000
    }
    expect(await seconds({})).toBeGreaterThan(4.5)
    const waited = () =>
      app.deps.db.pool.query<{ points: number }>('select points from rate_limits where key = $1', [
        `loginByAccount:${person.user.email}`,
      ])
    const before = (await waited()).rows
    await seconds({ deviceToken })
    await seconds({ caller: person })
    expect((await waited()).rows).toEqual(before)
  })

  test('also from the address of the owner, whose device is admitted', async () => {
    const person = await newUser(app)
    const { deviceToken } = (await signIn(home, person)).body.result
    await Promise.all(Array.from({ length: 12 }, () => signIn(home, person, { word: 'not this one' })))
    expect((await signIn(home, person)).status).toBe(429)
    expect((await signIn(home, person, { deviceToken })).status).toBe(200)
  })
})

describe('trust in a device', () => {
  test('is limited: ten wrong passwords of its own', async () => {
    const person = await newUser(app)
    const { deviceToken } = (await signIn(home, person)).body.result
    const given = { word: 'not this one', deviceToken }
    const answers = await Promise.all(fourteen.map((address) => signIn(address, person, given)))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
  })

  test('is for one account, and ends with signing out everywhere', async () => {
    const [person, stranger] = [await newUser(app), await newUser(app)]
    const own = (await signIn(home, person)).body.result
    const foreign = (await signIn(home, stranger)).body.result.deviceToken
    await Promise.all(Array.from({ length: 12 }, () => signIn(home, person, { word: 'not this one' })))
    const signInBy = async (deviceToken: string) => (await signIn(home, person, { deviceToken })).status
    expect([await signInBy(foreign), await signInBy(own.deviceToken)]).toEqual([429, 200])
    await app.call(contract.logout, { body: { everywhere: true } }, { token: own.accessToken })
    expect(await signInBy(own.deviceToken)).toBe(429)
  })
})

describe('codes and resets', () => {
  test('requested from fourteen addresses are still sent to a fifteenth', async () => {
    const person = await newUser(app)
    expect(await fromAll((address) => askForCode(address, person))).toEqual(fourteen.map(() => 200))
    expect((await askForCode(home, person, person)).status).toBe(200)
    const forget = (address: string) =>
      app.call(contract.forgetPassword, { headers: at(address), body: { email: person.user.email } })
    expect(await fromAll(forget)).toEqual(fourteen.map(() => 200))
    expect((await forget(home)).status).toBe(200)
  })

  test('requested from many networks of one site are limited, and others continue', async () => {
    const person = await newUser(app)
    const ask = async (site: string, n: number) =>
      (await askForCode(`2001:db8:${site}:${n}::1`, person)).status
    const answers = await Promise.all(Array.from({ length: 63 }, (_, n) => ask('a', n)))
    expect(answers.filter((status) => status === 200)).toHaveLength(60)
    expect([await ask('a', 99), await ask('b', 1)]).toEqual([429, 200])
  })

  test('requested by the owner are neither used up nor replaced by others', async () => {
    const person = await newUser(app)
    await askForCode(home, person)
    const [mail] = await mailsFor(app, person.user.email)
    const code = mail ? codeIn(mail) : ''
    const guesses = await Promise.all(
      fourteen.map((address, n) => enterCode(address, person, other(code, n + 1))),
    )
    expect(guesses.map(({ status }) => status)).toEqual(fourteen.map(() => 422))
    await askForCode(fourteen[0] ?? '', person)
    await mailsFor(app, person.user.email, 2)
    expect((await enterCode(home, person, code)).status).toBe(200)
  })

  test('a code also works where the email is read on another device', async () => {
    const person = await newUser(app)
    await askForCode(home, person)
    const [mail] = await mailsFor(app, person.user.email)
    expect((await enterCode('203.0.113.9', person, mail ? codeIn(mail) : '')).status).toBe(200)
  })

  test('five wrong tries use up a code, wherever they come from', async () => {
    const person = await newUser(app)
    await askForCode(home, person)
    const [mail] = await mailsFor(app, person.user.email)
    const code = mail ? codeIn(mail) : ''
    for (const [n, address] of ['192.0.2.1', '192.0.2.2', home, home, home].entries())
      await enterCode(address, person, other(code, n + 1))
    expect((await enterCode(home, person, code)).status).toBe(422)
  })

  test('a link requested by the owner outlasts others’ requests', async () => {
    const person = await newUser(app)
    const { email } = person.user
    const forget = (address: string) =>
      app.call(contract.forgetPassword, { headers: at(address), body: { email } })
    await forget(home)
    const [mail] = await mailsFor(app, email)
    await forget('192.0.2.1')
    await mailsFor(app, email, 2)
    const token = /reset-password\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    const answer = await app.call(contract.resetPassword, { body: { token, password: 'another horse' } })
    expect(answer.status).toBe(200)
  })
})
