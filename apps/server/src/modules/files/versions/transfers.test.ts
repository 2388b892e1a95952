import { createDelivery, listDeliveryItems } from '@wingmark/contract/deliveries'
import { duplicateFile, type File, getFile } from '@wingmark/contract/files'
import { getDeliveryPage, keepDelivery } from '@wingmark/contract/received-deliveries'
import { createReview } from '@wingmark/contract/reviews'
import { createTransfer, downloadTransfers, getTransfer } from '@wingmark/contract/transfers'
import { getUsage } from '@wingmark/contract/users'
import { addVersion, changeVersion, deleteVersion } from '@wingmark/contract/versions'
import { expect, test } from 'vitest'
import { addMember, newFile, newReview, newUser, type Person, png } from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
let owner: Person
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
  owner = await newUser(app, 'Olga Owner')
})

const used = async () => (await app.call(getUsage, {}, owner)).body.result.storage.usedBytes
const add = (id: string, file: string) =>
  app.call(addVersion, { params: { id }, body: { file, note: '' } }, owner)
const addNew = async (id: string, name: string, bytes = png(40, 30)) => {
  expect((await add(id, (await newFile(app, owner, { bytes, name }))._id)).status).toBe(201)
  return bytes.length
}
const place = (file: string, name: string) => app.call(createTransfer, { body: { file, name } }, owner)
const transfer = async (id: string) => (await app.call(getTransfer, { params: { id } }, owner)).body.result
const fetchBytes = (address: string, range?: string) =>
  app.fetch(address.replace(app.deps.config.filesUrl, ''), range === undefined ? {} : { headers: { range } })
const bytesOf = async (address: string, range?: string) => {
  const answer = await fetchBytes(address, range)
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
}
const original = async (file: File | undefined) => (await bytesOf(file?.url ?? '')).bytes

test('a file is in a review or in transfers, never in both, also when both are asked at once', async () => {
  const { files } = await newReview(app, owner)
  expect((await place(files[0]?._id ?? '', 'poster.png')).status).toBe(409)
  const stored = await Promise.all(Array.from({ length: 8 }, () => newFile(app, owner)))
  const publish = (file: string) =>
    app.call(createReview, { body: { name: 'Autumn posters', files: [file] } }, owner)
  for (const { _id: file, name } of stored) {
    const both = await Promise.all([publish(file), place(file, name)])
    expect(both.filter(({ status }) => status === 201)).toHaveLength(1)
  }
  const { _id: placed, name } = await newFile(app, owner)
  expect((await place(placed, name)).status).toBe(201)
  expect([(await publish(placed)).status, (await add(files[0]?._id ?? '', placed)).status]).toEqual([
    422, 422,
  ])
})

test('a delivery of a review keeps what it was sent with, whatever version is current, and its transfers their size', async () => {
  const { review, files } = await newReview(app, owner, 1, 'Spring posters')
  const id = files[0]?._id ?? ''
  const before = await original((await app.call(getFile, { params: { id } }, owner)).body.result)
  const sent = (await app.call(createDelivery, { body: { review: review._id, title: 'Finals' } }, owner)).body
    .result
  const item = sent.items[0]?._id ?? ''
  const [placed, charged] = [await transfer(item), await used()]
  const share = { share: sent.shareCode }
  const page = async () => (await app.call(getDeliveryPage, { params: { id: sent._id } }, share)).body.result
  const link = (await page()).files.results[0]?.file.url ?? ''
  const claimed = (await app.call(downloadTransfers, { body: { delivery: sent._id, items: [item] } }, share))
    .body.result
  const begun = await bytesOf(claimed.url, 'bytes=0-49')
  expect([begun.status, begun.bytes]).toEqual([206, before.subarray(0, 50)])

  const second = await addNew(id, 'second.png')
  const third = await addNew(id, 'third.png', png(60, 50))
  await app.call(changeVersion, { params: { id, number: '2' }, body: { current: true } }, owner)
  await app.call(deleteVersion, { params: { id, number: '1' } }, owner)

  expect((await bytesOf(claimed.url, 'bytes=50-')).bytes).toEqual(before.subarray(50))
  expect((await bytesOf(link)).bytes).toEqual(before)
  expect((await page()).files.results).toMatchObject([
    { file: { name: files[0]?.name, size: before.length } },
  ])
  const after = await transfer(item)
  expect(after).toMatchObject({ name: placed.name, parent: placed.parent, size: before.length })
  expect(await original(after.file ?? undefined)).toEqual(before)
  expect(await used()).toBe(charged + second + third)
})

test('a transfer says when its review has a newer version, to those who may copy it, until it is there', async () => {
  const { review, files } = await newReview(app, owner)
  const id = files[0]?._id ?? ''
  const sent = (await app.call(createDelivery, { body: { review: review._id } }, owner)).body.result
  const item = sent.items[0]?._id ?? ''
  expect((await transfer(item)).newer).toBeUndefined()
  await addNew(id, 'second.png')
  await addNew(id, 'third.png', png(60, 50))
  const newer = { file: id, name: 'design-1.png', version: 3 }
  expect((await transfer(item)).newer).toEqual(newer)
  const items = async () =>
    (await app.call(listDeliveryItems, { params: { id: sent._id } }, owner)).body.results
  expect(await items()).toMatchObject([{ _id: item, newer }])
  await app.call(changeVersion, { params: { id, number: '1' }, body: { current: true } }, owner)
  expect((await transfer(item)).newer).toBeUndefined()
  await app.call(changeVersion, { params: { id, number: '3' }, body: { current: true } }, owner)

  const reader = await newUser(app)
  const kept = await app.call(
    keepDelivery,
    { params: { id: sent._id }, body: {} },
    { ...reader, share: sent.shareCode },
  )
  const theirs = { params: { id: kept.body.results[0]?._id ?? '' } }
  const newerFor = async () => (await app.call(getTransfer, theirs, reader)).body.result.newer
  expect([kept.status, await newerFor()]).toEqual([201, undefined])
  await addMember(app, review._id, reader, 'COMMENTER')
  expect(await newerFor()).toBeUndefined()

  const copy = (await app.call(duplicateFile, { params: { id } }, owner)).body.result
  expect((await place(copy._id, 'third.png')).status).toBe(201)
  expect((await transfer(item)).newer).toBeUndefined()
  // What was sent stays.
  expect((await items()).map(({ _id }) => _id)).toEqual([item])
})

test('a transfer that becomes a version stays as it is, and each of its files is charged', async () => {
  const { files } = await newReview(app, owner)
  const id = files[0]?._id ?? ''
  const bytes = png(70, 20)
  const uploaded = await newFile(app, owner, { purpose: 'TRANSFER', name: 'final.png', bytes })
  const placed = (await place(uploaded._id, 'final.png')).body.result
  const sent = (await app.call(createDelivery, { body: { items: [placed._id] } }, owner)).body.result
  const charged = await used()
  const copy = (await app.call(duplicateFile, { params: { id: uploaded._id } }, owner)).body.result
  expect((await add(id, copy._id)).body.result).toMatchObject({ _id: id, version: 2 })
  expect(await used()).toBe(charged + bytes.length)

  await addNew(id, 'third.png')
  await app.call(deleteVersion, { params: { id, number: '2' } }, owner)
  const after = await transfer(placed._id)
  expect(after).toMatchObject({ name: 'final.png', size: bytes.length, file: { _id: uploaded._id } })
  expect(await original(after.file ?? undefined)).toEqual(bytes)
  const page = await app.call(getDeliveryPage, { params: { id: sent._id } }, { share: sent.shareCode })
  expect(await original(page.body.result.files.results[0]?.file)).toEqual(bytes)
})

test('a download that has begun ends with its bytes, though another version is current by then', async () => {
  const bytes = png(4000, 2000)
  const stored = await newFile(app, owner, { bytes, name: 'large.png' })
  const body = { name: 'Large posters', files: [stored._id] }
  expect((await app.call(createReview, { body }, owner)).status).toBe(201)
  const params = { id: stored._id }
  const { url = '' } = (await app.call(getFile, { params }, owner)).body.result
  const begun = await fetchBytes(url)
  const half = await bytesOf(url, 'bytes=0-999')
  await addNew(stored._id, 'second.png')
  const rest = await bytesOf(url, 'bytes=1000-')
  expect(Buffer.concat([half.bytes, rest.bytes]).equals(bytes)).toBe(true)
  expect(Buffer.from(await begun.arrayBuffer()).equals(bytes)).toBe(true)
})
