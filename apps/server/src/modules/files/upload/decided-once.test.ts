import { Readable } from 'node:stream'
import { changeShareAccess } from '@wingmark/contract/reviews'
import { expect, test } from 'vitest'
import { formEnd, formType, part, sendRaw } from '../../../../test/files.ts'
import { newGuest, newReview, newUser, png, upload } from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { TestApp } from '../../../../test/start-test-app.ts'
import { accessAsked } from '../../../../test/statements-of.ts'
import { askTus, callTus, createTus, newTus, sendPiece } from '../../../../test/tus.ts'
import { decidePlace, keepFile } from './service.ts'

let app: TestApp
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
})

test('what a guest attaches is decided once for each request, however it is sent', async () => {
  const { review, share } = await newReview(app, await newUser(app))
  const guest = await newGuest(app, share)
  const wanted = { purpose: 'COMMENT', review: review._id }
  const bytes = png(30, 20)
  const size = bytes.length
  const once = ['access-review']
  const asked = (run: () => Promise<unknown>) => accessAsked(app, run)

  expect(await asked(() => upload(app, guest, wanted))).toEqual(once)
  const repeated = { ...wanted, bytes, headers: { 'idempotency-key': crypto.randomUUID() } }
  expect(await asked(() => upload(app, guest, repeated))).toEqual(once)
  expect(await asked(() => upload(app, guest, repeated))).toEqual(['access-link'])
  const whole = { ...wanted, size, body: bytes }
  expect(await asked(() => createTus(app, guest, whole))).toEqual(once)
  const begun = { ...wanted, size, body: bytes.subarray(0, 20) }
  expect(await asked(() => createTus(app, guest, begun))).toEqual(once)
  expect(await asked(() => createTus(app, guest, { ...wanted, size }))).toEqual(once)

  const path = await newTus(app, guest, { ...wanted, size })
  expect(await asked(() => sendPiece(app, guest, path, 0, bytes.subarray(0, 20)))).toEqual(once)
  expect(await asked(() => sendPiece(app, guest, path, 20, bytes.subarray(20)))).toEqual(once)
  expect(await asked(() => askTus(app, guest, path))).toEqual(once)
  expect(await asked(() => callTus(app, guest, { method: 'DELETE', path }))).toEqual(once)
})

test('a form that names another review after its file is decided for that one', async () => {
  const owner = await newUser(app)
  const [open, other] = [await newReview(app, owner), await newReview(app, owner)]
  const guest = await newGuest(app, open.share)
  const naming = (review: string) => part('name="review"', review)
  const send = (last: string) =>
    sendRaw(
      app,
      guest,
      formType,
      Buffer.concat([
        part('name="purpose"', 'COMMENT'),
        naming(open.review._id),
        part('name="file"; filename="a.png"', png()),
        naming(last),
        formEnd,
      ]),
    )
  expect((await send(open.review._id))?.status).toBe(201)
  expect((await send(other.review._id))?.status).toBe(404)
})

test('what has been arriving for more than a minute is decided about again when it is there', async () => {
  const owner = await newUser(app)
  const { review, share } = await newReview(app, owner)
  const { id } = await newGuest(app, share)
  const actor = { kind: 'guest', id, name: 'Gina Guest' } as const
  const uploader = { actor, network: '::1', share, idempotencyKey: null }
  const fields = new Map([
    ['purpose', 'COMMENT'],
    ['review', review._id],
  ])
  const place = await decidePlace(app.deps, uploader, fields)
  const bytes = await app.deps.storage.receive(Readable.from([png()]), {
    limitBytes: 1_000,
    takesEmpty: false,
  })
  const arrived = { name: 'a.png', type: 'image/png', bytes }
  await app.call(changeShareAccess, { params: { id: review._id }, body: { access: 'VIEW' } }, owner)
  const aged = { ...place, decidedAt: place.decidedAt - 61_000 }
  await expect(keepFile(app.deps, uploader, { ...arrived, place: aged })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  await app.deps.storage.discard(bytes)
})
