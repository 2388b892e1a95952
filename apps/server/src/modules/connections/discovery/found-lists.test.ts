import { deleteConnectionProfile, updateConnectionProfile } from '@wingmark/contract/connection-profiles'
import { blockPerson } from '@wingmark/contract/connections'
import { discoverPeople } from '@wingmark/contract/people'
import { deleteAccount } from '@wingmark/contract/users'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createFoundLists, pageOfList } from '#server/modules/connections/discovery/found-lists'
import { hidePerson, suspendPerson } from '#server/modules/connections/operator/service'
import { newPilot } from '../../../../test/connection-people.ts'
import { type Person, password } from '../../../../test/people.ts'
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database.ts'

const many = 1_300
let database: TestDatabase
/** Two processes on one database. */
let apps: [TestApp, TestApp]
let me: Person
beforeAll(async () => {
  database = await createTestDatabase()
  apps = await Promise.all([
    startTestApp({ databaseUrl: database.url }),
    startTestApp({ databaseUrl: database.url }),
  ])
  await apps[0].deps.db.pool.query(
    `with throng as (
      insert into users (id, name, email, username)
      select gen_random_uuid(), 'Throng ' || n, n || '@throng.test', 'throng-' || n from generate_series(1, $1::int) n
      returning id, name
    )
    insert into connection_profiles (user_id, location, designation, company, experience, skills, skill_keys, words, active_at)
    select id, 'Here', 'Extra', 'None', 'Made up.', '{}', '{}', '{throng}', now() - length(name) * interval '1 hour' from throng`,
    [many],
  )
  me = await newPilot(apps[0])
})
afterAll(async () => {
  await Promise.all(apps.map((app) => app.close()))
  await database.drop()
})

const pageOf = async (app: TestApp, page = 1) =>
  (await app.call(discoverPeople, { query: { search: 'throng', page, limit: 100 } }, me)).body
const pagesOf = async (app: TestApp) => {
  const pages = await Promise.all(Array.from({ length: 14 }, (_, n) => pageOf(app, n + 1)))
  return pages.map(({ results }) => results.map(({ _id }) => _id))
}
/** Both processes cache this search. */
async function keepAll(): Promise<void> {
  for (const app of apps) {
    await pageOf(app)
    await vi.waitFor(() => expect(app.deps.memory.foundPeople.size()).toBe(1))
  }
}
const forgetAll = () => {
  for (const { deps } of apps)
    deps.memory.foundPeople.forget(JSON.stringify(['-activeAt', { words: "'throng':*", skills: [] }]))
}

test('large results come page by page without gaps or duplicates, searched again or cached', async () => {
  const [app] = apps
  const { rows } = await app.deps.db.pool.query<{ id: string }>(
    `select user_id as id from connection_profiles where 'throng' = any(words) order by active_at desc, user_id desc`,
  )
  const expected = rows.map(({ id }) => id)
  expect(app.deps.memory.foundPeople.size()).toBe(0)
  expect((await pagesOf(app)).flat()).toEqual(expected)
  await keepAll()
  expect((await pagesOf(app)).flat()).toEqual(expected)
  expect([(await pageOf(app)).total, (await pageOf(app, 3)).total]).toEqual([1_200, many])
})

describe('the lists cached in both processes hide at once people who', () => {
  const block = (who: Person, whom: Person) =>
    apps[0].call(blockPerson, { params: { userId: whom.user._id } }, who)
  test.each<[string, (them: Person) => Promise<unknown>]>([
    ['blocks the reader', (them) => block(them, me)],
    ['is blocked by the reader', (them) => block(me, them)],
    ['is hidden', ({ user }) => hidePerson(apps[0].deps, user.username)],
    ['is suspended', ({ user }) => suspendPerson(apps[0].deps, user.username, null)],
    [
      'takes the profile back',
      (them) => apps[0].call(deleteConnectionProfile, { params: { id: them.user._id } }, them),
    ],
    ['deletes the account', (them) => apps[0].call(deleteAccount, { body: { password } }, them)],
    [
      'no longer says so',
      (them) =>
        apps[0].call(
          updateConnectionProfile,
          { params: { id: them.user._id }, body: { designation: 'Soloist' } },
          them,
        ),
    ],
  ])('%s', async (_what, vanish) => {
    const them = await newPilot(apps[0], undefined, { designation: 'Throng leader' })
    await apps[0].deps.db.pool.query(
      "update connection_profiles set active_at = now() + interval '1 week' where user_id = $1",
      [them.user._id],
    )
    forgetAll()
    await keepAll()
    for (const app of apps) expect((await pageOf(app)).results[0]?._id).toBe(them.user._id)
    await vanish(them)
    for (const app of apps) {
      const first = (await pageOf(app)).results.map(({ _id }) => _id)
      expect([first.length, first.includes(them.user._id)]).toEqual([100, false])
      const pages = await pagesOf(app)
      expect(pages.flat()).not.toContain(them.user._id)
      expect(pages.map(({ length }) => length)).toEqual([...Array.from({ length: 13 }, () => 100), 0])
      expect((await pageOf(app, 3)).total).toBe(many)
    }
  })
})

describe('the cache', () => {
  const listOf = (ids: readonly string[]) =>
    Buffer.concat(ids.map((id) => Buffer.from(id.replaceAll('-', ''), 'hex')))

  test('holds the newest 32 lists, each made once, for 20 seconds', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      const lists = createFoundLists()
      for (let n = 0; n < 40; n++) await lists.make(`${n}`, () => Promise.resolve(listOf([uuid()])))
      expect([lists.size(), lists.get('7'), lists.get('8')]).toEqual([32, null, expect.any(Buffer)])
      const { promise, resolve } = Promise.withResolvers<Buffer>()
      const making = lists.make('slow', () => promise)
      const second = vi.fn<() => Promise<Buffer>>()
      await lists.make('slow', second)
      resolve(listOf([]))
      await making
      expect(second).not.toHaveBeenCalled()
      vi.advanceTimersByTime(19_999)
      expect(lists.get('slow')).not.toBeNull()
      vi.advanceTimersByTime(1)
      expect(lists.get('slow')).toBeNull()
    } finally {
      vi.useRealTimers()
    }
  })

  test('is paged without hidden people', () => {
    const ids = Array.from({ length: 10 }, () => uuid())
    const without = [ids[0] ?? '', ids[4] ?? '', uuid()]
    const left = ids.filter((id) => !without.includes(id))
    for (let offset = 0; offset < 10; offset++)
      expect(pageOfList(listOf(ids), without, { offset, limit: 3 })).toEqual({
        ids: left.slice(offset, offset + 3),
        total: 8,
      })
  })
})
