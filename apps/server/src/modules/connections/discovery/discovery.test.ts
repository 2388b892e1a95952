import { existsSync } from 'node:fs'
import { createComment, createReply } from '@wingmark/contract/comments'
import { updateConnectionProfile } from '@wingmark/contract/connection-profiles'
import { answerConnection, askToConnect, blockPerson } from '@wingmark/contract/connections'
import * as contract from '@wingmark/contract/people'
import { changeVisibility } from '@wingmark/contract/reviews'
import { search } from '@wingmark/contract/search'
import { updateProfile } from '@wingmark/contract/users'
import { describe, expect, test } from 'vitest'
import { noteWhoIsActive } from '#server/modules/connections/discovery/service'
import { hidePerson, restorePerson, suspendPerson } from '#server/modules/connections/operator/service'
import { webFolder } from '#server/modules/pages/service'
import { newPilot } from '../../../../test/connection-people.ts'
import { fetchFile } from '../../../../test/files.ts'
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
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
})

const names = async (person: Person, query: Record<string, unknown>) => {
  const { body } = await app.call(contract.discoverPeople, { query }, person)
  return body.results.map(({ name }) => name)
}
const get = (caller: Caller, id: string) => app.call(contract.getPerson, { params: { id } }, caller)
const set = (person: Person, body: object) =>
  app.call(updateConnectionProfile, { params: { id: person.user._id }, body }, person)
const connect = async (one: Person, other: Person) => {
  const { body } = await app.call(askToConnect, { params: { id: other.user._id }, body: {} }, one)
  const answer = { params: { id: body.result._id }, body: { response: 'ACCEPT' as const } }
  await app.call(answerConnection, answer, other)
}

describe('finding people', () => {
  test('matches the beginnings of words in any case and accents, and all the skills', async () => {
    const me = await newPilot(app, 'Mia Me')
    await newPilot(app, 'Zoë Zimmer', { location: 'Århus', skills: ['Lottie', 'After Effects'] })
    await newPilot(app, 'Ben Booth', { company: 'Zimt & Zucker', skills: ['lottie'] })
    expect(await names(me, { search: 'zoe' })).toEqual(['Zoë Zimmer'])
    expect(await names(me, { search: 'ZIM', sort: 'name' })).toEqual(['Ben Booth', 'Zoë Zimmer'])
    expect(await names(me, { search: 'zim' })).toEqual(['Ben Booth', 'Zoë Zimmer'])
    expect(await names(me, { search: 'immer' })).toEqual([])
    expect(await names(me, { search: 'arhus zoe' })).toEqual(['Zoë Zimmer'])
    expect(await names(me, { skill: 'LOTTIE', sort: 'name' })).toEqual(['Ben Booth', 'Zoë Zimmer'])
    expect(await names(me, { skill: ['lottie', 'aftereffects'] })).toEqual(['Zoë Zimmer'])
    expect(await names(me, { search: "'); drop table" })).toEqual([])
    const { body } = await app.call(contract.proposeSkills, { query: { search: 'LOT' } }, me)
    expect(body.results.map((skill) => skill.toLowerCase())).toEqual(['lottie'])
  })

  test('treats special letters as plain ones, like all search', async () => {
    const me = await newPilot(app)
    await newPilot(app, 'Søren Łukaszewicz', { location: 'Weißensee', skills: ['Bücherskulpturen Æ'] })
    for (const word of ['Søren', 'soren', 'SØREN', 'łukasz', 'lukasz', 'weißen', 'Weissen']) {
      expect(await names(me, { search: word })).toEqual(['Søren Łukaszewicz'])
      const { body } = await app.call(search, { query: { word, tab: 'people' } }, me)
      expect(body.results).toMatchObject([{ title: 'Søren Łukaszewicz' }])
    }
    expect(await names(me, { skill: 'bucherskulpturenae' })).toEqual(['Søren Łukaszewicz'])
  })

  test('proposes the ten most used skills that begin so, in their most common spelling', async () => {
    const me = await newPilot(app, 'Mia Me', { skills: ['Zine making'] })
    const many = Array.from({ length: 12 }, (_, n) => `Zine ${String.fromCharCode(97 + n)}`)
    await newPilot(app, 'Ann', { skills: [...many, 'ZINE MAKING'] })
    await newPilot(app, 'Ben', { skills: ['Zine l', 'zine making'] })
    await newPilot(app, 'Cyd', { skills: ['Zine making', 'Motion'] })
    const proposed = async (search: string) =>
      (await app.call(contract.proposeSkills, { query: { search } }, me)).body.results
    const found = await proposed('zíne')
    expect(found.slice(0, 3)).toEqual(['Zine making', 'Zine l', 'Zine a'])
    expect(found).toHaveLength(10)
    expect(await proposed('zine mak')).toEqual(['Zine making'])
  })

  test('sorts by the newest profile first on request', async () => {
    const me = await newPilot(app)
    for (const name of ['Nils Newest', 'Nana Newest', 'Nora Newest']) await newPilot(app, name)
    const found = await names(me, { search: 'newest', sort: '-createdAt' })
    expect(found).toEqual(['Nora Newest', 'Nana Newest', 'Nils Newest'])
  })

  test('sorts by who last published, commented or replied, which is stored once a day', async () => {
    const me = await newPilot(app)
    const people = [await newPilot(app, 'Rae Idler'), await newPilot(app, 'Rob Idler')] as const
    const [rae, rob] = people
    const { pool } = app.deps.db
    const long =
      "update connection_profiles set active_at = now() - interval '40 days' where user_id = any($1)"
    await pool.query(long, [people.map(({ user }) => user._id)])
    const { review, files } = await newReview(app, me)
    for (const person of people) await addMember(app, review._id, person, 'COMMENTER')
    const found = () => names(me, { search: 'idler', sort: '-activeAt' })
    const body = { file: files[0]?._id ?? '', type: 'GENERAL' as const, message: 'Larger.' }
    const comment = (await app.call(createComment, { body }, rob)).body.result._id
    await noteWhoIsActive(app.deps)
    expect(await found()).toEqual(['Rob Idler', 'Rae Idler'])
    await app.call(createReply, { body: { comment, message: 'Done.' } }, rae)
    await noteWhoIsActive(app.deps)
    expect(await found()).toEqual(['Rae Idler', 'Rob Idler'])
  })

  test('finds a new name at once, and never the user themselves', async () => {
    const [me, other] = [await newPilot(app), await newPilot(app)]
    await app.call(updateProfile, { body: { name: 'Xenia Xylander' } }, other)
    expect(await names(me, { search: 'xylander' })).toEqual(['Xenia Xylander'])
    expect(await names(other, { search: 'xylander' })).toEqual([])
  })

  test('needs a profile, has pages, and refuses unknown values', async () => {
    const bare = await newUser(app)
    expect((await app.call(contract.discoverPeople, {}, bare)).status).toBe(403)
    const me = await newPilot(app)
    const first = await app.call(contract.discoverPeople, { query: { limit: 2, sort: 'name' } }, me)
    expect(first.body.results).toHaveLength(2)
    expect(first.body.totalPages).toBe(Math.ceil(first.body.total / 2))
    for (const query of [{ sort: 'age' }, { page: '0' }, { skill: Array.from({ length: 11 }, () => 'x') }])
      expect((await app.call(contract.discoverPeople, { query }, me)).status).toBe(422)
    const long = { search: 'x'.repeat(201), skill: ['x'.repeat(201)] }
    expect((await app.call(contract.discoverPeople, { query: long }, me)).body.errors).toEqual({
      search: 'At most 200 characters.',
      'skill.0': 'At most 200 characters.',
    })
  })

  test('does not find blocked, hidden and suspended people', async () => {
    const [me, other] = [await newPilot(app, 'Quinn Me'), await newPilot(app, 'Quirin Quist')]
    expect(await names(me, { search: 'quirin' })).toEqual(['Quirin Quist'])
    const { username } = other.user
    expect(await hidePerson(app.deps, username)).toBe(true)
    expect(await names(me, { search: 'quirin' })).toEqual([])
    expect((await get(me, other.user._id)).status).toBe(404)
    expect(await suspendPerson(app.deps, username, new Date(Date.now() - 60_000))).toBe(true)
    expect(await names(me, { search: 'quirin' })).toEqual(['Quirin Quist'])
    await suspendPerson(app.deps, username, null)
    expect((await app.call(contract.discoverPeople, {}, other)).status).toBe(403)
    expect(await restorePerson(app.deps, username)).toBe(true)
    expect(await restorePerson(app.deps, username)).toBe(false)
    expect(await names(me, { search: 'quirin' })).toEqual(['Quirin Quist'])
    await app.call(blockPerson, { params: { userId: me.user._id } }, other)
    expect(await names(me, { search: 'quirin' })).toEqual([])
    expect(await names(other, { search: 'quinn' })).toEqual([])
  })
})

describe('a card', () => {
  const workOf = async (me: Person, search: string) => {
    const { body } = await app.call(contract.discoverPeople, { query: { search } }, me)
    return body.results.map(({ work }) => work)
  }
  const setVisibility = (person: Person, id: string, visibility: 'PRIVATE' | 'PUBLIC') =>
    app.call(changeVisibility, { params: { id }, body: { visibility } }, person)

  test('shows the covers of the three newest public reviews, and of no others', async () => {
    const [me, other, idle] = [
      await newPilot(app),
      await newPilot(app, 'Wanda Works'),
      await newPilot(app, 'Wanda Waits'),
    ]
    const made: string[] = []
    for (const name of ['One', 'Two', 'Three', 'Four', 'Unlisted', 'Private'])
      made.push((await newReview(app, other, 1, name)).review._id)
    const hidden = (await newReview(app, idle, 1, 'Unlisted')).review._id
    const [one = '', two = '', three = '', four = '', , last = ''] = made
    await setVisibility(idle, hidden, 'PRIVATE')
    for (const id of [one, two, three, four]) await setVisibility(other, id, 'PUBLIC')
    await setVisibility(other, last, 'PRIVATE')
    await waitUntilIdle(app)
    const [shown = []] = await workOf(me, 'wanda works')
    expect(shown.map(({ name }) => name)).toEqual(['Four', 'Three', 'Two'])
    expect(await workOf(me, 'wanda waits')).toEqual([[]])
    const cover = shown[0]?.coverUrl ?? ''
    expect((await fetchFile(app, cover)).status).toBe(200)
    await setVisibility(other, four, 'PRIVATE')
    expect((await fetchFile(app, cover)).status).toBe(404)
    await app.deps.db.pool.query('update reviews set rests_since = now() where id = $1', [three])
    const [left = []] = await workOf(me, 'wanda works')
    expect(left.map(({ _id }) => _id)).toEqual([two, one])
  })
})

test('someone who may be asked looks so in lists, as on their own page', async () => {
  const [me, other] = [await newPilot(app), await newPilot(app, 'Ottilie Once')]
  const found = async () => {
    const { body } = await app.call(contract.discoverPeople, { query: { search: 'ottilie' } }, me)
    const page = (await get(me, other.user._id)).body.result
    const { connection, can } = body.results[0] ?? page
    expect([connection?.status, can.connect]).toEqual([page.connection?.status, page.can.connect])
    return [connection?.status, can.connect]
  }
  const age = (days: number) =>
    app.deps.db.pool.query(
      `update connections set created_at = now() - make_interval(days => $2) where requester_id = $1`,
      [me.user._id, days],
    )
  expect(await found()).toEqual([undefined, true])
  await app.call(askToConnect, { params: { id: other.user._id }, body: {} }, me)
  expect(await found()).toEqual(['PENDING', false])
  // The request has lapsed, and a new one is too early.
  await age(61)
  expect(await found()).toEqual([undefined, false])
  await age(91)
  expect(await found()).toEqual([undefined, true])
})

describe('a person’s page', () => {
  test('opens by id and by username, with the state of the connection', async () => {
    const [me, other] = [await newPilot(app), await newPilot(app, 'Petra Page')]
    const { result } = (await get(me, other.user.username)).body
    expect(result).toMatchObject({
      _id: other.user._id,
      name: 'Petra Page',
      email: null,
      connection: null,
      can: { connect: true, message: true, edit: false },
    })
    await connect(me, other)
    await set(other, { isOpenToMessages: false })
    const connected = (await get(me, other.user._id)).body.result
    expect(connected).toMatchObject({
      email: null,
      connection: { status: 'ACCEPTED' },
      can: { connect: false, message: true },
    })
    await set(other, { showsEmail: true })
    expect((await get(me, other.user._id)).body.result.email).toBe(other.user.email)
    expect((await get(await newPilot(app), other.user._id)).body.result.email).toBeNull()
    const own = (await get(other, other.user._id)).body.result
    expect(own).toMatchObject({ isSelf: true, can: { edit: true, connect: false, block: false } })
    expect((await get(await newUser(app), other.user._id)).body.result.can.connect).toBe(false)
  })

  test('exists for visitors only if it is public', async () => {
    const other = await newPilot(app)
    const guest = await newGuest(app)
    for (const caller of [{}, guest]) {
      expect((await get(caller, other.user._id)).status).toBe(401)
      expect((await get(caller, crypto.randomUUID())).status).toBe(401)
    }
    await set(other, { isPublic: true, showsEmail: true })
    for (const caller of [{}, guest]) {
      const { status, body } = await get(caller, other.user.username)
      expect([status, body.result.email, body.result.can.connect]).toEqual([200, null, false])
    }
  })

  test('shows chats the person if it is public, and search engines if its owner allows it', async () => {
    if (!existsSync(`${webFolder}/index.html`)) return
    const name = 'Dot <b> & "Co"'
    const username = `dot-${crypto.randomUUID().slice(0, 8)}.png`
    const other = await newPilot(app, name, { username })
    const { review } = await newReview(app, other, 1, 'Poster')
    await app.call(changeVisibility, { params: { id: review._id }, body: { visibility: 'PUBLIC' } }, other)
    await waitUntilIdle(app)
    const page = async (path: string) => {
      const answer = await app.fetch(`/connections/${path}`)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
      return { robots: answer.headers.get('x-robots-tag'), html: await answer.text() }
    }
    const nobody = await page('nobody-at-all')
    expect(nobody.robots).toBe('noindex')
    expect(nobody.html).toContain('<title>Wingmark</title>')
    expect(await page('%00')).toEqual(nobody)
    expect(await page('x'.repeat(101))).toEqual(nobody)
    await set(other, { isIndexed: true })
    expect(await page(username)).toEqual(nobody)
    await set(other, { isPublic: true, isIndexed: false, showsEmail: true })
    const shown = await page(username)
    expect(shown.html).toContain('<title>Dot &lt;b&gt; &amp; &quot;Co&quot; · Wingmark</title>')
    expect(shown.html).toContain('content="Motion designer · Studio Nord · Utrecht"')
    expect([shown.robots, shown.html.includes('content="noindex"')]).toEqual(['noindex', true])
    expect(shown.html).not.toContain(other.user.email)
    const picture = /og:image" content="([^"]+)"/.exec(shown.html)?.[1]?.replaceAll('&amp;', '&') ?? ''
    expect((await fetchFile(app, picture)).headers.get('content-type')).toMatch(/^image\//)
    await set(other, { isIndexed: true })
    for (const path of [username.toUpperCase(), other.user._id]) {
      const listed = await page(path)
      expect([listed.robots, listed.html.includes('noindex')]).toEqual([null, false])
      expect(listed.html).toMatch(new RegExp(`rel="canonical" href="[^"]+/connections/${username}"`))
    }
    await hidePerson(app.deps, username)
    expect(await page(username)).toEqual(nobody)
  })

  test('is missing, word for word, for people whom its owner has blocked', async () => {
    const [me, other] = [await newPilot(app), await newPilot(app)]
    await app.call(blockPerson, { params: { userId: me.user._id } }, other)
    const [blocked, missing] = [await get(me, other.user._id), await get(me, crypto.randomUUID())]
    expect(blocked.status).toBe(404)
    expect({ ...blocked.body, requestId: '' }).toEqual({ ...missing.body, requestId: '' })
  })
})
