import { createComment } from '@wingmark/contract/comments'
import { respondInvitation, sendInvitation } from '@wingmark/contract/invitations'
import { pageBytesMax, reviewMembersMax } from '@wingmark/contract/limits'
import { changeMemberRole, joinReview, listMembers, removeMember } from '@wingmark/contract/members'
import { getReview } from '@wingmark/contract/reviews'
import { beforeEach, expect, test } from 'vitest'
import { newPilot } from '../../../../test/connection-people.ts'
import { newReview, newUser, type Person, type Published } from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { Caller, TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
let owner: Person
let published: Published
let id: string
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
})
beforeEach(async () => {
  owner = await newPilot(app, 'Olga Owner')
  published = await newReview(app, owner)
  id = published.review._id
})

const sql = (text: string, values: unknown[]) => app.deps.db.pool.query(text, values)

/** This many members, with names and addresses of typical length. */
const crowd = (many: number) =>
  sql(
    `with people as (
      insert into users (id, name, email, username, password_hash)
      select gen_random_uuid(), 'Somebody With ' || n, n || '.somebody@' || $1 || '.test', n || '-' || $1, 'x'
      from generate_series(1, $2::int) n returning id
    ) insert into members (review_id, user_id, role) select $1::text::uuid, id, 'VIEWER' from people`,
    [id, many],
  )
const newAddress = () => `${crypto.randomUUID()}@example.test`
const invite = (...emails: string[]) =>
  app.call(sendInvitation, { params: { id }, body: { emails, role: 'COMMENTER' } }, owner)
const join = (caller: Caller) => app.call(joinReview, { body: { shareCode: published.share } }, caller)
const list = async () => (await app.call(listMembers, { params: { id } }, owner)).body.result
const full = 'There can be at most 500 members besides the owner.'
const outcome = ({ status, body }: Awaited<ReturnType<typeof join | typeof invite>>) => [status, body.errors]

test('a full review admits nobody else, in any way', async () => {
  await crowd(reviewMembersMax - 2)
  const [ines, late] = [await newUser(app, 'Ines Invited'), await newUser(app, 'Lea Late')]
  expect(outcome(await invite(newAddress(), newAddress(), newAddress()))).toEqual([422, { email: full }])
  expect((await list()).invitations).toEqual([])
  expect((await invite(ines.user.email, newAddress())).status).toBe(200)
  expect(outcome(await invite(newAddress()))).toEqual([422, { email: full }])

  expect(outcome(await join(late))).toEqual([422, { shareCode: full }])
  const byLink = { ...late, share: published.share }
  const { review } = (await app.call(getReview, { params: { id } }, byLink)).body.result
  expect([review.role, review.can.comment]).toEqual([null, true])

  const known = await newPilot(app, 'Kaja Known')
  await sql(
    `insert into connections (id, requester_id, addressee_id, status) values (gen_random_uuid(), $1, $2, 'ACCEPTED')`,
    [owner.user._id, known.user._id],
  )
  const mentions = [known.user._id]
  const words = { file: published.files[0]?._id ?? '', type: 'GENERAL' as const, message: '@Kaja Known' }
  const named = await app.call(createComment, { body: { ...words, mentions } }, owner)
  expect([named.status, named.body.errors]).toEqual([422, { mentions: full }])

  // A reserved place admits its holder, and a new owner needs none.
  await sql('update users set email_confirmed_at = now() where id = $1', [ines.user._id])
  const yes = { review: id, response: 'ACCEPT' as const }
  expect((await app.call(respondInvitation, { body: yes }, ines)).status).toBe(200)
  const memberId = ines.user._id
  const handOver = { params: { id, memberId }, body: { role: 'OWNER' as const } }
  expect((await app.call(changeMemberRole, handOver, owner)).status).toBe(200)
  expect(outcome(await join(late))).toEqual([422, { shareCode: full }])
  await app.call(removeMember, { params: { id, memberId: owner.user._id } }, owner)
  expect((await join(late)).status).toBe(200)
})

test('one of many newcomers at the same time gets the last place', async () => {
  await crowd(reviewMembersMax - 1)
  const people = await Promise.all(Array.from({ length: 4 }, () => newUser(app)))
  const answers = await Promise.all([
    ...people.map((person) => join(person)),
    ...people.map(() => invite(newAddress())),
  ])
  const statuses = answers.map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 422)])
  const { members, invitations } = await list()
  expect(members.length + invitations.length).toBe(reviewMembersMax + 1)
})

test('the list of a full review fits into a page, however many invitations have expired', async () => {
  await crowd(reviewMembersMax - 2)
  await sql(
    `insert into invitations (id, review_id, email, role, invited_by, expires_at)
     select gen_random_uuid(), $1, n || '@old.test', 'VIEWER', $2, now() - make_interval(days => n) from generate_series(1, 600) n`,
    [id, owner.user._id],
  )
  await invite('new@example.test')
  const { members, invitations } = await list()
  expect(members).toHaveLength(reviewMembersMax - 1)
  expect(Object.fromEntries(invitations.map(({ email, state }) => [email, state]))).toEqual({
    'new@example.test': 'PENDING',
    '1@old.test': 'EXPIRED',
  })
  expect(Buffer.byteLength(JSON.stringify({ members, invitations }))).toBeLessThan(pageBytesMax)
})
