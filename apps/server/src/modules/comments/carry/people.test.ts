import { alignPage } from '@wingmark/contract/carry'
import { changeShareLink, createShareLink } from '@wingmark/contract/share-links'
import { expect, test, vi } from 'vitest'
import { findEach, newStack, place } from '../../../../test/carry-stack.ts'
import { listenToReview } from '../../../../test/listen-live.ts'
import { addMember, newGuest, newUser } from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { TestApp } from '../../../../test/start-test-app.ts'

/** A busy machine renders slowly, and pins come after previews. */
vi.setConfig({ testTimeout: 240_000 })

let app: TestApp
withApp.beforeAll(({ app: shared }) => {
  app = shared
})

test('of two people the first decides, and the second hears who it was', async () => {
  const { owner, review, share, say, add, carried, fixes, put, decide } = await newStack(app)
  const editor = await newUser(app, 'Emil Editor')
  const commenter = await newUser(app, 'Cleo Commenter')
  await addMember(app, review._id, editor, 'EDITOR')
  await addMember(app, review._id, commenter, 'COMMENTER')
  const { _id } = await say()
  const own = await say(undefined, commenter)
  await add()
  await carried(2)

  expect((await decide(editor, _id, 2, 'REOPENED')).status).toBe(200)
  expect((await decide(editor, _id, 2, 'REOPENED')).status).toBe(200)
  const stale = {
    status: 409,
    body: {
      code: 'DECIDED',
      message: 'Emil Editor decided this first.',
      decidedBy: { _id: editor.user._id, name: 'Emil Editor' },
    },
  }
  expect(await decide(owner, _id, 2, 'ACCEPTED')).toMatchObject(stale)
  const seen = (await fixes()).fixes.find((one) => one._id === _id)?.checked?.decidedAt
  expect((await decide(owner, _id, 2, 'ACCEPTED', seen)).body.result.status).toBe('RESOLVED')

  await put(editor, own._id, place(2, { x: 0.5, y: 0.5 }))
  expect(await put(commenter, own._id, { version: 2, gone: true })).toMatchObject(stale)
  expect((await decide(commenter, own._id, 2, 'ACCEPTED')).status).toBe(200)
  expect((await decide(commenter, _id, 2, 'UNCHECKED')).status).toBe(403)
  const guest = await newGuest(app, share)
  expect((await decide(guest, own._id, 2, 'UNCHECKED')).status).toBe(403)
  const looked = await fixes(2, guest)
  expect(looked.fixes.map(({ can }) => can.decide)).toEqual([false, false])
  expect(looked.can.align).toBe(false)
})

test('unsure pins of a page move by two pairs of places, and stay unsure until someone confirms each', async () => {
  const { owner, id, say, add, on, carried, fixes, put } = await newStack(app)
  const sure = await say({ x: 0.5, y: 0.5 })
  const region = await say({ x: 0.1, y: 0.1, width: 0.2, height: 0.2, shape: 'RECTANGLE' })
  const point = await say({ x: 0.2, y: 0.4 })
  const stop = findEach(app, () => ({ outcome: 'MOVED', confidence: 'UNSURE' }))
  await add()
  await carried(2)
  stop()
  await put(owner, sure._id, place(2, { x: 0.5, y: 0.5 }))
  const align = (
    pairs: [[[number, number], [number, number]], [[number, number], [number, number]]] | null,
    caller = owner,
  ) => app.call(alignPage, { params: { id }, body: { version: 2, pairs } }, caller)
  /** Half as large, with the upper left corners together. */
  const half = [
    [
      [0, 0],
      [0, 0],
    ],
    [
      [1, 1],
      [0.5, 0.5],
    ],
  ] as Parameters<typeof align>[0]
  expect((await align(half)).body.result).toMatchObject({ page: 1, pairs: half, by: { name: 'Olga Owner' } })
  const standing = async () => {
    const all = await on(2)
    return [sure, region, point].map(({ _id }) => all.find((one) => one._id === _id)?.carried)
  }
  const [first, second, third] = await standing()
  expect(first).toMatchObject({ confidence: 'SURE', marker: { x: 0.5, y: 0.5 } })
  expect(second).toMatchObject({ confidence: 'UNSURE', by: 'PERSON', outcome: 'MOVED' })
  for (const [key, value] of Object.entries({ x: 0.05, y: 0.05, width: 0.1, height: 0.1 }))
    expect(second?.marker?.[key as 'x']).toBeCloseTo(value)
  expect(third?.marker?.y).toBeCloseTo(0.2)
  expect((await fixes()).alignments).toMatchObject([{ page: 1, pairs: half }])
  expect((await fixes()).checked).toBe(1)

  const confirmed = await put(owner, point._id, { version: 2, marker: third?.marker ?? { x: 0, y: 0 } })
  expect(confirmed.body.result.carried).toMatchObject({ confidence: 'SURE', outcome: 'MOVED' })
  expect((await align(null)).body.result).toMatchObject({ pairs: null, by: null })
  const [, back, stays] = await standing()
  expect(back).toMatchObject({ by: 'MACHINE', marker: { x: 0.1, y: 0.1 } })
  expect(stays?.confidence).toBe('SURE')
  const same = [
    [
      [0, 0],
      [0, 0],
    ],
    [
      [0, 0],
      [1, 1],
    ],
  ] as Parameters<typeof align>[0]
  expect((await align(same)).status).toBe(422)
})

test('those who see only current versions see nothing of earlier ones, nor live', async () => {
  const { owner, review, id, say, add, on, fixes, carried, put } = await newStack(app)
  const body = { name: 'Client', onlyCurrent: true }
  const link = (await app.call(createShareLink, { params: { id: review._id }, body }, owner)).body.result
  const guest = await newGuest(app, link.shareCode)
  const { _id } = await say()
  const [mine, theirs] = [
    await listenToReview(app.url, review._id, owner),
    await listenToReview(app.url, review._id, guest),
  ]
  await add()
  expect((await mine.next('carry.ready')).data).toMatchObject({ _id: id, version: 2, state: 'READY' })
  await carried(2)
  await put(owner, _id, place(2, { x: 0.5, y: 0.5 }))
  expect((await mine.next('comment.fix')).data).toMatchObject({ _id, version: 2, can: { decide: true } })
  const last = await say()
  await theirs.next('comment.created')
  expect(theirs.heard.map(({ event }) => event)).not.toContain('comment.fix')
  expect(theirs.heard.map(({ event }) => event)).not.toContain('carry.ready')
  expect((await on(2, guest)).map((one) => one._id)).toEqual([last._id])
  expect(await fixes(2, guest)).toMatchObject({ toCheck: 0, fixes: [], alignments: [] })
  expect((await put(guest, _id, { version: 2, undo: true })).status).toBe(404)
  await app.call(
    changeShareLink,
    { params: { id: review._id, linkId: link._id }, body: { onlyCurrent: false } },
    owner,
  )
  expect((await fixes(2, guest)).fixes).toHaveLength(1)
  mine.close()
  theirs.close()
})
