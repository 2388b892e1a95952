import { createReview, getReview, updateReview } from '@wingmark/contract/reviews'
import { addVersion } from '@wingmark/contract/versions'
import { expect, test } from 'vitest'
import { newReview, newUser, type Person, png, upload } from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { TestApp } from '../../../../test/start-test-app.ts'
import { createTus, newTus, sendPiece } from '../../../../test/tus.ts'

let app: TestApp
let owner: Person
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
  owner = await newUser(app)
})

const refusal = 'One or more files were uploaded for another review.'

/** The three ways to upload: one request, in pieces, a form. */
const ways: Record<string, (target?: string) => Promise<string>> = {
  'in one request': async (target) =>
    (await createTus(app, owner, { size: png().length, body: png(), ...(target && { target }) })).file ?? '',
  'in pieces': async (target) => {
    const path = await newTus(app, owner, { size: png().length, ...(target && { target }) })
    return (await sendPiece(app, owner, path, 0, png())).file ?? ''
  },
  'in a form': async (target) => (await upload(app, owner, target ? { target } : {})).body.result._id,
}
const publish = (files: string[]) =>
  app.call(createReview, { body: { name: 'Autumn posters', files } }, owner)
const add = (id: string, files: string[], takesNew?: boolean) =>
  app.call(updateReview, { params: { id }, body: { files, ...(takesNew && { takesNew }) } }, owner)
const filesOf = async (id: string) =>
  (await app.call(getReview, { params: { id } }, owner)).body.result.review.files

test.for(Object.keys(ways))('a file sent %s for one review joins no other', async (way) => {
  const send = ways[way] as (typeof ways)[string]
  const [spring, menu] = [(await newReview(app, owner)).review, (await newReview(app, owner)).review]
  const before = await filesOf(menu._id)
  const file = await send(spring._id.toUpperCase())
  for (const answer of [
    await publish([file]),
    await add(menu._id, [file]),
    await add(menu._id, [file], true),
  ])
    expect([answer.status, answer.body.message]).toEqual([409, refusal])
  const params = { id: menu.files[0] ?? '' }
  expect((await app.call(addVersion, { params, body: { file } }, owner)).status).toBe(409)
  expect(await filesOf(menu._id)).toEqual(before)
  expect((await add(spring._id, [file])).body.result.review.files.at(-1)).toBe(file)
})

test('a file for a new review joins no existing one, only the one made with its upload', async () => {
  const { review } = await newReview(app, owner)
  const [first, second] = [await ways['in pieces']?.('new'), await ways['in one request']?.('new')] as [
    string,
    string,
  ]
  expect((await add(review._id, [first])).body.message).toBe(refusal)
  const params = { id: review.files[0] ?? '' }
  expect((await app.call(addVersion, { params, body: { file: first } }, owner)).status).toBe(409)
  const made = (await publish([first])).body.result
  expect(made.files).toEqual([first])
  expect((await add(made._id, [second], true)).body.result.review.files).toEqual([first, second])
})

test('a file without a target joins any review of its owner', async () => {
  const { review } = await newReview(app, owner)
  const file = (await ways['in a form']?.()) ?? ''
  expect((await add(review._id, [file])).status).toBe(200)
  expect((await publish([(await ways['in pieces']?.()) ?? ''])).status).toBe(201)
})

test('a target that is neither a review’s id nor new is refused before any byte', async () => {
  const answer = await createTus(app, owner, { size: 500_000_000, target: 'spring' })
  expect([answer.status, answer.message]).toEqual([422, 'A target is the id of a review, or new.'])
  expect((await upload(app, owner, { target: '' })).status).toBe(422)
})
