import * as sending from '@wingmark/contract/deliveries'
import * as receiving from '@wingmark/contract/received-deliveries'
import type { RouteBodyInput } from '@wingmark/contract/route'
import { copyTransfer, createTransfer, deleteTransfer, downloadTransfers } from '@wingmark/contract/transfers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { beginDownload } from '../../../../test/begin-download.ts'
import { eventually } from '../../../../test/eventually.ts'
import { newFile, newUser, type Person, png } from '../../../../test/people.ts'
import { readZip } from '../../../../test/read-zip.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { Caller, TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
let owner: Person
withApp.beforeAll(({ app: shared }) => {
  app = shared
})
beforeEach(async () => {
  owner = await newUser(app, 'Olga Owner')
})

/** More than the buffers between server and client hold. */
const large = Buffer.concat([png(), Buffer.alloc(40_000_000, 7)])

async function newItem(name: string, bytes = png(), parent: string | null = null) {
  const file = (await newFile(app, owner, { purpose: 'TRANSFER', name, bytes }))._id
  return (await app.call(createTransfer, { body: { file, name, parent } }, owner)).body.result._id
}
const newFolder = async (name: string) =>
  (await app.call(createTransfer, { body: { type: 'FOLDER', name } }, owner)).body.result._id
const send = async (body: RouteBodyInput<typeof sending.createDelivery>) =>
  (await app.call(sending.createDelivery, { body }, owner)).body.result
type Sent = Awaited<ReturnType<typeof send>>
const look = (sent: Sent, caller: Caller = { share: sent.shareCode }) =>
  app.call(receiving.getDeliveryPage, { params: { id: sent._id } }, caller)
const claim = async (sent: Sent, items?: string[], caller: Caller = { share: sent.shareCode }) => {
  const body = { delivery: sent._id, ...(items ? { items } : {}) }
  return (await app.call(downloadTransfers, { body }, caller)).body.result
}
const close = (sent: Sent) =>
  app.call(
    sending.changeDeliveryLink,
    { params: { id: sent._id, linkId: sent.links[0]?._id ?? '' }, body: { access: 'NONE' } },
    owner,
  )
const remove = (id: string) => app.call(deleteTransfer, { params: { id }, body: {} }, owner)
const set = (sql: string, sent: Sent) => app.deps.db.pool.query(`${sql} where delivery_id = $1`, [sent._id])
const shortly = { timeout: 5_000, interval: 100 }

describe('a started download', () => {
  test('is cut when the link is closed: a file, a zip and its direct address', async () => {
    const one = await newItem('large.psd', large)
    const sent = await send({ items: [one, await newItem('small.png')] })
    const direct = (await look(sent)).body.result.files.results[0]?.file.url ?? ''
    const begun = await Promise.all([
      beginDownload(app, (await claim(sent, [one])).url),
      beginDownload(app, (await claim(sent)).url),
      beginDownload(app, direct),
    ])
    expect(begun.map((download) => [download.status, download.isHeld()])).toEqual(
      begun.map(() => [200, true]),
    )
    await close(sent)
    await vi.waitFor(() => expect(begun.some((download) => download.isHeld())).toBe(false), shortly)
  })

  test('is cut when its file is deleted, but outlasts the link’s expiry, also a changed one', async () => {
    const [one, two] = [await newItem('one.psd', large), await newItem('two.psd', large)]
    const sent = await send({ items: [one, two] })
    const direct = (await look(sent)).body.result.files.results[1]?.file.url ?? ''
    const [urlOfOne, urlOfTwo] = [(await claim(sent, [one])).url, (await claim(sent, [two])).url]
    const past = [await beginDownload(app, urlOfTwo), await beginDownload(app, direct)]
    await set(`update share_links set expires_at = now() - interval '1 minute'`, sent)
    // Started last, so checked last.
    const deleted = await beginDownload(app, urlOfOne)
    await remove(one)
    await vi.waitFor(() => expect(deleted.isHeld()).toBe(false), shortly)
    const areHeld = () => past.map((download) => [download.status, download.isHeld()])
    expect(areHeld()).toEqual(past.map(() => [200, true]))
    expect((await look(sent)).status).toBe(410)
    await app.call(sending.changeDelivery, { params: { id: sent._id }, body: { days: 3 } }, owner)
    expect(areHeld()).toEqual(past.map(() => [200, true]))
    for (const url of [urlOfTwo, (await claim(sent)).url, direct]) {
      const part = await app.fetch(new URL(url, app.url).pathname + new URL(url, app.url).search, {
        headers: { range: 'bytes=100-199' },
      })
      expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 100])
    }
    for (const download of past) download.end()
  })

  test('under a limit can resume for a day, even if its last part came first', async () => {
    const item = await newItem('poster.png', png(40, 40))
    const sent = await send({ items: [item], maxDownloads: 1 })
    const { url } = await claim(sent, [item])
    const fetchRange = (range: string) => app.fetch(url, { headers: { range } })
    expect((await fetchRange('bytes=100-')).status).toBe(206)
    await eventually(async () => expect((await look(sent, owner)).body.result.downloadsLeft).toBe(0))
    await set(`update downloads set finished_at = now() - interval '3 hours'`, sent)
    expect((await fetchRange('bytes=50-99')).status).toBe(206)
    expect((await fetchRange('bytes=0-49')).status).toBe(404)
    await set(`update downloads set started_at = now() - interval '25 hours'`, sent)
    expect((await fetchRange('bytes=50-99')).status).toBe(404)
  })
})

test('the sender downloads everything of a delivery larger than one call', async () => {
  const folder = await newFolder('Empty')
  const ids = [folder]
  while (ids.length < 520) {
    const [id = '', ...also] = ids.slice(0, 260)
    const made = await app.call(copyTransfer, { params: { id }, body: { also } }, owner)
    ids.push(...made.body.results.map((item) => item._id))
  }
  const sent = await send({ items: ids.slice(0, 500) })
  const add = [...ids.slice(500), await newItem('one.png')]
  await app.call(sending.changeDelivery, { params: { id: sent._id }, body: { add } }, owner)
  const all = await claim(sent, undefined, owner)
  expect([all.claim, all.url.length < 400]).toEqual([null, true])
  const answer = await app.fetch(all.url)
  expect([...readZip(Buffer.from(await answer.arrayBuffer())).keys()]).toHaveLength(add.length + 500)
  const other = await send({ items: [folder] })
  expect((await app.fetch(all.url.replace(sent._id, other._id))).status).toBe(401)
})

test('a signed-in recipient with a link that is locked, expired, used up or closed', async () => {
  const item = await newItem('one.png')
  const [locked, ended, usedUp, closed] = [
    await send({ items: [item], accessKey: 'open sesame' }),
    await send({ items: [item] }),
    await send({ items: [item], maxDownloads: 1 }),
    await send({ items: [item] }),
  ]
  await set(`update share_links set expires_at = now() - interval '1 minute'`, ended)
  await app.deps.db.pool.query('update deliveries set download_count = 1 where id = $1', [usedUp._id])
  await close(closed)
  const stranger = await newUser(app, 'Stan Stranger')
  const statuses = async ({ _id: id, shareCode: share, links: [link] }: Sent) => {
    const [caller, params] = [
      { ...stranger, share },
      { id, linkId: link?._id ?? '' },
    ]
    const ofReceivers = [
      await app.call(receiving.getDeliveryPage, { params }, caller),
      await app.call(downloadTransfers, { body: { delivery: id } }, caller),
      await app.call(receiving.keepDelivery, { params, body: {} }, caller),
    ]
    const ofSender = [
      await app.call(sending.getDelivery, { params }, caller),
      await app.call(sending.changeDelivery, { params, body: { title: 'Mine' } }, caller),
      await app.call(sending.deleteDelivery, { params }, caller),
      await app.call(sending.remindRecipients, { params, body: {} }, caller),
      await app.call(sending.listDeliveryActivity, { params }, caller),
      await app.call(sending.listDeliveryLinks, { params }, caller),
      await app.call(sending.changeDeliveryLink, { params, body: { access: 'NONE' } }, caller),
    ]
    const all = [ofReceivers, ofSender].map((answers) => new Set(answers.map((answer) => answer.status)))
    return all.map((one) => [...one])
  }
  expect(await statuses(locked)).toEqual([[423], [403]])
  expect(await statuses(ended)).toEqual([[410], [403]])
  expect(await statuses(usedUp)).toEqual([[410], [403]])
  expect(await statuses(closed)).toEqual([[404], [404]])
})
