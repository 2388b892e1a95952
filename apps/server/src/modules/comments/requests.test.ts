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

/** From the centre to three quarters of x and y. */
const line = (count: number) =>
  Array.from({ length: count }, (_, n) => [0.5 + (0.25 * n) / (count - 1), 0.5 + (0.25 * n) / (count - 1)])

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

  test('a place without a page is on the first one', async () => {
    const made = await room.newComment(room.guest, { marker: { x: 0.25, y: 0.75 } })
    expect(made.marker).toEqual({ page: 1, shape: 'POINT', x: 0.25, y: 0.75 })
    const moved = await room.edit(room.guest, made._id, { marker: { x: 0.5, y: 0.5 } })
    expect(moved.body.result.marker).toEqual({ page: 1, shape: 'POINT', x: 0.5, y: 0.5 })
  })

  test.each([
    ['POINT', { x: 0.5, y: 0.5 }],
    ['RECTANGLE', { x: 0.5, y: 0.5, width: 0.25, height: 0.25 }],
    ['ARROW', { x: 0.5, y: 0.5, width: 0.25, height: 0.25, points: line(2) }],
    ['FREEHAND', { x: 0.5, y: 0.5, width: 0.25, height: 0.25, points: line(2_000) }],
  ])(
    'a mark of the shape %s is taken as it is, and refused at any place that is none',
    async (shape, fits) => {
      const marker = { page: 1, shape, ...fits }
      expect((await room.newComment(room.guest, { marker })).marker).toEqual(marker)
      const refused: [object, RegExp][] = [
        [{ x: Number.NaN }, /^marker\.x/],
        [{ y: Number.POSITIVE_INFINITY }, /^marker\.y/],
        [{ x: -0.001 }, /^marker\.x/],
        [{ y: 1.001 }, /^marker\.y/],
        [{ width: -0.1 }, /^marker\.width/],
        [{ height: 1e308 }, /^marker\.height/],
        [{ page: 2 }, /^marker\.page/],
        [{ page: 1.5 }, /^marker\.page/],
        [{ page: -1 }, /^marker\.page/],
        [{ points: line(2_001) }, /^marker\.points/],
        [
          {
            points: [
              [0.5, 0.5],
              [0.5, Number.NaN],
            ],
          },
          /^marker\.points/,
        ],
        [
          {
            points: [
              [0.5, 0.5],
              [0.5, 1.5],
            ],
          },
          /^marker\.points/,
        ],
      ]
      for (const [change, field] of refused) {
        const { status, body } = await room.comment(room.guest, { marker: { ...marker, ...change } })
        expect([JSON.stringify(change).slice(0, 60), status]).toEqual([
          JSON.stringify(change).slice(0, 60),
          422,
        ])
        expect(Object.keys(body.errors ?? {}).join()).toMatch(field)
      }
    },
  )

  test('a person without access to the review is refused as a mention like a missing one, and stays unnamed', async () => {
    const body = (id: string) => ({ message: 'What do you think?', mentions: [id] })
    const answer = async (id: string) => (await room.comment(room.commenter, body(id))).body
    const stranger = await answer(room.stranger.user._id)
    expect(stranger.errors).toEqual({ mentions: expect.any(String) })
    expect(await answer(randomUUID())).toMatchObject({ errors: stranger.errors, message: stranger.message })
    const thread = await room.newComment(room.commenter)
    const reply = (await room.reply(room.commenter, thread._id, body(room.stranger.user._id))).body
    const edit = (await room.edit(room.commenter, thread._id, body(room.stranger.user._id))).body
    for (const one of [stranger, reply, edit]) {
      expect(Object.keys(one.errors ?? {})).toEqual(['mentions'])
      expect(JSON.stringify(one)).not.toContain('Stan')
    }
  })

  test('a file outside reviews, an attachment, an invalid id: 404', async () => {
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

  test('an unknown cursor, limit or status: 422; the first of two equal parameters counts', async () => {
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

  test('its author moves a mark, to any valid place, and it keeps its number', async () => {
    const { _id, number, message } = await room.newComment(room.guest)
    const move = (person: Parameters<typeof room.edit>[0], marker: unknown) =>
      room.edit(person, _id, { marker })
    const points = Array.from({ length: 2_001 }, () => [0.5, 0.5])
    const refused: [unknown, string][] = [
      [{ ...place, x: 1.1 }, 'marker.x'],
      [{ ...place, y: Number.NaN }, 'marker.y'],
      [{ ...place, page: 2 }, 'marker.page'],
      [{ page: 1, x: 0.9, y: 0.9, width: 0.2, height: 0.05, shape: 'RECTANGLE' }, 'marker'],
      [
        {
          page: 1,
          x: 0.5,
          y: 0.5,
          shape: 'ARROW',
          points: [
            [0, 0],
            [1, 2],
          ],
        },
        'marker.points',
      ],
      [{ page: 1, x: 0.5, y: 0.5, shape: 'FREEHAND', points }, 'marker.points'],
      [{ ...place, shape: 'STAR' }, 'marker.shape'],
    ]
    for (const [marker, field] of refused) {
      const { status, body } = await move(room.guest, marker)
      expect([status, Object.keys(body.errors ?? {}).some((name) => name.startsWith(field))]).toEqual([
        422,
        true,
      ])
    }
    const region = { page: 1, x: 0.1, y: 0.2, width: 0.3, height: 0.4, shape: 'RECTANGLE' }
    expect((await move(room.owner, region)).status).toBe(403)
    expect((await move(room.guest, region)).body.result).toMatchObject({ marker: region, number, message })
  })

  test('an edit cannot remove all the text', async () => {
    const thread = await room.newComment(room.owner)
    expect((await room.edit(room.owner, thread._id, { message: '' })).status).toBe(422)
    expect((await room.edit(room.owner, thread._id, { marker: null })).status).toBe(422)
  })
})
