import { randomUUID } from 'node:crypto'
import {
  createReply,
  deleteReply,
  editReply,
  getComment,
  listFileComments,
  listReviewComments,
} from '@wingmark/contract/comments'
import { getReview } from '@wingmark/contract/reviews'
import { login } from '@wingmark/contract/users'
import { describe, expect, test, vi } from 'vitest'
import { openRoom, type Room } from '../../../test/comment-room.ts'
import { addMember, newFile, newGuest, newReview, password, waitUntilIdle } from '../../../test/people.ts'
import { withApp } from '../../../test/shared-app.ts'
import type { Caller } from '../../../test/start-test-app.ts'

let room: Room
withApp.beforeAll(async ({ app }) => {
  room = await openRoom(app)
})

describe('numbers and counters', () => {
  test('each marked comment of a file gets the next number, which is never given again', async () => {
    const fresh = await newReview(room.app, room.owner)
    const file = fresh.files[0]?._id
    const one = await room.newComment(room.owner, { file })
    const general = await room.newComment(room.owner, { file, type: 'GENERAL', marker: undefined })
    const two = await room.newComment(room.owner, { file })
    await room.remove(room.owner, two._id)
    const three = await room.newComment(room.owner, { file })
    expect([one, general, two, three].map((made) => made.number)).toEqual([1, null, 2, 3])
    expect(general.marker).toBeNull()
  })

  test('parallel comments get different numbers, and the counters match the lists', async () => {
    const fresh = await newReview(room.app, room.owner, 2)
    const made = await Promise.all(
      Array.from({ length: 24 }, (_, n) => room.newComment(room.owner, { file: fresh.files[n % 2]?._id })),
    )
    const numbers = made.map((one) => `${one.file} ${one.number}`)
    expect(new Set(numbers).size).toBe(24)
    expect(Math.max(...made.map((one) => one.number ?? 0))).toBe(12)
    await room.expectCountsToFit(fresh.review._id)
  })

  test('counters follow resolving, reopening and deleting, also when repeated in parallel', async () => {
    const fresh = await newReview(room.app, room.owner)
    const id = fresh.review._id
    const all = await Promise.all(
      Array.from({ length: 6 }, () => room.newComment(room.owner, { file: fresh.files[0]?._id })),
    )
    const [a, b, c] = all.map((one) => one._id)
    await Promise.all(Array.from({ length: 10 }, () => room.setStatus(room.owner, a ?? '', 'RESOLVED')))
    await Promise.all(Array.from({ length: 10 }, () => room.setStatus(room.owner, b ?? '', 'RESOLVED')))
    await room.setStatus(room.owner, b ?? '', 'OPEN')
    const deleted = await Promise.all(Array.from({ length: 5 }, () => room.remove(room.owner, c ?? '')))
    expect(deleted.map((one) => one.status).sort()).toEqual([200, 404, 404, 404, 404])
    await room.remove(room.owner, a ?? '')
    expect((await room.counts(id)).review).toEqual([4, 4, 0])
    await room.expectCountsToFit(id)
  })

  test('a file shows when its newest comment or reply was written, also after a deletion', async () => {
    const { app, owner } = room
    const { review, files } = await newReview(app, owner, 2)
    const lastSaid = async () => {
      const { body } = await app.call(getReview, { params: { id: review._id } }, owner)
      return body.result.files.map((file) => file.lastSaidAt)
    }
    expect(await lastSaid()).toEqual([null, null])
    const first = await room.newComment(owner, { file: files[0]?._id })
    const second = await room.newComment(owner, { file: files[0]?._id })
    const reply = async (comment: string) =>
      (await app.call(createReply, { body: { comment, message: 'Yes' } }, owner)).body.result
    const answer = await reply(first._id)
    expect(await lastSaid()).toEqual([answer.createdAt, null])
    await app.call(deleteReply, { params: { id: answer._id } }, owner)
    expect(await lastSaid()).toEqual([second.createdAt, null])
    await room.remove(owner, second._id)
    expect(await lastSaid()).toEqual([first.createdAt, null])
    const again = await reply(first._id)
    await room.remove(owner, first._id)
    expect(await lastSaid()).toEqual([again.createdAt, null])
    await app.call(deleteReply, { params: { id: again._id } }, owner)
    expect(await lastSaid()).toEqual([null, null])
  })

  test('pages follow each other without gaps or repetitions', async () => {
    const fresh = await newReview(room.app, room.owner)
    const made: string[] = []
    for (let n = 0; n < 7; n++)
      made.push((await room.newComment(room.owner, { file: fresh.files[0]?._id }))._id)
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const query: Record<string, unknown> = { limit: 3, ...(cursor ? { cursor } : {}) }
      const { body } = await room.app.call(
        listReviewComments,
        { params: { id: fresh.review._id }, query },
        room.owner,
      )
      expect(body.total).toBe(7)
      seen.push(...body.results.map((one) => one._id))
      cursor = body.nextCursor
    } while (cursor)
    expect(seen).toEqual(made)
  })
})

describe('threads', () => {
  test('a comment with replies leaves a placeholder; nobody can edit it or reply to it', async () => {
    const fresh = await newReview(room.app, room.owner)
    const file = fresh.files[0]?._id
    const picture = await newFile(room.app, room.owner, { purpose: 'COMMENT' })
    const thread = await room.newComment(room.owner, { file, files: [picture._id] })
    const answer = (await room.reply(room.owner, thread._id)).body.result
    expect((await room.remove(room.owner, thread._id)).status).toBe(200)

    const left = (await room.app.call(getComment, { params: { id: thread._id } }, room.owner)).body.result
    expect(left).toMatchObject({ deleted: true, message: '', files: [], can: { edit: false, reply: false } })
    expect(left.replies).toHaveLength(1)
    for (const refused of [
      await room.edit(room.owner, thread._id, { message: 'Back' }),
      await room.reply(room.owner, thread._id),
      await room.remove(room.owner, thread._id),
    ]) {
      expect(refused).toMatchObject({
        status: 404,
        body: { code: 'COMMENT_DELETED', message: 'This comment was deleted.' },
      })
    }
    await room.expectCountsToFit(fresh.review._id)

    await room.app.call(deleteReply, { params: { id: answer._id } }, room.owner)
    expect((await room.app.call(getComment, { params: { id: thread._id } }, room.owner)).status).toBe(404)
    await room.expectCountsToFit(fresh.review._id)
  })

  test('a resolved comment says who resolved it until it is reopened', async () => {
    const thread = await room.newComment(room.guest)
    const resolved = (await room.setStatus(room.editor, thread._id, 'RESOLVED')).body.result
    expect(resolved.resolvedBy).toEqual({ _id: room.editor.user._id, name: 'Emil Editor', task: null })
    const reopened = (await room.setStatus(room.editor, thread._id, 'OPEN')).body.result
    expect(reopened).toMatchObject({ status: 'OPEN' })
    expect(reopened.resolvedBy).toBeUndefined()
  })

  test('regions and drawings are returned as sent', async () => {
    const marker = {
      page: 1,
      x: 0.1,
      y: 0.2,
      width: 0.3,
      height: 0.4,
      shape: 'FREEHAND',
      points: [[0.1, 0.2]],
    }
    expect((await room.newComment(room.guest, { marker })).marker).toEqual(marker)
  })
})

describe('words', () => {
  const strange = [
    'Separators \u001c\u001d\u001e\u001f of the text that leaves the database',
    '"can":"@comment USER", "mime", {"a":[1]}, \\ \\" \\u0041',
    'line\nbreak, tab\t, \u2028, 🐎🏽, e\u0301, \u202eright to left',
    "'; drop table comments; --",
    '<script>alert(1)</script> javascript:alert(1)',
  ]
  test.each(strange)('come back exactly as they were written: %j', async (message) => {
    const made = await room.newComment(room.guest, { message })
    const answered = (await room.reply(room.owner, made._id, { message })).body.result
    expect([made.message, answered.message]).toEqual([message, message])
    const { body } = await room.app.call(getComment, { params: { id: made._id } }, room.visitor)
    expect([body.result.message, body.result.replies[0]?.message]).toEqual([message, message])
    const list = await room.app.call(listFileComments, { params: { id: room.fileId } }, room.visitor)
    expect(list.body.results.find((one) => one._id === made._id)).toEqual(body.result)
  })

  test('so do names of people and of files', async () => {
    const name = 'O\'Neil "Möbius" \\ <b>'
    const guest = await newGuest(room.app, room.published.share, name)
    const file = await newFile(room.app, guest, {
      purpose: 'COMMENT',
      review: room.published.review._id,
      name: 'a "b" {c}.png',
    })
    const made = await room.newComment(guest, { files: [file._id] })
    const { body } = await room.app.call(getComment, { params: { id: made._id } }, room.owner)
    expect(body.result.author.name).toBe(name)
    expect(body.result.files[0]?.name).toBe(file.name)
  })
})

describe('text changed on another device', () => {
  test.each(['comment', 'reply'])('of a %s survives an edit of an older version', async (kind) => {
    const thread = await room.newComment(room.guest)
    const id = kind === 'reply' ? (await room.reply(room.guest, thread._id)).body.result._id : thread._id
    const edit = (body: object) =>
      kind === 'reply'
        ? room.app.call(editReply, { params: { id }, body }, room.guest)
        : room.edit(room.guest, id, body)
    const first = await edit({ message: 'From the phone', editedAt: null })
    expect(first.status).toBe(200)
    const { editedAt } = first.body.result
    const late = { status: 409, body: { code: 'CONFLICT' } }
    expect(await edit({ message: 'From the train', editedAt: null })).toMatchObject(late)
    expect(await edit({ message: 'From the train', editedAt: '2020-01-01T00:00:00Z' })).toMatchObject(late)
    // Its answer was lost, so it comes again.
    const again = (await edit({ message: 'From the phone', editedAt: null })).body.result
    expect(again).toMatchObject({ message: 'From the phone', editedAt })
    expect((await edit({ message: 'From the train', editedAt })).status).toBe(200)
    // A client of the specification knows nothing of it.
    expect((await edit({ message: 'From elsewhere' })).body.result.message).toBe('From elsewhere')
    expect((await edit({ message: 'Never', editedAt: 'yesterday' })).status).toBe(422)
  })
})

describe('attachments', () => {
  test('a guest attaches an upload; it is returned with signed addresses', async () => {
    const file = await room.attachment(room.guest)
    const made = await room.newComment(room.guest, { message: '', files: [file._id] })
    expect(made.files).toEqual([
      expect.objectContaining({ _id: file._id, previewUrl: expect.stringContaining('sig=') }),
    ])
    const served = await fetch(made.files[0]?.url?.replace(/^https?:\/\/[^/]+/, room.app.url) ?? '')
    expect(served.status).toBe(200)
  })

  test('a guest’s upload is theirs to attach after signing in, and nobody else’s', async () => {
    const { app, commenter, published } = room
    const guest = await newGuest(app, published.share)
    const files = [
      await room.attachment(guest),
      await room.attachment(guest),
      await room.attachment(guest),
      await room.attachment(guest),
    ].map((file) => file._id)
    const [one = '', two = '', three = '', four = ''] = files
    const { email } = commenter.user
    const body = { email, password, claimGuestToken: guest.token ?? '' }
    const signedIn: Caller = { token: (await app.call(login, { body })).body.result.accessToken }
    for (const other of [room.editor, room.owner, room.guest])
      expect((await room.comment(other, { files: [one] })).status).toBe(422)
    const made = await room.newComment(signedIn, { files: [one] })
    expect((await room.reply(signedIn, made._id, { files: [two] })).status).toBe(201)
    expect((await room.edit(room.owner, made._id, { files: [one, three] })).status).toBe(403)
    const edited = (await room.edit(signedIn, made._id, { files: [one, three] })).body.result
    expect(edited.files.map((file) => file._id)).toEqual([one, three])
    const elsewhere = await newReview(app, room.editor)
    await addMember(app, elsewhere.review._id, commenter, 'COMMENTER')
    const there = { file: elsewhere.files[0]?._id ?? '', files: [four] }
    expect((await room.comment(signedIn, there)).status).toBe(422)
  })

  test('refuses another’s file, a file of the review, a duplicate and an unknown one', async () => {
    const foreign = await room.attachment(room.owner)
    const used = await room.attachment(room.commenter)
    await room.newComment(room.commenter, { files: [used._id] })
    for (const id of [foreign._id, used._id, room.fileId, randomUUID()]) {
      const before = await room.counts()
      const refused = await room.comment(room.commenter, { files: [id] })
      expect(refused).toMatchObject({
        status: 422,
        body: { errors: { files: 'One or more files weren’t found.' } },
      })
      expect(await room.counts()).toEqual(before)
    }
  })

  test('the same upload in two parallel comments ends up in one of them', async () => {
    const file = await room.attachment(room.commenter)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => room.comment(room.commenter, { files: [file._id] })),
    )
    expect(answers.map((one) => one.status).sort()).toEqual([201, 422, 422, 422, 422, 422])
  })

  test('an edit keeps, adds, orders and removes; removed files are deleted and refunded', async () => {
    const [a, b, c] = [
      await room.attachment(room.owner),
      await room.attachment(room.owner),
      await room.attachment(room.owner),
    ]
    const thread = await room.newComment(room.owner, { files: [a._id, b._id] })
    const edited = (await room.edit(room.owner, thread._id, { files: [c._id, a._id] })).body.result
    expect(edited.files.map((file) => file._id)).toEqual([c._id, a._id])
    const { rows } = await room.app.deps.db.pool.query('select 1 from files where id = $1', [b._id])
    expect(rows).toEqual([])
    const { rows: usage } = await room.app.deps.db.pool.query<{ used: number; real: number }>(
      `select u.used_bytes as used, (select coalesce(sum(size), 0)::bigint from (
          select distinct b.id, b.size from files f join blobs b on b.id = f.blob_id where f.owner_id = u.id) x) as real
       from users u where u.id = $1`,
      [room.owner.user._id],
    )
    expect(usage[0]?.used).toBe(usage[0]?.real)
  })
})

describe('repeated requests', () => {
  test('twenty equal parallel requests with one key make one comment, and all get the same answer', async () => {
    const fresh = await newReview(room.app, room.owner)
    const file = await newFile(room.app, room.owner, { purpose: 'COMMENT' })
    // The answers say whether it is rendered.
    await waitUntilIdle(room.app)
    const headers = { 'idempotency-key': randomUUID() }
    const body = { file: fresh.files[0]?._id, files: [file._id] }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => room.comment(room.owner, body, headers)),
    )
    expect(new Set(answers.map((one) => one.status))).toEqual(new Set([201]))
    expect(new Set(answers.map((one) => one.body.result._id)).size).toBe(1)
    expect((await room.comment(room.owner, body, headers)).body.result).toEqual(answers[0]?.body.result)
    await room.expectCountsToFit(fresh.review._id)
    expect((await room.counts(fresh.review._id)).listed[0]).toBe(1)
  })

  test('so do replies; another person with the same key makes their own', async () => {
    const thread = await room.newComment(room.owner)
    const headers = { 'idempotency-key': randomUUID() }
    const send = (caller: Caller) =>
      room.app.call(createReply, { body: { comment: thread._id, message: 'Yes' }, headers }, caller)
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(room.commenter)))
    await send(room.guest)
    expect(new Set(answers.map((one) => one.body.result._id)).size).toBe(1)
    const { replies } = (await room.app.call(getComment, { params: { id: thread._id } }, room.owner)).body
      .result
    expect(replies).toHaveLength(2)
  })
})

test('the number of queries does not depend on the number of comments', async () => {
  const fresh = await newReview(room.app, room.owner, 3)
  const queriesOnce = async (work: () => Promise<unknown>) => {
    const { pool } = room.app.deps.db
    await waitUntilIdle(room.app)
    let count = 0
    const spied = [pool, room.app.deps.db.lookups].map((one) => {
      const query = one.query.bind(one) as (...given: unknown[]) => unknown
      return vi.spyOn(one as { query: typeof query }, 'query').mockImplementation((...given) => {
        // Ignores hints and jobs that run alongside.
        if (!/pg_notify|graphile/.test(JSON.stringify(given[0]))) count++
        return query(...given)
      })
    })
    await work()
    for (const one of spied) one.mockRestore()
    return count
  }
  // Background queries of the application do not appear in all runs.
  const queriesOf = async (work: () => Promise<unknown>) =>
    Math.min(await queriesOnce(work), await queriesOnce(work), await queriesOnce(work))
  const list = () => room.app.call(listReviewComments, { params: { id: fresh.review._id } }, room.owner)
  const few = await queriesOf(list)
  for (let n = 0; n < 30; n++) {
    const file = n % 5 === 0 ? [(await newFile(room.app, room.owner, { purpose: 'COMMENT' }))._id] : []
    const made = await room.newComment(room.owner, { file: fresh.files[n % 3]?._id, files: file })
    if (n % 3 === 0) await room.reply(room.owner, made._id)
  }
  expect(await queriesOf(list)).toBe(few)
  expect(
    await queriesOf(() =>
      room.comment(room.owner, { file: fresh.files[0]?._id, mentions: [room.owner.user._id] }),
    ),
  ).toBe(4)
  expect(few).toBeLessThanOrEqual(3)
})
