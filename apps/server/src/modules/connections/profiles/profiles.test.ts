import * as contract from '@wingmark/contract/connection-profiles'
import { upgradePlan } from '@wingmark/contract/subscriptions'
import { getProfile, getUsage, updateProfile } from '@wingmark/contract/users'
import { describe, expect, test } from 'vitest'
import { hidePerson } from '#server/modules/connections/operator/service'
import { newPilot, profileOf } from '../../../../test/connection-people.ts'
import { newUser, type Person, upload } from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
})

const create = (person: Person, given: object = {}, headers: Record<string, string> = {}) =>
  app.call(contract.createConnectionProfile, { body: profileOf(person, given as never), headers }, person)
const planOf = async (person: Person) => {
  const { result } = (await app.call(getProfile, {}, person)).body
  return [result.user.plan, result.connectionProfile?._id ?? null]
}

describe('building it', () => {
  test('gives Free users Pilot at once, under the user’s own id', async () => {
    const person = await newUser(app, 'Pia Pilot')
    const { _id: id, email } = person.user
    expect(await planOf(person)).toEqual(['FREE', null])
    const made = await create(person, {
      name: 'Somebody Else',
      email: 'else@example.test',
      username: `Pia.${id.slice(-6)}`,
    })
    expect(made.status).toBe(201)
    expect(made.body.result).toMatchObject({
      _id: id,
      name: 'Pia Pilot',
      email,
      username: `pia.${id.slice(-6)}`,
      can: { edit: true, delete: true },
    })
    expect(await planOf(person)).toEqual(['PILOT', id])
    const { body } = await app.call(getUsage, {}, person)
    expect(body.result).toMatchObject({ storage: { limitBytes: 15 * 2 ** 30 }, messages: { limit: 10 } })
    const own = await app.call(contract.getOwnConnectionProfile, {}, person)
    expect(own.body.result).toEqual(made.body.result)
  })

  test('never lowers a Commander', async () => {
    const person = await newUser(app)
    const { _id: id } = person.user
    await app.call(upgradePlan, { params: { id, planId: 'COMMANDER' } }, person)
    await create(person)
    expect(await planOf(person)).toEqual(['COMMANDER', id])
    await app.call(contract.deleteConnectionProfile, { params: { id } }, person)
    expect(await planOf(person)).toEqual(['COMMANDER', null])
  })

  test('happens once for parallel requests', async () => {
    const person = await newUser(app)
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(person)))
    const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other)
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body.message).toBe('You already have a Connection Profile.')
  })

  test('with the same key answers the same', async () => {
    const person = await newUser(app)
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const [first, second] = [await create(person, {}, headers), await create(person, {}, headers)]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body.result).toEqual(first.body.result)
  })

  test('a skill in different case or spacing counts once', async () => {
    const person = await newUser(app)
    const skills = [' Motion  design ', 'motion design', 'MotionDesign', 'Figma', 'figma', 'Café', 'CAFE']
    const made = await create(person, { skills })
    expect(made.body.result.skills).toEqual(['Motion design', 'Figma', 'Café'])
  })

  test.each([
    [{ name: 'x' }, 'name', 'Name is required'],
    [{ email: 'nobody' }, 'email', 'Invalid email address'],
    [{ username: 'x' }, 'username', 'Username is required'],
    [{ location: ' x ' }, 'location', 'Location is required'],
    [{ designation: '\u200b\u200b' }, 'designation', 'Designation is required'],
    [{ company: undefined }, 'company', 'Company is required'],
    [{ experience: '' }, 'experience', 'Experience is required'],
    [{ experience: 'x'.repeat(501) }, 'experience', 'At most 500 characters.'],
    [{ location: 'x'.repeat(101) }, 'location', 'At most 100 characters.'],
    [{ skills: [] }, 'skills', 'Skills is required'],
    [{ skills: 'a' }, 'skills', 'Skills is required'],
    [{ skills: undefined }, 'skills', 'Skills is required'],
    [{ skills: ['\u200b\u200b\u2060'] }, 'skills', 'A skill must have 2 to 40 characters.'],
    [{ skills: ['a'] }, 'skills', 'A skill must have 2 to 40 characters.'],
    [{ skills: [7] }, 'skills', 'A skill must have 2 to 40 characters.'],
    [{ skills: Array.from({ length: 31 }, (_, n) => `skill ${n}`) }, 'skills', 'At most 30 skills.'],
    [{ skills: Array.from({ length: 10_000 }, (_, n) => `skill ${n}`) }, 'skills', 'At most 30 skills.'],
  ])('%o is refused at its field', async (given, field, message) => {
    const { status, body } = await create(await newUser(app), given)
    expect([status, body.errors]).toEqual([422, { [field]: message }])
  })
})

describe('changing it', () => {
  test('given fields change, others stay', async () => {
    const person = await newPilot(app)
    const change = { params: { id: person.user._id }, body: { company: 'Alone', showsEmail: true } }
    const { body } = await app.call(contract.updateConnectionProfile, change, person)
    expect(body.result).toMatchObject({ company: 'Alone', showsEmail: true, location: 'Utrecht' })
  })

  test('another’s cannot be changed, and a hidden one looks missing', async () => {
    const [person, other] = [await newPilot(app), await newPilot(app)]
    const of = (id: string) => ({ params: { id }, body: { company: 'Mine' } })
    expect((await app.call(contract.updateConnectionProfile, of(other.user._id), person)).status).toBe(403)
    const params = { id: other.user._id }
    expect((await app.call(contract.deleteConnectionProfile, { params }, person)).status).toBe(403)
    await hidePerson(app.deps, other.user.username)
    const answers = []
    for (const id of [other.user._id, crypto.randomUUID()])
      answers.push(await app.call(contract.updateConnectionProfile, of(id), person))
    expect(answers.map(({ status }) => status)).toEqual([404, 404])
    const [hidden, missing] = answers.map(({ body: { message, code } }) => ({ message, code }))
    expect(hidden).toEqual(missing)
  })

  test('deleting it ends Pilot, deletes nothing else, and only refuses new files over the limit', async () => {
    const person = await newPilot(app)
    const { _id: id } = person.user
    const sql = 'update users set used_bytes = $2 where id = $1'
    await app.deps.db.pool.query(sql, [id, 6 * 2 ** 30])
    expect((await upload(app, person)).status).toBe(201)
    const gone = await app.call(contract.deleteConnectionProfile, { params: { id } }, person)
    expect(gone.body.result._id).toBe(id)
    expect(await planOf(person)).toEqual(['FREE', null])
    expect((await upload(app, person)).status).toBe(507)
    expect((await app.call(contract.getOwnConnectionProfile, {}, person)).status).toBe(404)
    expect((await create(person)).status).toBe(201)
    expect(await planOf(person)).toEqual(['PILOT', id])
  })
})

describe('a username', () => {
  const key = () =>
    crypto
      .randomUUID()
      .replaceAll(/[01ilo-]/g, 'x')
      .slice(0, 12)
  const check = async (person: Person, name: string) =>
    (await app.call(contract.checkUsername, { params: { name } }, person)).body.result

  test('must not look like another user’s', async () => {
    const base = key()
    const owner = await newPilot(app, 'Ola', { username: `ola.${base}` })
    const other = await newUser(app)
    for (const name of [`0la-${base}`, `OIA${base}`, `o1a_${base}`, `ola.${base}`]) {
      expect(await check(other, name)).toMatchObject({ isFree: false, message: 'This username is taken.' })
      const refused = await create(other, { username: name })
      expect([refused.status, refused.body.message]).toEqual([409, 'This username is taken.'])
      expect((await app.call(updateProfile, { body: { username: name } }, other)).status).toBe(409)
    }
    expect(await check(owner, `o.l.a.${base}`)).toMatchObject({ isFree: true, message: null })
    expect(await check(other, `someone-${base}`)).toMatchObject({ isFree: true })
    expect(await check(other, '-')).toMatchObject({ isFree: false, message: 'Username is required' })
    expect(await planOf(other)).toEqual(['FREE', null])
  })

  test('can be checked a limited number of times', async () => {
    const person = await newUser(app)
    await app.deps.limits.consume({ usernameCheckByUser: person.user._id }, 299)
    const ask = () => app.call(contract.checkUsername, { params: { name: 'somebody' } }, person)
    expect((await ask()).status).toBe(200)
    const refused = await ask()
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
  })

  test('that looks like the service is reserved', async () => {
    const person = await newUser(app)
    expect((await create(person, { username: 'w1ngmark' })).status).toBe(409)
    expect((await create(person, { username: 'sup-p0rt' })).status).toBe(409)
  })

  test('goes to one of several users who request look-alikes at once', async () => {
    const base = key()
    const people = await Promise.all(Array.from({ length: 6 }, () => newUser(app)))
    const names = ['ol', '0l', 'oi', 'o1', 'o.l', 'o-1'].map((start) => `${start}${base}`)
    const answers = await Promise.all(people.map((person, n) => create(person, { username: names[n] })))
    const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other)
    expect(statuses).toEqual([201, 409, 409, 409, 409, 409])
  })
})
