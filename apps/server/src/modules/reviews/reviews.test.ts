import { createComment } from '@wingmark/contract/comments'
import { getFile } from '@wingmark/contract/files'
import { muteReview, readNotifications } from '@wingmark/contract/notifications'
import * as contract from '@wingmark/contract/reviews'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  addMember,
  newFile,
  newGuest,
  newReview,
  newUser,
  type Person,
  type Published,
  waitUntilIdle,
} from '../../../test/people.ts'
import { withApp } from '../../../test/shared-app.ts'
import type { Caller, TestApp } from '../../../test/start-test-app.ts'
import { statementsOf } from '../../../test/statements-of.ts'

let app: TestApp
let owner: Person
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
  owner = await newUser(app, 'Olga Owner')
})

const faceOf = (person: Person | undefined) =>
  person && { _id: person.user._id, name: person.user.name, avatar: person.user.avatar }
const get = (id: string, caller: Caller = {}) => app.call(contract.getReview, { params: { id } }, caller)

describe('publishing', () => {
  test('a review holds its files in order and is unlisted', async () => {
    const { review, files } = await newReview(app, owner, 3)
    expect(review).toMatchObject({
      name: 'Spring campaign',
      fileCount: 3,
      visibility: 'UNLISTED',
      status: 'OPEN',
    })
    expect(review.files).toEqual(files.map((file) => file._id))
    expect(review.share.shareUrl).toContain(`/reviews/${review._id}?share=${review.share.shareCode}`)
    expect(review.cover).toBe(files[0]?.key)
    expect(review.can).toEqual({
      edit: true,
      comment: true,
      resolve: true,
      share: true,
      delete: true,
      download: true,
      join: false,
      summarise: false,
      decide: false,
      startRound: true,
    })
  })

  const publish = (body: unknown, key?: string) =>
    app.call(
      contract.createReview,
      { body: body as never, headers: key ? { 'idempotency-key': key } : {} },
      owner,
    )

  test.each([undefined, '', '   ', '\u200b\u200d\u2060', 7])('the name %j is missing', async (name) => {
    const { status, body } = await publish({ name, files: [crypto.randomUUID()] })
    expect(status).toBe(422)
    expect(body.errors?.name).toBe('Please enter a review name')
  })

  test('a name of 10,000 characters is too long', async () => {
    const { body } = await publish({ name: 'x'.repeat(10_000), files: [crypto.randomUUID()] })
    expect(body.errors?.name).toContain('at most 200')
  })

  test('files that are missing, foreign, repeated or already published refuse the whole review', async () => {
    const stranger = await newUser(app)
    const mine = await newFile(app, owner)
    const foreign = await newFile(app, stranger)
    const { files } = await newReview(app, owner)
    const before = await app.call(contract.listMyReviews, {}, owner)
    const cases: [unknown, number, string][] = [
      [undefined, 422, 'No files have been uploaded yet.'],
      [[], 422, 'No files have been uploaded yet.'],
      [[mine._id, mine._id], 422, 'The same file is listed twice.'],
      [[mine._id, crypto.randomUUID()], 422, 'One or more files weren’t found.'],
      [[mine._id, foreign._id], 422, 'One or more files weren’t found.'],
      [[mine._id, 'x'], 422, 'One or more files weren’t found.'],
      [
        Array.from({ length: 10_000 }, () => crypto.randomUUID()),
        422,
        'A review can have at most 500 files.',
      ],
      [[mine._id, files[0]?._id], 409, 'One or more files already belong to a review.'],
    ]
    for (const [list, status, message] of cases) {
      const answer = await publish({ name: 'Refused', files: list })
      expect([answer.status, answer.body.message]).toEqual([status, message])
    }
    const after = await app.call(contract.listMyReviews, {}, owner)
    expect(after.body.total).toBe(before.body.total)
    expect((await publish({ name: 'Still free', files: [mine._id] })).status).toBe(201)
  })

  test('one request twenty times at once makes one review', async () => {
    const file = await newFile(app, owner)
    const key = crypto.randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => publish({ name: 'Once', files: [file._id] }, key)),
    )
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]))
    expect(new Set(answers.map((answer) => answer.body.result._id)).size).toBe(1)
  })

  test('without a key, twenty at once still make one review', async () => {
    const file = await newFile(app, owner)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => publish({ name: 'Race', files: [file._id] })),
    )
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(19)
  })
})

describe('who may do what', () => {
  let published: Published
  let callers: Record<string, Caller>
  beforeAll(async () => {
    published = await newReview(app, owner, 2)
    const { review, share } = published
    const people = { editor: await newUser(app), commenter: await newUser(app), viewer: await newUser(app) }
    await addMember(app, review._id, people.editor, 'EDITOR')
    await addMember(app, review._id, people.commenter, 'COMMENTER')
    await addMember(app, review._id, people.viewer, 'VIEWER')
    callers = {
      owner,
      ...people,
      'guest with link': await newGuest(app, share),
      'visitor with link': { share },
      'user with link': { token: (await newUser(app)).token, share },
      stranger: await newUser(app),
      'guest without link': await newGuest(app),
      'signed out': {},
      'dead token': { token: 'wmu_deaddeaddeaddeaddeaddeaddead', share },
    }
  })

  // see · comment · rename · visibility · share · delete
  test.each([
    ['owner', 200, true, 200, 200, 200],
    ['editor', 200, true, 200, 403, 403],
    ['commenter', 200, true, 403, 403, 403],
    ['viewer', 200, false, 403, 403, 403],
    ['user with link', 200, true, 403, 403, 403],
    ['guest with link', 200, true, 401, 401, 401],
    ['visitor with link', 200, true, 401, 401, 401],
    ['stranger', 404, undefined, 404, 404, 404],
    ['guest without link', 404, undefined, 401, 401, 401],
    ['signed out', 404, undefined, 401, 401, 401],
    ['dead token', 401, undefined, 401, 401, 401],
  ])('%s', async (who, see, comment, rename, visibility, share) => {
    const caller = callers[who] ?? {}
    const params = { id: published.review._id }
    const seen = await get(params.id, caller)
    expect(seen.status).toBe(see)
    expect(seen.body.result?.review.can.comment).toBe(comment)
    const renamed = await app.call(contract.updateReview, { params, body: { name: `By ${who}` } }, caller)
    expect(renamed.status).toBe(rename)
    const changed = await app.call(
      contract.changeVisibility,
      { params, body: { visibility: 'UNLISTED' } },
      caller,
    )
    expect(changed.status).toBe(visibility)
    const shared = await app.call(contract.changeShareAccess, { params, body: { access: 'COMMENT' } }, caller)
    expect(shared.status).toBe(share)
  })

  test('only the owner deletes', async () => {
    const params = { id: published.review._id }
    for (const [who, caller] of Object.entries(callers)) {
      if (who === 'owner') continue
      const { status } = await app.call(contract.deleteReview, { params }, caller)
      expect([401, 403, 404]).toContain(status)
    }
    expect((await app.call(contract.deleteReview, { params }, owner)).status).toBe(200)
    expect((await get(params.id, owner)).status).toBe(404)
    const file = published.files[0]?._id ?? ''
    expect((await app.call(getFile, { params: { id: file } }, owner)).status).toBe(404)
  })

  test('guests and visitors learn no address, no code and no member', async () => {
    const { review, share } = await newReview(app, owner)
    const { body } = await get(review._id, { share })
    const text = JSON.stringify(body)
    expect(text).not.toContain(owner.user.email)
    expect(text).not.toContain(share)
    expect(body.result.review.share).toEqual({ access: 'COMMENT', allowDownload: true })
  })
})

describe('sharing', () => {
  const change = (id: string, body: Record<string, unknown>) =>
    app.call(contract.changeShareAccess, { params: { id }, body }, owner)
  const open = (shareCode: string, accessKey?: string | null) =>
    app.call(contract.openShare, { body: { shareCode, ...(accessKey === undefined ? {} : { accessKey }) } })

  test('an access key opens the review and appears in no answer', async () => {
    const { review, share } = await newReview(app, owner)
    const locked = await change(review._id, { accessKey: 'open sesame' })
    expect(locked.body.result.hasAccessKey).toBe(true)
    expect(JSON.stringify(locked.body)).not.toContain('sesame')
    expect((await get(review._id, { share })).status).toBe(423)

    const wrong = await open(share, 'wrong key')
    expect([wrong.status, wrong.body.message]).toEqual([403, 'This link or access key isn’t valid.'])
    const right = await open(share, 'open sesame')
    expect(right.body.result.review._id).toBe(review._id)
    const evidence = { share: right.body.result.shareToken }
    expect((await get(review._id, evidence)).status).toBe(200)

    await change(review._id, { accessKey: 'another key' })
    expect((await get(review._id, evidence)).status).toBe(404)
  })

  test('guessing an access key stops, also in parallel', async () => {
    const { review, share } = await newReview(app, owner)
    await change(review._id, { accessKey: 'open sesame' })
    const guesses = await Promise.all(Array.from({ length: 30 }, (_, n) => open(share, `guess ${n}`)))
    expect(guesses.filter((guess) => guess.status === 403)).toHaveLength(10)
    expect((await open(share, 'open sesame')).status).toBe(429)
  })

  test('a token of one review opens no other', async () => {
    const first = await newReview(app, owner)
    const second = await newReview(app, owner)
    const { body } = await open(first.share)
    expect((await get(second.review._id, { share: body.result.shareToken })).status).toBe(404)
  })

  test.each([
    [
      'made private',
      (id: string) =>
        app.call(contract.changeVisibility, { params: { id }, body: { visibility: 'PRIVATE' } }, owner),
      404,
    ],
    ['rotated', (id: string) => change(id, { rotate: true }), 404],
    ['closed', (id: string) => change(id, { access: 'NONE' }), 404],
    // Its key is still right, so the answer is only about expiry.
    ['expired', (id: string) => change(id, { expiresAt: '2020-01-01T00:00:00.000Z' }), 410],
  ] as const)('a link that was %s ends at once, with its tokens', async (_what, end, status) => {
    const { review, share } = await newReview(app, owner)
    const { body } = await open(share)
    const token = { share: body.result.shareToken }
    expect((await get(review._id, token)).status).toBe(200)
    await end(review._id)
    expect((await get(review._id, token)).status).toBe(status)
    expect((await get(review._id, { share })).status).toBeGreaterThanOrEqual(404)
    expect((await get(review._id, owner)).status).toBe(200)
  })

  test('an expired link says so', async () => {
    const { review, share } = await newReview(app, owner)
    await change(review._id, { expiresAt: '2020-01-01T00:00:00.000Z' })
    expect((await get(review._id, { share })).status).toBe(410)
    expect((await open(share)).status).toBe(410)
  })

  test('unknown values are refused with the list of known ones', async () => {
    const { review } = await newReview(app, owner)
    expect((await change(review._id, { access: 'ALL' })).body.message).toBe(
      'Choose one of: NONE, VIEW, COMMENT, EDIT',
    )
  })
})

describe('lists', () => {
  test('my reviews are paged, newest first', async () => {
    const person = await newUser(app)
    for (let n = 1; n <= 3; n++) await newReview(app, person, 1, `Review ${n}`)
    const { body } = await app.call(contract.listMyReviews, { query: { page: 1, limit: 2 } }, person)
    expect(body.results.map((review) => review.name)).toEqual(['Review 3', 'Review 2'])
    expect(body).toMatchObject({ currentPage: 1, totalPages: 2, total: 3 })
  })

  test('public reviews are found by name, others are not', async () => {
    const person = await newUser(app)
    const open = await newReview(app, person, 1, 'Zebra 100% open')
    await newReview(app, person, 1, 'Zebra hidden')
    await app.call(
      contract.changeVisibility,
      { params: { id: open.review._id }, body: { visibility: 'PUBLIC' } },
      person,
    )
    const search = async (name: string) =>
      (await app.call(contract.listPublicReviews, { query: { name } })).body
    expect((await search('zebra')).results.map((review) => review.name)).toEqual(['Zebra 100% open'])
    expect((await search('100%')).total).toBe(1)
    expect((await search('_')).total).toBe(0)
    const ofUser = await app.call(contract.listPublicReviewsOfUser, { params: { id: person.user._id } })
    expect(ofUser.body.total).toBe(1)
  })

  test('the number of queries does not depend on the number of reviews', async () => {
    const person = await newUser(app)
    await newReview(app, person, 1)
    const queriesFor = async (run: () => Promise<unknown>) => {
      await waitUntilIdle(app)
      return (await statementsOf(app, run)).length
    }
    const listing = () => app.call(contract.listMyReviews, { query: { limit: 100 } }, person)
    const few = await queriesFor(listing)
    const many = await newReview(app, person, 50)
    for (let n = 0; n < 5; n++) await newReview(app, person)
    expect(await queriesFor(listing)).toBe(few)
    const one = await newReview(app, person, 1)
    const small = await queriesFor(() => get(one.review._id, person))
    expect(await queriesFor(() => get(many.review._id, person))).toBe(small)
  })
})

describe('changing files', () => {
  test('new files go last; a full list is the order', async () => {
    const { review, files } = await newReview(app, owner, 2)
    const [first = '', second = ''] = files.map((file) => file._id)
    const third = (await newFile(app, owner))._id
    const update = async (ids: string[]) =>
      (await app.call(contract.updateReview, { params: { id: review._id }, body: { files: ids } }, owner))
        .body.result
    expect((await update([third])).review.files).toEqual([first, second, third])
    expect((await update([third])).review.files).toEqual([first, second, third])
    expect((await update([third, first, second])).review.files).toEqual([third, first, second])
  })

  test('a file of another review is refused, nothing changes', async () => {
    const { review, files } = await newReview(app, owner)
    const other = await newReview(app, owner)
    const body = { files: [other.files[0]?._id ?? ''], name: 'Changed' }
    const answer = await app.call(contract.updateReview, { params: { id: review._id }, body }, owner)
    expect(answer.status).toBe(409)
    const { body: after } = await get(review._id, owner)
    expect(after.result.review).toMatchObject({
      name: 'Spring campaign',
      files: files.map((file) => file._id),
    })
  })
})

describe('the user’s own list', () => {
  test('shows up to three others, the owner first, and how much is unread', async () => {
    const owner = await newUser(app, 'Olga Owner')
    const { review, files, share } = await newReview(app, owner, 1)
    const listed = async (person: Person) =>
      (await app.call(contract.listMyReviews, {}, person)).body.results.find(({ _id }) => _id === review._id)
    expect(await listed(owner)).toMatchObject({ memberCount: 1, members: [], news: 0 })
    const others: Person[] = []
    for (const name of ['Ann', 'Bo', 'Cy']) {
      const person = await newUser(app, name)
      others.push(person)
      await addMember(app, review._id, person, 'COMMENTER')
    }
    const [ann, bo, cy] = others
    const body = { file: files[0]?._id ?? '', type: 'GENERAL' as const, message: 'Larger' }
    for (let n = 0; n < 2; n++) await app.call(createComment, { body }, ann)
    const { members, memberCount, news } = (await listed(owner)) ?? {}
    expect(members).toEqual([ann, bo, cy].map((one) => faceOf(one)))
    expect([memberCount, news]).toEqual([4, 2])
    expect(await listed(ann ?? owner)).toMatchObject({
      members: [owner, bo, cy].map((one) => faceOf(one)),
      news: 0,
    })
    await app.call(muteReview, { params: { id: review._id }, body: { muted: true } }, owner)
    expect((await listed(owner))?.news).toBe(0)
    await app.call(muteReview, { params: { id: review._id }, body: { muted: false } }, owner)
    await app.call(readNotifications, { body: { subject: { kind: 'REVIEW', _id: review._id } } }, owner)
    expect((await listed(owner))?.news).toBe(0)
    // Nobody else learns who is in it.
    const page = await get(review._id, { share })
    expect(page.body.result.review).not.toHaveProperty('members')
  })

  test('can be searched, filtered and sorted, and archiving is personal', async () => {
    const [owner, member] = [await newUser(app), await newUser(app)]
    const spring = (await newReview(app, owner, 1, 'Früh\u00adjahr: posters')).review._id
    const menu = await newReview(app, owner, 1, 'Menu')
    const joined = (await newReview(app, member, 1, 'Posters of others')).review._id
    await addMember(app, joined, owner, 'VIEWER')
    await addMember(app, spring, member, 'VIEWER')
    const body = { file: menu.files[0]?._id ?? '', type: 'GENERAL' as const, message: 'Larger' }
    await app.call(createComment, { body }, owner)
    const list = async (person: Person, query: object) => {
      const answer = (
        await app.call(contract.listMyReviews, { query: { sort: 'createdAt', ...query } }, person)
      ).body
      expect(answer.total).toBe(answer.results.length)
      return answer.results.map(({ _id }) => _id)
    }
    expect(await list(owner, {})).toEqual([spring, menu.review._id, joined])
    expect(await list(owner, { word: 'POST' })).toEqual([spring, joined])
    expect(await list(owner, { word: 'fruhjahr post' })).toEqual([spring])
    expect(await list(owner, { word: `' & %` })).toEqual([])
    expect(await list(owner, { open: 'true' })).toEqual([menu.review._id])
    expect(await list(owner, { open: 'false', whose: 'OWN' })).toEqual([spring])
    expect(await list(owner, { whose: 'JOINED' })).toEqual([joined])
    expect(await list(owner, { with: member.user._id })).toEqual([spring, joined])
    expect(await list(owner, { with: crypto.randomUUID() })).toEqual([])
    expect(await list(owner, { visibility: 'PUBLIC' })).toEqual([])
    expect(await list(owner, { visibility: 'UNLISTED', sort: '-openCount', limit: 3 })).toHaveLength(3)
    expect((await app.call(contract.listMyReviews, { query: { whose: 'x' } as never }, owner)).status).toBe(
      422,
    )

    const put = (archived: unknown) =>
      app.call(contract.archiveReview, { params: { id: spring }, body: { archived } as never }, owner)
    expect((await put('yes')).status).toBe(422)
    expect((await put(true)).body.result).toEqual({ _id: spring, archived: true })
    expect((await put(true)).status).toBe(200)
    expect(await list(owner, {})).toEqual([menu.review._id, joined])
    expect(await list(owner, { archived: 'true' })).toEqual([spring])
    expect(await list(member, {})).toEqual([spring, joined])
    await put(false)
    expect(await list(owner, { archived: 'true' })).toEqual([])
  })
})
