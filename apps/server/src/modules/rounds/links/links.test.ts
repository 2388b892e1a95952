import { createComment } from '@wingmark/contract/comments'
import { getFile } from '@wingmark/contract/files'
import { changeShareAccess, changeVisibility, getReview, openShare } from '@wingmark/contract/reviews'
import * as contract from '@wingmark/contract/rounds'
import { listShareLinks } from '@wingmark/contract/share-links'
import { expect, test } from 'vitest'
import { sweepLinks } from '#server/modules/rounds/links/store'
import { fetchFile } from '../../../../test/files.ts'
import { linkIn, mailsInTheEnd, type ReceivedMail } from '../../../../test/mail-box.ts'
import { newGuest, newReview, newUser, waitUntilIdle } from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { Caller, TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
withApp.beforeAll(({ app: shared }) => {
  app = shared
})

const shareIn = (mail: ReceivedMail) => new URL(linkIn(mail, '/reviews/')).searchParams.get('share') ?? ''

const endsAt = '2990-01-01T00:00:00.000Z'

/** A private review whose round names Ida by her address, and the code of the link that she got. */
async function newRound(body: Partial<contract.StartRoundBodyInput> = {}) {
  const owner = await newUser(app, 'Olga Owner')
  const { review, files } = await newReview(app, owner, 1, 'Poster')
  const id = review._id
  await app.call(changeVisibility, { params: { id }, body: { visibility: 'PRIVATE' } }, owner)
  const email = `ida.${crypto.randomUUID()}@example.test`
  const given = { endsAt, reviewers: [{ email }], rule: { kind: 'ALL' as const }, ...body }
  const started = await app.call(contract.startRound, { params: { id }, body: given }, owner)
  expect(started.status).toBe(201)
  const round = started.body.result
  const [mail] = await mailsInTheEnd(app, email)
  const share = mail ? shareIn(mail) : ''
  const decide = (caller: Caller, decision: contract.DecisionKind = 'APPROVED') => {
    const about = { files: [{ file: files[0]?._id ?? '', version: 1, decision }] }
    return app.call(contract.decide, { params: { id: round._id }, body: about }, caller)
  }
  const open = async (caller: Caller) => (await app.call(getReview, { params: { id } }, caller)).status
  const change = (to: contract.ChangeRoundBodyInput) =>
    app.call(contract.changeRound, { params: { id: round._id }, body: to }, owner)
  return { owner, id, email, round, mail, share, file: files[0]?._id ?? '', decide, open, change }
}

test('someone named by address gets a link of their own, which opens a private review to comment and decide', async () => {
  const { owner, id, email, mail, share, file, decide, open, round } = await newRound({ message: 'Please.' })
  expect(mail?.subject).toBe('Olga Owner asks for your decision on Poster')
  expect(mail?.text).toContain('Please.')
  expect(mail?.headers.some(({ key }) => key === 'list-unsubscribe')).toBe(true)
  expect(share).toMatch(/^rp_[\w-]{24}$/)
  expect(await open({ share })).toBe(200)
  expect(await open({})).toBe(404)
  // Scanners open links: nothing is decided by that.
  expect((await app.call(openShare, { body: { shareCode: share } })).status).toBe(200)
  const before = (await app.call(contract.listRounds, { params: { id } }, { share })).body.results
  expect(before).toMatchObject([{ outcome: 'OPEN', can: { decide: true }, mine: { status: 'OPEN' } }])

  const ida = await newGuest(app, share, 'Ida')
  const body = { file, type: 'GENERAL' as const, message: 'Larger, please.' }
  expect((await app.call(createComment, { body }, ida)).status).toBe(201)
  expect((await decide(ida)).body.result).toMatchObject({
    outcome: 'APPROVED',
    people: [{ name: 'Ida', kind: 'GUEST', isAsked: true }],
    mine: { status: 'APPROVED' },
  })
  const { people } = (await app.call(contract.listRounds, { params: { id } }, owner)).body.results[0] ?? round
  expect(people).toMatchObject([{ name: 'Ida', email }])
})

test('the code is stored as a hash, which opens nothing, and is in no list', async () => {
  const { owner, id, share, open } = await newRound()
  const { rows } = await app.deps.db.pool.query<{ code: string; id: string }>(
    'select id, code from share_links where review_id = $1 and person_id is not null',
    [id],
  )
  const [link] = rows
  expect(link?.code).toMatch(/^rp:[0-9a-f]{64}$/)
  expect(link?.code).not.toContain(share)
  expect((await app.call(openShare, { body: { shareCode: link?.code ?? '' } })).status).toBe(403)
  expect(await open({ share: 'rp_AAAAAAAAAAAAAAAAAAAAAAAA' })).toBe(404)
  const links = (await app.call(listShareLinks, { params: { id } }, owner)).body.results
  expect(links.map(({ _id }) => _id)).not.toContain(link?.id)
})

test('addresses of files work by it, and download as by the first link', async () => {
  const { owner, id, share, file } = await newRound()
  await waitUntilIdle(app)
  const read = async () => (await app.call(getFile, { params: { id: file } }, { share })).body.result
  const shown = await read()
  expect((await fetchFile(app, shown.previewUrl ?? '')).status).toBe(200)
  expect((await fetchFile(app, shown.url ?? '')).status).toBe(200)
  const body = { allowDownload: false }
  await app.call(changeShareAccess, { params: { id }, body }, owner)
  expect((await fetchFile(app, shown.url ?? '')).status).not.toBe(200)
  const next = await read()
  expect(next.can.download).toBe(false)
  expect((await fetchFile(app, next.previewUrl ?? '')).status).toBe(200)
})

test('it ends with access NONE, with its person’s removal, and thirty days after closing', async () => {
  const first = await newRound()
  const access = (to: 'NONE' | 'COMMENT') =>
    app.call(changeShareAccess, { params: { id: first.id }, body: { access: to } }, first.owner)
  await access('NONE')
  expect(await first.open({ share: first.share })).toBe(404)
  await access('COMMENT')
  expect(await first.open({ share: first.share })).toBe(200)

  const other = { email: `other.${crypto.randomUUID()}@example.test` }
  expect((await first.change({ reviewers: [other] })).status).toBe(200)
  expect(await first.open({ share: first.share })).toBe(404)
  expect(await mailsInTheEnd(app, other.email)).toHaveLength(1)

  const second = await newRound()
  await second.change({ state: 'CLOSED' })
  expect(await second.open({ share: second.share })).toBe(200)
  const ida = await newGuest(app, second.share)
  expect(await second.decide(ida)).toMatchObject({ status: 409, body: { code: 'ROUND_CLOSED' } })
  await app.deps.db.pool.query(
    `update share_links set expires_at = expires_at - interval '30 days' where review_id = $1 and person_id is not null`,
    [second.id],
  )
  expect(await second.open({ share: second.share })).toBe(410)
  await sweepLinks(app.deps.db)
  expect(await second.open({ share: second.share })).toBe(404)
})

test('a suspended or deleted review does not open by it', async () => {
  const { id, share, open } = await newRound()
  await app.deps.db.pool.query('update reviews set rests_since = now() where id = $1', [id])
  expect(await open({ share })).toBe(404)
  await app.deps.db.pool.query('update reviews set rests_since = null, deleted_at = now() where id = $1', [
    id,
  ])
  expect(await open({ share })).toBe(404)
})

test('two links on one device decide for two people', async () => {
  const emails = [1, 2].map(() => `twin.${crypto.randomUUID()}@example.test`)
  const { decide } = await newRound({ reviewers: emails.map((email) => ({ email })) })
  const mails = await Promise.all(emails.map((email) => mailsInTheEnd(app, email)))
  const shares = mails.flat().map(shareIn)
  const guest = await newGuest(app, shares[0], 'Ida')
  expect((await decide(guest)).body.result.outcome).toBe('OPEN')
  expect((await decide({ ...guest, share: shares[1] ?? '' })).body.result.outcome).toBe('APPROVED')
})

test('an unsubscribed person gets no reminder, and can still decide', async () => {
  const { mail, share, decide, round } = await newRound()
  const stop = /https?:\/\/\S+\/round\/api\/v1\/unsubscribe\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  const path = new URL(stop).pathname
  expect((await app.fetch(path)).status).toBe(200)
  expect((await app.fetch(path, { method: 'POST' })).status).toBe(200)
  expect((await app.fetch(`${path}x`)).status).toBe(404)
  const { rows } = await app.deps.db.pool.query('select quiet_since from round_people where round_id = $1', [
    round._id,
  ])
  expect(rows[0]).toMatchObject({ quiet_since: expect.any(Date) })
  expect((await decide(await newGuest(app, share))).status).toBe(200)
})

test('a signed-in holder decides with their account; a stranger without the link does not', async () => {
  const { share, decide } = await newRound()
  const person = await newUser(app, 'Ida Account')
  expect((await decide(person)).status).toBe(404)
  expect((await decide({ ...person, share })).body.result).toMatchObject({
    outcome: 'APPROVED',
    people: [{ name: 'Ida Account', kind: 'USER' }],
  })
})
