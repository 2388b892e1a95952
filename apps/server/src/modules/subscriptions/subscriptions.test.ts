import { listNotifications, readNotifications } from '@wingmark/contract/notifications'
import {
  addStorage,
  cancelPlan,
  getSubscription,
  listPlans,
  upgradePlan,
} from '@wingmark/contract/subscriptions'
import { getUsage } from '@wingmark/contract/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endOver } from '#server/modules/subscriptions/billing/service'
import { givePlan, giveStorage, showPlan } from '#server/modules/subscriptions/operator/service'
import { inboxPath, listen } from '../../../test/listen-live.ts'
import { mailsFor } from '../../../test/mail-box.ts'
import { newUser, type Person, upload } from '../../../test/people.ts'
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts'

const gigabyte = 1_073_741_824

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const upgrade = (person: Person, planId = 'COMMANDER', id = person.user._id) =>
  app.call(upgradePlan, { params: { id, planId } }, person)
const actionsOf = async (person: Person) =>
  (await app.call(listNotifications, {}, person)).body.results.map(({ action }) => action)
const usageOf = async (person: Person) => (await app.call(getUsage, {}, person)).body.result

describe('on a server where every plan is free', () => {
  test('an upgrade takes effect at once, and can be cancelled', async () => {
    const person = await newUser(app)
    const { body } = await app.call(listPlans, {})
    expect(body.result).toMatchObject({ mode: 'OPEN', hasAi: false })
    expect(body.result.plans.map((plan) => plan.price)).toEqual([null, null, null])

    expect((await upgrade(person, 'commander')).body.result).toEqual({ state: 'ACTIVE', plan: 'COMMANDER' })
    expect(await usageOf(person)).toMatchObject({
      plan: 'COMMANDER',
      storage: { limitBytes: 15 * gigabyte },
      aiCharacters: { limit: 5_000 },
      messages: { limit: 10 },
    })
    const again = await upgrade(person)
    expect(again).toMatchObject({ status: 409, body: { message: 'This is already your plan.' } })

    const ended = await app.call(cancelPlan, {}, person)
    expect(ended.body.result).toMatchObject({ plan: 'FREE', status: 'ENDED', can: { upgrade: true } })
    expect((await app.call(cancelPlan, {}, person)).status).toBe(409)
    expect(await actionsOf(person)).toEqual([])
  })

  test('twenty upgrades at once are one', async () => {
    const person = await newUser(app)
    const statuses = (await Promise.all(Array.from({ length: 20 }, () => upgrade(person)))).map(
      ({ status }) => status,
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(19)
  })

  test('Pilot cannot be bought, others’ plans cannot be changed, and missing ones are 404', async () => {
    const [person, other] = [await newUser(app), await newUser(app)]
    expect(await upgrade(person, 'PILOT')).toMatchObject({
      status: 409,
      body: { message: 'Build your Connection Profile to unlock Pilot.' },
    })
    expect((await upgrade(person, 'COMMANDER', other.user._id)).status).toBe(403)
    expect((await upgrade(person, 'COMMANDER', crypto.randomUUID())).status).toBe(404)
    expect((await upgrade(person, 'ADMIRAL')).status).toBe(404)
  })

  test('a plan with less storage than in use is refused, with the bytes; cancelling never is', async () => {
    const person = await newUser(app)
    const fill = (bytes: number) =>
      app.deps.db.pool.query('update users set used_bytes = $1 where id = $2', [bytes, person.user._id])
    await fill(15 * gigabyte + 1)
    expect(await upgrade(person)).toMatchObject({
      status: 409,
      body: {
        message: 'You use 16,106,127,361 bytes. This plan has 16,106,127,360.',
      },
    })
    await fill(15 * gigabyte)
    expect((await upgrade(person)).status).toBe(200)
    await fill(20 * gigabyte)
    expect((await app.call(cancelPlan, {}, person)).body.result.plan).toBe('FREE')
    await fill(0)
  })

  test('storage comes in packs, up to the operator’s maximum, and uploads follow it', async () => {
    const person = await newUser(app)
    const fill = (bytes: number) =>
      app.deps.db.pool.query('update users set used_bytes = $1 where id = $2', [bytes, person.user._id])
    await fill(5 * gigabyte)
    expect((await upload(app, person)).status).toBe(507)
    const asked = { headers: { 'idempotency-key': crypto.randomUUID() } }
    for (const added of [
      await app.call(addStorage, asked, person),
      await app.call(addStorage, asked, person),
    ])
      expect(added.body.result).toEqual({ state: 'ACTIVE', limitBytes: 15 * gigabyte })
    expect((await upload(app, person)).status).toBe(201)
    const own = async () => (await app.call(getSubscription, {}, person)).body.result
    expect(await own()).toMatchObject({ moreStorageBytes: 70 * gigabyte, can: { addStorage: true } })
    for (let pack = 0; pack < 7; pack++) expect((await app.call(addStorage, {}, person)).status).toBe(201)
    expect(await own()).toMatchObject({ moreStorageBytes: 0, can: { addStorage: false } })
    expect((await app.call(addStorage, {}, person)).status).toBe(409)
    expect((await upgrade(person)).status).toBe(200)
    expect((await usageOf(person)).storage.limitBytes).toBe(95 * gigabyte)
    expect((await app.call(addStorage, {}, person)).status).toBe(409)
    await fill(0)
  })
})

describe('the operator’s command', () => {
  test('gives a plan until a day, and storage, kept in the user’s record', async () => {
    const person = await newUser(app)
    const { email } = person.user
    const until = new Date(Date.now() + 86_400_000)
    const inbox = await listen(app.url, inboxPath, person)
    await inbox.next('reset')
    expect(await givePlan(app.deps, email.toUpperCase(), { plan: 'COMMANDER', until })).toBe(true)
    expect(await giveStorage(app.deps, email, 100 * gigabyte)).toBe(true)
    const heard = [await inbox.next('notification.created'), await inbox.next('notification.created')]
    expect(heard).toMatchObject([{ data: { action: 'PLAN_STARTED' } }, { data: { action: 'PLAN_STORAGE' } }])
    inbox.close()
    expect(await showPlan(app.deps, email)).toMatchObject({
      plan: 'COMMANDER',
      by: [{ source: 'OPERATOR', until }],
      limitBytes: 100 * gigabyte,
    })
    const latest = async () => (await app.call(listNotifications, { query: { limit: 1 } }, person)).body
    const before = await latest()
    expect(before.results.map(({ action }) => action)).toEqual(['PLAN_STORAGE'])
    // However many of their pages ask, only one celebrates it.
    const id = before.planStarted ?? ''
    const reads = await Promise.all(
      [1, 2].map(() => app.call(readNotifications, { body: { ids: [id] } }, person)),
    )
    expect(reads.flatMap(({ body }) => body.result.ids)).toEqual([id])
    expect((await latest()).planStarted).toBeNull()
    const { rows } = await app.deps.db.pool.query(
      `update subscriptions set period_end = now() - interval '1 second' where user_id = $1 returning 1`,
      [person.user._id],
    )
    expect(rows).toHaveLength(1)
    await endOver(app.deps)
    expect((await app.call(getSubscription, {}, person)).body.result).toMatchObject({
      plan: 'FREE',
      status: 'ENDED',
    })
    expect(await actionsOf(person)).toEqual(['PLAN_ENDED', 'PLAN_STORAGE', 'PLAN_STARTED'])
    const subjects = async () => (await mailsFor(app, email)).map(({ subject }) => subject)
    const wanted = ['Your Commander plan has ended', 'Your storage has changed']
    await expect.poll(subjects).toEqual(expect.arrayContaining(wanted))
    const stored = (await mailsFor(app, email)).find(({ subject }) => subject === 'Your storage has changed')
    expect(stored?.text).toContain('GB of storage in total.')
    expect(await givePlan(app.deps, 'nobody@example.test', { plan: 'FREE', until: null })).toBe(false)
  })

  test('revokes free plans, and counts free storage into the new total', async () => {
    const person = await newUser(app)
    const { email } = person.user
    await upgrade(person)
    await app.call(addStorage, {}, person)
    await giveStorage(app.deps, email, 20 * gigabyte)
    expect((await usageOf(person)).storage.limitBytes).toBe(20 * gigabyte)
    await givePlan(app.deps, email, { plan: 'COMMANDER', until: null })
    expect(await actionsOf(person)).toEqual(['PLAN_STORAGE'])
    await givePlan(app.deps, email, { plan: 'FREE', until: null })
    expect(await showPlan(app.deps, email)).toMatchObject({ plan: 'FREE', by: [], limitBytes: 10 * gigabyte })
    expect(await actionsOf(person)).toEqual(['PLAN_ENDED', 'PLAN_STORAGE'])
  })

  test('is the only way if the operator chose so', async () => {
    const strict = await startTestApp({ config: { plansMode: 'OPERATOR', operatorEmail: 'it@example.test' } })
    try {
      const person = await newUser(strict)
      const { body } = await strict.call(listPlans, {})
      expect(body.result).toMatchObject({
        mode: 'OPERATOR',
        operatorEmail: 'it@example.test',
        storagePack: null,
      })
      const params = { id: person.user._id, planId: 'COMMANDER' }
      expect(await strict.call(upgradePlan, { params }, person)).toMatchObject({
        status: 403,
        body: { message: 'Plans on this server are assigned by the person who runs it.' },
      })
      expect((await strict.call(addStorage, {}, person)).status).toBe(403)
      await givePlan(strict.deps, person.user.email, { plan: 'COMMANDER', until: null })
      expect((await strict.call(getUsage, {}, person)).body.result.plan).toBe('COMMANDER')
    } finally {
      await strict.close()
    }
  })
})
