import { randomUUID } from 'node:crypto'
import { getComment, listFileComments } from '@wingmark/contract/comments'
import { describe, expect, test } from 'vitest'
import { openRoom, place, type Room } from '../../../test/comment-room.ts'
import { newFile } from '../../../test/people.ts'
import { withApp } from '../../../test/shared-app.ts'

let room: Room
withApp.beforeAll(async ({ app }) => {
  room = await openRoom(app)
})

describe('bad requests', () => {
  test.each([
    ['no place', { marker: undefined }, { marker: 'Choose a place on the design.' }],
    ['a place outside', { marker: { page: 1, x: -1, y: 0 } }, { 'marker.x': /0 to 1/ }],
    ['an endless place', { marker: { page: 1, x: 1e308, y: 0 } }, { 'marker.x': /0 to 1/ }],
    ['HTML as a place', { marker: { page: 1, x: '<b>', y: 0 } }, { 'marker.x': /0 to 1/ }],
    ['page 0', { marker: { ...place, page: 0 } }, { 'marker.page': /1 or more/ }],
    ['a page that the picture has not', { marker: { ...place, page: 2 } }, { 'marker.page': /one page/ }],
    ['a type that is none', { type: 'LOUD' }, { type: 'Choose one of: MARKED, GENERAL' }],
    ['nothing to say', { message: '  ' }, { message: /Write a message/ }],
    [
      'nothing to see',
      { message: '\u200B\u2060 \uFE0F\u034F\u3164\u{E0100}' },
      { message: /Write a message/ },
    ],
    ['too much to say', { message: 'x'.repeat(10_001) }, { message: /at most 10000/ }],
    ['a stranger mentioned', { mentions: [randomUUID()] }, { mentions: /in this review/ }],
    ['a mention that is no id', { mentions: ['all'] }, { 'mentions.0': 'Invalid id' }],
  ])('%s: 422 that names the field', async (_name, body, errors) => {
    const refused = await room.comment(room.commenter, body)
    expect(refused.status).toBe(422)
    for (const [field, message] of Object.entries(errors)) {
      expect(refused.body.errors?.[field]).toMatch(message)
    }
  })

  test('a file of no review, an attachment, an id that is none: 404', async () => {
    const loose = await newFile(room.app, room.owner)
    const attached = await room.attachment(room.owner)
    await room.newComment(room.owner, { files: [attached._id] })
    for (const id of [loose._id, attached._id, randomUUID()]) {
      expect((await room.comment(room.owner, { file: id })).status).toBe(404)
      expect((await room.app.call(listFileComments, { params: { id } }, room.owner)).status).toBe(404)
    }
    for (const id of ['undefined', 'null', '1', '..%2f', 'x'.repeat(190)]) {
      expect((await room.app.call(getComment, { params: { id } }, room.owner)).status).toBe(404)
    }
  })

  test('an unknown cursor, limit or status: 422; a parameter given twice: the first counts', async () => {
    const list = (query: string) =>
      room.app.fetch(`/comment/api/v1/file/${room.fileId}?${query}`, { caller: room.owner })
    for (const query of ['cursor=nowhere', 'limit=0', 'limit=-1', 'limit=1.5', 'status=LOST']) {
      expect((await list(query)).status, query).toBe(422)
    }
    const twice = await list('limit=1&limit=50')
    expect(((await twice.json()) as { results: unknown[] }).results).toHaveLength(1)
    expect((await list('limit=100000')).status).toBe(200)
  })

  test('fields that a caller may not set have no effect', async () => {
    const made = await room.newComment(room.guest, {
      _id: randomUUID(),
      number: 999,
      status: 'RESOLVED',
      author: room.owner.user,
    })
    expect(made).toMatchObject({ status: 'OPEN', author: { kind: 'GUEST' } })
    expect(made.number).not.toBe(999)
  })

  test('an edit cannot take the last word away', async () => {
    const thread = await room.newComment(room.owner)
    expect((await room.edit(room.owner, thread._id, { message: '' })).status).toBe(422)
    expect((await room.edit(room.owner, thread._id, { marker: null })).status).toBe(422)
  })
})
