import * as sending from '@wingmark/contract/deliveries'
import { liveDeliveryPath } from '@wingmark/contract/live'
import { listNotifications } from '@wingmark/contract/notifications'
import * as receiving from '@wingmark/contract/received-deliveries'
import { deleteReview } from '@wingmark/contract/reviews'
import type { RouteBodyInput } from '@wingmark/contract/route'
import {
  copyTransfer,
  createTransfer,
  deleteTransfer,
  downloadTransfers,
  listTransfers,
  restoreTransfer,
} from '@wingmark/contract/transfers'
import { deleteAccount, getUsage } from '@wingmark/contract/users'
import { beforeEach, describe, expect, test } from 'vitest'
import { tendEnds } from '#server/modules/deliveries/expiry/service'
import { eventually } from '../../../test/eventually.ts'
import { listen, soonMs } from '../../../test/listen-live.ts'
import { mailsFor } from '../../../test/mail-box.ts'
import {
  newFile,
  newGuest,
  newReview,
  newUser,
  type Person,
  password,
  png,
  waitUntilIdle,
} from '../../../test/people.ts'
import { readZip } from '../../../test/read-zip.ts'
import { withApp } from '../../../test/shared-app.ts'
import type { Caller, TestApp } from '../../../test/start-test-app.ts'

let app: TestApp
let owner: Person
withApp.beforeAll(({ app: shared }) => {
  app = shared
})
beforeEach(async () => {
  owner = await newUser(app, 'Olga Owner')
})

const newFolder = async (name: string) =>
  (await app.call(createTransfer, { body: { type: 'FOLDER', name } }, owner)).body.result._id
async function newItem(name: string, parent: string | null = null, bytes = png()) {
  const file = (await newFile(app, owner, { purpose: 'TRANSFER', name, bytes }))._id
  return (await app.call(createTransfer, { body: { file, name, parent } }, owner)).body.result._id
}
const tryToSend = (body: RouteBodyInput<typeof sending.createDelivery>, key?: string) =>
  app.call(sending.createDelivery, { body, ...(key ? { headers: { 'idempotency-key': key } } : {}) }, owner)
const send = async (body: RouteBodyInput<typeof sending.createDelivery>) =>
  (await tryToSend(body)).body.result
const change = (id: string, body: RouteBodyInput<typeof sending.changeDelivery>, caller: Caller = owner) =>
  app.call(sending.changeDelivery, { params: { id }, body }, caller)
const see = async (id: string) => (await app.call(sending.getDelivery, { params: { id } }, owner)).body.result
const look = (id: string, share: string, caller: Caller = {}) =>
  app.call(receiving.getDeliveryPage, { params: { id } }, { ...caller, share })
const open = (shareCode: string, accessKey?: string) =>
  app.call(receiving.openDelivery, { body: { shareCode, ...(accessKey ? { accessKey } : {}) } })
const claim = (
  delivery: string,
  share: string,
  more: { items?: string[]; claim?: string } = {},
  caller: Caller = {},
) => app.call(downloadTransfers, { body: { delivery, ...more } }, { ...caller, share })
const fetchBytes = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await app.fetch(url.replace(app.deps.config.filesUrl, ''), { headers })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}
const countFetched = async (id: string) => {
  const { body } = await app.call(sending.listDeliveryActivity, { params: { id } }, owner)
  return body.results.filter((entry) => entry.action === 'DOWNLOADED').length
}
/** The email with this subject, once it has arrived. */
const mailTo = (address: string, subject: string) =>
  eventually(async () => {
    const found = (await mailsFor(app, address)).filter((mail) => mail.subject === subject)
    expect(found).toHaveLength(1)
    return found[0]
  })
const confirm = (person: Person) =>
  app.deps.db.pool.query('update users set email_confirmed_at = now() where id = $1', [person.user._id])
const end = (id: string) =>
  app.deps.db.pool.query(
    `update share_links set expires_at = now() - interval '1 minute' where delivery_id = $1`,
    [id],
  )
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

describe('sending', () => {
  test('makes a page behind a link, which shows the chosen items but never the address', async () => {
    const folder = await newFolder('Print')
    await newItem('b.png', folder)
    await newItem('A.png', folder)
    const [second, first] = [await newItem('second.png'), await newItem('first.png')]
    const sent = await send({
      items: [first, folder, second],
      title: 'Spring\r\nBcc: x',
      message: 'Here you are',
    })
    expect(sent).toMatchObject({
      title: 'Spring Bcc: x',
      state: 'OPEN',
      isComplete: true,
      fileCount: 4,
      itemCount: 3,
      maxDownloads: null,
      hasAccessKey: false,
      can: { edit: true, delete: true },
      links: [{ can: { rename: true, rotate: true, delete: false } }],
    })
    expect(Math.round((Date.parse(sent.expiresAt ?? '') - Date.now()) / 86_400_000)).toBe(7)
    expect(sent.items.map((item) => item.name)).toEqual(['first.png', 'Print', 'second.png'])
    expect(sent.shareUrl).toContain(`/transfers/${sent._id}?share=${sent.shareCode}`)

    const { body } = await look(sent._id, sent.shareCode)
    expect(body.result).toMatchObject({
      sender: { name: 'Olga Owner' },
      message: 'Here you are',
      can: { download: true, keep: false, change: false },
    })
    expect(JSON.stringify(body)).not.toContain(owner.user.email)
    const shown = body.result.files.results
    expect(shown.map((one) => [...one.path, one.name].join('/'))).toEqual([
      'first.png',
      'Print/A.png',
      'Print/b.png',
      'second.png',
    ])
    const some = { params: { id: sent._id }, query: { limit: 3 } }
    const page = await app.call(receiving.listDeliveryFiles, some, { share: sent.shareCode })
    const rest = await app.call(
      receiving.listDeliveryFiles,
      { ...some, query: { limit: 3, cursor: page.body.nextCursor ?? '' } },
      { share: sent.shareCode },
    )
    expect([page.body.total, rest.body.nextCursor]).toEqual([4, null])
    expect(rest.body.results.map((one) => one.name)).toEqual(['second.png'])
    expect((await fetchBytes(shown[0]?.file.url ?? '')).status).toBe(200)
    const listed = await app.call(sending.listDeliveries, { query: { state: 'OPEN', item: folder } }, owner)
    expect(listed.body.results.map((one) => one._id)).toEqual([sent._id])
    const stranger = await newUser(app)
    expect((await look(sent._id, 'some-other-code', stranger)).status).toBe(404)
  })

  test('shows each file once, in its first place, also when its folder was chosen, too', async () => {
    const outer = await newFolder('Outer')
    const inFolder = { type: 'FOLDER' as const, name: 'Inner', parent: outer }
    const inner = (await app.call(createTransfer, { body: inFolder }, owner)).body.result._id
    const [deep] = [await newItem('deep.png', inner), await newItem('also deep.png', inner)]
    const [last, early] = [await newItem('z.png', outer), await newItem('early.png', outer)]
    const pathsOf = async (items: string[]) => {
      const sent = await send({ items })
      const { files, itemCount, size } = (await open(sent.shareCode)).body.result
      expect(size).toBe(files.results.reduce((sum, one) => sum + one.size, 0))
      return [itemCount, ...files.results.map((one) => [...one.path, one.name].join('/'))]
    }
    const innerFiles = ['Inner/also deep.png', 'Inner/deep.png']
    expect(await pathsOf([early, inner, outer])).toEqual([3, 'early.png', ...innerFiles, 'Outer/z.png'])
    expect(await pathsOf([outer, inner, deep, last])).toEqual([
      1,
      'Outer/early.png',
      'Outer/z.png',
      ...innerFiles.map((path) => `Outer/${path}`),
    ])
  })

  test('is idempotent by key, and refused with a message', async () => {
    const item = await newItem('one.png')
    const key = crypto.randomUUID()
    const [one, two] = await Promise.all([
      tryToSend({ items: [item] }, key),
      tryToSend({ items: [item] }, key),
    ])
    expect(one.body.result._id).toBe(two.body.result._id)
    const bad: [object, number, string, string][] = [
      [{ items: [] }, 422, 'items', 'Add files to begin a transfer.'],
      [
        { items: [item], expiresAt: '2020-01-01T00:00:00Z' },
        422,
        'expiresAt',
        'Choose a time in the future.',
      ],
      [{ items: [item], maxDownloads: 0 }, 422, 'maxDownloads', 'Enter a whole number of 1 or more.'],
      [{ items: [item], maxDownloads: 1.5 }, 422, 'maxDownloads', 'Enter a whole number of 1 or more.'],
      [
        { items: [item], recipients: ['a@b.cd', 'b@b.cd', 'c@b.cd', 'no address'] },
        422,
        'recipients.3',
        'Invalid email address',
      ],
    ]
    for (const [body, status, field, message] of bad) {
      const answer = await tryToSend(body)
      expect([answer.status, answer.body.errors?.[field]]).toEqual([status, message])
    }
    const many = Array.from({ length: 51 }, (_, n) => `p${n}@example.test`)
    expect((await tryToSend({ items: [item], recipients: many })).status).toBe(429)
    expect((await tryToSend({ items: [crypto.randomUUID()] })).status).toBe(404)
  })

  test('sends the files of a review: copies in a folder of its name, charged, all or none', async () => {
    const { review, files } = await newReview(app, owner, 2, 'Spring / posters')
    const used = async () => (await app.call(getUsage, {}, owner)).body.result.storage.usedBytes
    const before = await used()
    const key = crypto.randomUUID()
    const body = { review: review._id, title: 'Finals' }
    const [one, two] = await Promise.all([tryToSend(body, key), tryToSend(body, key)])
    expect(one.body.result._id).toBe(two.body.result._id)
    const sent = one.body.result
    expect(sent).toMatchObject({ state: 'OPEN', fileCount: 2, itemCount: 2, size: (await used()) - before })
    expect(sent.items.map((item) => item.name)).toEqual(files.map((file) => file.name))
    const tree = (await app.call(listTransfers, {}, owner)).body.results
    expect(tree).toMatchObject([{ name: 'Spring _ posters', itemCount: 2 }])
    // They stay when the review goes.
    await app.call(deleteReview, { params: { id: review._id } }, owner)
    const page = (await look(sent._id, sent.shareCode)).body.result
    const stayed = await fetchBytes(page.files.results[1]?.file.url ?? '')
    expect([stayed.status, stayed.bytes.length]).toEqual([200, files[1]?.size])

    const { review: other, share, files: others } = await newReview(app, owner, 3)
    const chosen = [others[2]?._id ?? '', others[0]?._id ?? '']
    const some = (await tryToSend({ review: other._id, files: chosen })).body.result
    expect(some.items.map((item) => item.name)).toEqual([others[0]?.name, others[2]?.name])
    const strange = await tryToSend({ review: other._id, files: [...chosen, files[0]?._id ?? ''] })
    expect([strange.status, strange.body.errors]).toEqual([
      422,
      { files: 'One or more files weren’t found.' },
    ])
    const visitor = await newUser(app)
    const tried = await app.call(
      sending.createDelivery,
      { body: { review: other._id } },
      { ...visitor, share },
    )
    expect(tried.status).toBe(403)
    const stranger = await app.call(sending.createDelivery, { body: { review: other._id } }, visitor)
    expect(stranger.status).toBe(404)
    const quota = `update users set used_bytes = 1e15 where id = $1`
    await app.deps.db.pool.query(quota, [owner.user._id])
    expect((await tryToSend({ review: other._id })).status).toBe(507)
    expect((await app.call(sending.listDeliveries, {}, owner)).body.total).toBe(2)
    expect((await app.call(listTransfers, {}, owner)).body.total).toBe(2)
  })

  test('begins before the files have arrived; the emails leave with the last one, once', async () => {
    const anna = await newUser(app, 'Anna Receiver')
    await confirm(anna)
    const sent = await send({ expectedCount: 2, recipients: [anna.user.email, 'ben@example.test'] })
    expect(sent).toMatchObject({ state: 'WAITING', expectedCount: 2, fileCount: 0, recipientCount: 2 })
    const [one, two] = [await newItem('one.png'), await newItem('two.png')]
    await change(sent._id, { message: 'Soon.' })
    expect((await see(sent._id)).arrivedCount).toBe(0)
    // Uploaded, but not yet available for download.
    await change(sent._id, { arrivedCount: 1 })
    const up = (await look(sent._id, sent.shareCode)).body.result
    expect(up).toMatchObject({ arrivedCount: 1, fileCount: 0, expectedCount: 2 })
    await change(sent._id, { add: [one] })
    expect((await look(sent._id, sent.shareCode)).body.result).toMatchObject({
      arrivedCount: 1,
      fileCount: 1,
      expectedCount: 2,
    })
    await Promise.all([1, 2].map(() => change(sent._id, { add: [two], isComplete: true })))
    expect(await see(sent._id)).toMatchObject({
      state: 'OPEN',
      fileCount: 2,
      arrivedCount: 2,
      expectedCount: null,
    })
    const mail = await mailTo(anna.user.email, 'Olga Owner sent you one.png')
    const hers = (await see(sent._id)).links.find((link) => link.email === anna.user.email)
    expect(mail?.text).toContain(hers?.shareUrl)
    const notified = await app.call(listNotifications, {}, anna)
    expect(notified.body.results[0]).toMatchObject({
      action: 'TRANSFER_RECEIVED',
      subject: { kind: 'DELIVERY', _id: sent._id },
    })
    const received = await app.call(receiving.listReceived, {}, anna)
    expect(received.body.results[0]).toMatchObject({
      _id: sent._id,
      shareCode: hers?.shareCode,
      state: 'OPEN',
    })
  })

  test('shows and emails the first file’s thumbnail, unless there is a password', async () => {
    const items = [await newItem('poster.png')]
    const recipients = ['anna@example.test']
    await waitUntilIdle(app)
    await send({ items, title: 'Plain', recipients })
    await send({ items, title: 'Locked', recipients, accessKey: 'open sesame' })
    const plain = await mailTo('anna@example.test', 'Olga Owner sent you Plain')
    expect(plain?.attachments).toMatchObject([{ mimeType: 'image/webp', contentId: '<first-file>' }])
    expect(plain?.html).toContain('src="cid:first-file"')
    expect(plain?.html).not.toContain('src="http')
    const locked = await mailTo('anna@example.test', 'Olga Owner sent you Locked')
    expect(locked?.attachments).toEqual([])
  })

  test('tells the sender, live, which emails failed', async () => {
    const email = `${crypto.randomUUID()}@example.test`
    const first = await send({ items: [await newItem('one.png')], title: 'First', recipients: [email] })
    const mail = await mailTo(email, 'Olga Owner sent you First')
    const stop = mail?.headers.find((header) => header.key === 'list-unsubscribe')?.value.slice(1, -1) ?? ''
    await app.fetch(stop.replace(app.deps.config.publicUrl, ''), { method: 'POST' })
    const sent = await send({ items: [await newItem('two.png')], expectedCount: 1 })
    const stream = await listen(app.url, liveDeliveryPath(sent._id), owner, sent.lastEventId)
    await change(sent._id, { isComplete: true, recipients: [email] })
    await eventually(async () =>
      expect(await see(sent._id)).toMatchObject({
        unreachedCount: 1,
        links: [{ mailFailure: null }, { email, mailFailure: 'UNWANTED' }],
      }),
    )
    for (let heard = 0; heard < 2; heard++) await stream.next('delivery.updated')
    stream.close()
    expect((await see(first._id)).unreachedCount).toBe(0)
  })
})

describe('live', () => {
  test('a viewer hears what arrives, of no other viewer, and nothing once their access ends', async () => {
    const sent = await send({ expectedCount: 2 })
    const path = liveDeliveryPath(sent._id)
    const since = sent.lastEventId
    const [sender, visitor] = [
      await listen(app.url, path, owner, since),
      await listen(app.url, path, { share: sent.shareCode }, since),
    ]
    expect((await listen(app.url, path, await newUser(app))).status).toBe(404)
    await change(sent._id, { add: [await newItem('one.png')] })
    for (const one of [sender, visitor]) {
      const { data } = await one.next('delivery.updated')
      expect(data).toEqual({ _id: sent._id, isComplete: false, fileCount: 1, expectedCount: 2 })
    }
    const again = await listen(app.url, path, { share: sent.shareCode }, since)
    await again.next('delivery.updated')
    const linkId = (await see(sent._id)).links[0]?._id ?? ''
    const params = { id: sent._id, linkId }
    await app.call(sending.changeDeliveryLink, { params, body: { access: 'NONE' } }, owner)
    await visitor.ended(soonMs)
    await again.ended(soonMs)
    expect((await listen(app.url, path, { share: sent.shareCode })).status).toBe(404)
    expect([...sender.heard, ...visitor.heard].map((one) => one.event)).not.toContain('presence')
    sender.close()
  })
})

describe('changing', () => {
  test('an expired one opens again with a later expiry, and addresses end with removed rights', async () => {
    const [one, two] = [await newItem('one.png'), await newItem('two.png')]
    const sent = await send({ items: [one, two] })
    const before = (await look(sent._id, sent.shareCode)).body.result.files.results[1]?.file.url ?? ''
    await end(sent._id)
    expect((await look(sent._id, sent.shareCode)).status).toBe(410)
    expect((await open(sent.shareCode)).status).toBe(410)
    expect((await see(sent._id)).state).toBe('ENDED')
    const asked = await app.call(receiving.askForNewLink, {
      body: { shareCode: sent.shareCode, name: 'Ben' },
    })
    expect(asked.status).toBe(200)
    await mailTo(owner.user.email, 'Ben would like to download one.png')
    const notified = (await app.call(listNotifications, {}, owner)).body.results[0]
    const title = 'Would like to download “one.png”, through the main link'
    expect(notified).toMatchObject({ title, createdBy: { name: 'Ben' } })
    const anybody = await send({ items: [one], title: 'Finals' })
    await end(anybody._id)
    await app.call(receiving.askForNewLink, { body: { shareCode: anybody.shareCode } })
    await mailTo(owner.user.email, 'Someone with the main link would like to download Finals')
    expect((await change(sent._id, { days: 3, title: 'Again' })).body.result.state).toBe('OPEN')
    expect((await look(sent._id, sent.shareCode)).body.result.title).toBe('Again')
    expect((await fetchBytes(before)).status).toBe(200)
    await change(sent._id, { items: [two] })
    expect((await fetchBytes(before)).status).toBe(404)
    expect((await change(sent._id, { remove: [two] })).body.errors?.items).toBe(
      'Add files to begin a transfer.',
    )
    const now = (await look(sent._id, sent.shareCode)).body.result.files.results
    expect(now.map((file) => file.name)).toEqual(['two.png'])
    await app.call(deleteTransfer, { params: { id: two }, body: {} }, owner)
    expect((await fetchBytes(now[0]?.file.url ?? '')).status).toBe(404)
  })

  test('items restored from the trash are sent again, whatever the order since', async () => {
    const [one, two, three] = [await newItem('one.png'), await newItem('two.png'), await newItem('three.png')]
    const sent = await send({ items: [one, two, three] })
    await app.call(deleteTransfer, { params: { id: two }, body: {} }, owner)
    await change(sent._id, { items: [three, one] })
    await app.call(restoreTransfer, { params: { id: two }, body: {} }, owner)
    expect((await see(sent._id)).items.map((item) => item.name).toSorted()).toEqual([
      'one.png',
      'three.png',
      'two.png',
    ])
    await app.call(deleteTransfer, { params: { id: two }, body: {} }, owner)
    expect((await change(sent._id, { items: [] })).status).toBe(422)
  })

  test('parallel changes of the items both succeed', async () => {
    const names = ['a.png', 'b.png', 'c.png', 'd.png', 'e.png']
    const [a = '', b = '', c = '', d = '', e = ''] = await Promise.all(names.map((name) => newItem(name)))
    const sent = await send({ items: [a, b, c, d] })
    const orderOf = async () => (await see(sent._id)).items.map((item) => item.name[0]).join('')
    const moves = [
      { items: [a], before: null },
      { items: [d], before: b },
    ]
    const many = [...moves, ...moves, ...moves, ...moves]
    await Promise.all(many.map((move) => change(sent._id, { move })))
    expect(await orderOf()).toBe('dbca')
    await Promise.all([
      change(sent._id, { move: { items: [a], before: d } }),
      change(sent._id, { add: [e] }),
      change(sent._id, { remove: [c] }),
    ])
    expect(await orderOf()).toBe('adbe')
    // Removed, and added back in its place.
    await change(sent._id, { move: { items: [a], before: null } })
    await change(sent._id, { remove: [b] })
    const back = await change(sent._id, {
      add: [b],
      move: { items: [b.toUpperCase()], before: e.toUpperCase() },
    })
    expect(back.body.result.items.map((item) => item.name[0]).join('')).toBe('dbea')
    expect((await look(sent._id, sent.shareCode)).body.result.files.results[0]?.name).toBe('d.png')
    const seen = await listen(app.url, liveDeliveryPath(sent._id), owner, back.body.result.lastEventId)
    await change(sent._id, { move: { items: [e, d], before: b } })
    await seen.next('delivery.updated')
    seen.close()
    expect(await orderOf()).toBe('deba')
    const other = await newItem('other.png')
    for (const move of [
      { items: [c], before: null },
      { items: [a], before: other },
      { items: [a], before: c },
      { items: [], before: null },
    ])
      expect((await change(sent._id, { title: 'No', move })).status).toBe(422)
    expect((await see(sent._id)).title).toBe('')
    expect(await orderOf()).toBe('deba')
  })

  test('a change to the items waits for one in progress before it reads them', async () => {
    const [a, b, c] = [await newItem('a.png'), await newItem('b.png'), await newItem('c.png')]
    const sent = await send({ items: [a, b, c] })
    const { pool } = app.deps.db
    const first = await pool.connect()
    try {
      await first.query('begin')
      await first.query('select from deliveries where id = $1 for update', [sent._id])
      const order = `update delivery_items set position = case transfer_id when $2 then 1 when $3 then 2 else 3 end
        where delivery_id = $1`
      await first.query(order, [sent._id, c, b])
      const second = change(sent._id, { move: { items: [a], before: null } })
      await eventually(async () => {
        const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        expect((await pool.query(waiting)).rowCount).toBe(1)
      })
      await first.query('commit')
      expect((await second).body.result.items.map((item) => item.name)).toEqual(['c.png', 'b.png', 'a.png'])
    } finally {
      first.release()
    }
  })

  test('items in the trash keep their place', async () => {
    const [one, two, three] = [await newItem('one.png'), await newItem('two.png'), await newItem('three.png')]
    const sent = await send({ items: [one, two, three] })
    await app.call(deleteTransfer, { params: { id: two }, body: {} }, owner)
    const moved = await change(sent._id, { move: { items: [one], before: null } })
    expect(moved.body.result.items.map((item) => item.name)).toEqual(['three.png', 'one.png'])
    await app.call(restoreTransfer, { params: { id: two }, body: {} }, owner)
    expect((await see(sent._id)).items.map((item) => item.name)).toEqual(['two.png', 'three.png', 'one.png'])
  })

  test('more items than one call takes are listed by page, ordered and removed', async () => {
    const first = await newFolder('Folder')
    const ids = [first]
    while (ids.length < 520) {
      const [id = '', ...also] = ids.slice(0, 260)
      const made = await app.call(copyTransfer, { params: { id }, body: { also } }, owner)
      ids.push(...made.body.results.map((item) => item._id))
    }
    const sent = await send({ items: ids.slice(0, 500) })
    await change(sent._id, { add: ids.slice(500) })
    const all = async () => {
      const found: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const query: { limit: number; cursor?: string } =
          cursor === '' ? { limit: 90 } : { limit: 90, cursor }
        const answer = await app.call(sending.listDeliveryItems, { params: { id: sent._id }, query }, owner)
        found.push(...answer.body.results.map((item) => item._id))
        cursor = answer.body.nextCursor
      }
      return found
    }
    expect(await all()).toEqual(ids)
    const last = ids.at(-1) ?? ''
    await change(sent._id, { move: { items: [last], before: first } })
    await change(sent._id, { remove: [ids[510] ?? ''] })
    const left = [last, ...ids.slice(0, 510), ...ids.slice(511, -1)]
    expect(await all()).toEqual(left)
    expect(await see(sent._id)).toMatchObject({ itemCount: left.length, items: { length: 100 } })
    const query = { cursor: 'nowhere' }
    const bad = await app.call(sending.listDeliveryItems, { params: { id: sent._id }, query }, owner)
    expect(bad.body.errors?.['cursor']).toBe('Unknown cursor.')
  })

  test('damaged files are named on the page, and the rest still arrives', async () => {
    const sent = await send({ items: [await newItem('one.png'), await newItem('two.png')] })
    await app.deps.db.pool.query(
      `update blobs b set damaged_at = now() from files f where f.blob_id = b.id and f.name = 'two.png' and f.owner_id = $1`,
      [owner.user._id],
    )
    const { results } = (await look(sent._id, sent.shareCode)).body.result.files
    expect(results.map((file) => [file.name, file.isDamaged])).toEqual([
      ['one.png', false],
      ['two.png', true],
    ])
    const zip = readZip((await fetchBytes((await claim(sent._id, sent.shareCode)).body.result.url)).bytes)
    expect([...zip.keys()]).toEqual(['one.png', 'missing-files.txt'])
  })

  test('a key is required, a wrong one refused, and previews can be withheld', async () => {
    const sent = await send({
      items: [await newItem('secret.png')],
      accessKey: 'open sesame',
      allowPreview: false,
    })
    const { shareCode } = sent
    // Who holds the link learns who can tell them the key.
    for (const { status, body } of [await open(shareCode), await look(sent._id, shareCode)])
      expect({ status, body }).toMatchObject({ status: 423, body: { sender: { name: owner.user.name } } })
    expect((await app.call(receiving.getDeliveryPage, { params: { id: sent._id } })).body).not.toHaveProperty(
      'sender',
    )
    const wrong = await open(shareCode, 'not this')
    expect([wrong.status, wrong.body.message]).toEqual([403, 'This link or access key isn’t valid.'])
    const { shareToken, files } = (await open(shareCode, 'open sesame')).body.result
    expect(files.results[0]?.file).toMatchObject({ previewUrl: '', thumbnailUrl: '' })
    expect((await look(sent._id, shareToken)).status).toBe(200)
    await change(sent._id, { accessKey: 'another one' })
    expect((await look(sent._id, shareToken)).status).toBe(404)
    const tries = await Promise.all(Array.from({ length: 12 }, (_, n) => open(shareCode, `not this ${n}`)))
    const refused = tries.find((answer) => answer.status === 429)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('the HTML names sender and contents, with the first picture unless withheld', async () => {
    const items = [await newItem('one.png'), await newItem('two.png')]
    await waitUntilIdle(app)
    const htmlOf = async ({ _id, shareCode }: { _id: string; shareCode: string }) => {
      const html = await (await app.fetch(`/transfers/${_id}?share=${shareCode}`)).text()
      return (
        /<section id="first-delivery" aria-label="Sent files">[^]*?(?=<script type="application\/json")/.exec(
          html,
        )?.[0] ?? ''
      )
    }
    const headOf = async ({ _id, shareCode }: { _id: string; shareCode: string }) => {
      const answer = await app.fetch(`/transfers/${_id}?share=${shareCode}`)
      const [head = ''] = (await answer.text()).split('</head>')
      const hasPicture = head.includes('og:image') && head.includes('/files/preview/')
      return [answer.headers.get('x-robots-tag'), answer.headers.get('referrer-policy'), hasPicture]
    }
    const shown = await send({ items })
    await eventually(async () => expect(await headOf(shown)).toEqual(['noindex', 'no-referrer', true]))
    const locked = await send({ items, title: 'Hidden one', accessKey: 'open sesame' })
    expect(await headOf(locked)).toEqual(['noindex', 'no-referrer', false])
    const html = await htmlOf(await send({ items, title: '<b>Spring</b>', message: 'a < b' }))
    expect(html).toContain('<b>Olga Owner</b> sent you')
    expect(html).toContain('<h1>&lt;b&gt;Spring&lt;/b&gt;</h1><p class="words">a &lt; b</p>')
    expect(html.match(/<img [^>]*>/g)).toEqual([expect.stringMatching(/\/files\/preview\/.* alt="one.png"/)])
    expect(html.match(/class="frame"/g)).toHaveLength(2)
    expect(html).toMatch(
      /<p class="facts">2 files · .+ · expires in 7 days<\/p><div class="rest"><span class="get">Download all</,
    )
    const folder = await newFolder('Print & more')
    const blank = Buffer.from('a,b')
    const list = await newItem('list.csv', folder, blank)
    const withFolder = await htmlOf(await send({ items: [...items, folder], days: 3 }))
    expect(withFolder).toContain(
      '<p class="folder">Print &amp; more</p><ul class="lines"><li><i></i><b>list.csv</b><span>3 B</span></li></ul>',
    )
    expect(await htmlOf(await send({ items: [list] }))).toContain('<span class="get">Download<')
    const withheld = await htmlOf(await send({ items, allowPreview: false }))
    expect(withheld).not.toContain('<img')
    expect(withheld.match(/<li>/g)).toHaveLength(2)
    expect(await htmlOf(await send({ items, accessKey: 'open sesame' }))).toBe('')
  })

  test('one link is closed alone, and recorded', async () => {
    const sent = await send({ items: [await newItem('one.png')], recipients: ['anna@example.test'] })
    const anna = sent.links.find((link) => link.email === 'anna@example.test')
    const linkId = anna?._id ?? ''
    const guest = await newGuest(app)
    expect((await look(sent._id, anna?.shareCode ?? '', guest)).status).toBe(200)
    await app.call(
      sending.changeDeliveryLink,
      { params: { id: sent._id, linkId }, body: { access: 'NONE' } },
      owner,
    )
    expect((await look(sent._id, anna?.shareCode ?? '', guest)).status).toBe(404)
    expect((await look(sent._id, sent.shareCode)).status).toBe(200)
    const record = async () =>
      (await app.call(sending.listDeliveryActivity, { params: { id: sent._id } }, owner)).body.results
    await eventually(async () =>
      expect((await record()).map((one) => [one.action, one.link?.name ?? null])).toEqual(
        expect.arrayContaining([
          ['LINK_CHANGED', 'anna@example.test'],
          ['OPENED', 'anna@example.test'],
        ]),
      ),
    )
    expect((await app.call(sending.deleteDelivery, { params: { id: sent._id } }, owner)).status).toBe(200)
    expect((await look(sent._id, sent.shareCode)).status).toBe(404)
  })
})

test('all links close at once, and those open before open again', async () => {
  const recipients = ['anna@example.test', 'ben@example.test']
  const sent = await send({ items: [await newItem('one.png')], recipients })
  const [main, anna, ben] = sent.links
  if (!main || !anna || !ben) throw new Error('three links')
  expect(sent.isLinkOpen).toBe(true)
  const one = await change(sent._id, { access: 'NONE', links: [main._id] })
  expect(one.body.result).toMatchObject({ state: 'OPEN', isLinkOpen: false })
  await change(sent._id, { access: 'VIEW', links: [main._id] })
  await change(sent._id, { access: 'NONE', links: [ben._id] })
  const { url } = (await claim(sent._id, anna.shareCode)).body.result
  const closed = (await change(sent._id, { access: 'NONE' })).body.result
  expect(closed).toMatchObject({ state: 'CLOSED', isLinkOpen: false })
  for (const link of sent.links) expect((await look(sent._id, link.shareCode)).status).toBe(404)
  expect((await fetchBytes(url)).status).toBe(404)
  const listed = await app.call(sending.listDeliveries, { query: { state: 'CLOSED' } }, owner)
  expect(listed.body.results.map((delivery) => delivery._id)).toEqual([sent._id])
  const opened = (await change(sent._id, { access: 'VIEW', links: [main._id, anna._id] })).body.result
  expect(opened.links.map((link) => link.access)).toEqual(['VIEW', 'VIEW', 'NONE'])
  expect((await look(sent._id, anna.shareCode)).status).toBe(200)
  const record = await app.call(sending.listDeliveryActivity, { params: { id: sent._id } }, owner)
  const changes = record.body.results.filter((entry) => entry.action === 'LINK_CHANGED')
  expect(changes.map((entry) => [entry.link?.name ?? null, entry.after])).toEqual([
    [null, 'VIEW'],
    [null, 'NONE'],
    ['ben@example.test', 'NONE'],
    ['Link', 'VIEW'],
    ['Link', 'NONE'],
  ])
  const strange = (await send({ items: [await newItem('two.png')] })).links[0]?._id ?? ''
  expect((await change(sent._id, { access: 'NONE', links: [strange] })).status).toBe(404)
})

describe('downloads', () => {
  test('are claimed: twenty at once under a limit of three get three', async () => {
    const sent = await send({ items: [await newItem('one.png')], maxDownloads: 3 })
    const page = (await look(sent._id, sent.shareCode)).body.result
    expect([page.downloadsLeft, page.files.results[0]?.file.url]).toEqual([3, undefined])
    const claims = await Promise.all(Array.from({ length: 20 }, () => claim(sent._id, sent.shareCode)))
    expect(claims.filter((answer) => answer.status === 200)).toHaveLength(3)
    const refused = claims.find((answer) => answer.status !== 200)
    expect([refused?.status, refused?.body.message]).toEqual([
      410,
      'This link has reached its download limit.',
    ])
    await app.deps.db.pool.query(
      `update downloads set started_at = now() - interval '25 hours' where delivery_id = $1`,
      [sent._id],
    )
    expect((await claim(sent._id, sent.shareCode)).status).toBe(200)
    // A returned claim now belongs to someone else.
    const early = claims.find((answer) => answer.status === 200)?.body.result.url ?? ''
    expect((await fetchBytes(early)).status).toBe(404)
  })

  test('count once the last byte is sent, whatever the ranges, and the first notifies the sender', async () => {
    const bytes = png(40, 40)
    const item = await newItem('poster.png', null, bytes)
    const sent = await send({ items: [item], maxDownloads: 1, recipients: ['anna@example.test'] })
    const anna = sent.links.find((link) => link.email !== null)?.shareCode ?? ''
    const given = (await claim(sent._id, anna, { items: [item] })).body.result
    expect(given).toMatchObject({ name: 'poster.png', size: bytes.length })
    await app.fetch(given.url, { method: 'HEAD' })
    const begun = await fetchBytes(given.url, { range: 'bytes=0-99' })
    expect((await see(sent._id)).downloadCount).toBe(0)
    const again = await claim(sent._id, anna, { items: [item], claim: given.claim ?? '' })
    expect(again.body.result.url).toBe(given.url)
    const rest = await fetchBytes(given.url, { range: 'bytes=100-' })
    expect(Buffer.concat([begun.bytes, rest.bytes]).equals(bytes)).toBe(true)
    await eventually(async () =>
      expect(await see(sent._id)).toMatchObject({ downloadCount: 1, state: 'OPEN' }),
    )
    const listed = (await app.call(sending.listDeliveries, { query: { item } }, owner)).body.results[0]
    expect(listed?.lastDownloadedAt).toBeTruthy()
    expect(listed?.downloadedBy).toMatchObject([
      { email: 'anna@example.test', downloadCount: 1, lastDownloadedAt: listed?.lastDownloadedAt },
    ])
    // A running download continues; it cannot start again.
    expect((await fetchBytes(given.url, { range: 'bytes=100-' })).status).toBe(206)
    for (const range of ['', 'bytes=0-', 'bytes=00-99', 'bytes=0-9,100-', 'bytes=-99999999'])
      expect((await fetchBytes(given.url, range === '' ? {} : { range })).status).toBe(404)
    const ofAnother = { range: 'bytes=100-', 'if-range': '"another"' }
    expect((await fetchBytes(given.url, ofAnother)).status).toBe(404)
    // Someone who has begun may take more of it for a day.
    expect((await look(sent._id, anna)).body.result).toMatchObject({ downloadsLeft: 0, isCounted: true })
    await app.deps.db.pool.query(
      `update downloads set started_at = now() - interval '25 hours' where delivery_id = $1`,
      [sent._id],
    )
    expect((await look(sent._id, anna)).status).toBe(410)
    await mailTo(owner.user.email, 'poster.png was downloaded')
    const notified = await app.call(listNotifications, {}, owner)
    expect(notified.body.results[0]).toMatchObject({
      action: 'TRANSFER_DOWNLOADED',
      title: '“poster.png” was downloaded',
      createdBy: { name: 'anna@example.test' },
    })
  })

  test('leave a receipt that lists what was downloaded', async () => {
    const folder = await newFolder('Print')
    const [a, b] = [await newItem('a.png', folder), await newItem('b.png', folder)]
    const c = await newItem('c.png')
    const sent = await send({ items: [folder, c], title: 'Finals', recipients: ['anna@example.test'] })
    const anna = sent.links.find((link) => link.email !== null)?.shareCode ?? ''
    const names: string[] = []
    const get = async (share: string, items?: string[]) => {
      const { url, name } = (await claim(sent._id, share, items ? { items } : {})).body.result
      names.push(name)
      const before = await countFetched(sent._id)
      await fetchBytes(url)
      await eventually(async () => expect(await countFetched(sent._id)).toBe(before + 1))
    }
    await get(sent.shareCode, [a, c])
    await get(sent.shareCode)
    await get(sent.shareCode, [b])
    await get(anna, [folder])
    expect(names).toEqual(['Finals, 2 of 3 files.zip', 'Finals.zip', 'b.png', 'Print.zip'])
    const record = await app.call(sending.listDeliveryActivity, { params: { id: sent._id } }, owner)
    const fetched = record.body.results.filter((entry) => entry.action === 'DOWNLOADED')
    expect(fetched.map((entry) => [entry.subject, entry.link?.name])).toEqual([
      ['2 of 3 files', 'anna@example.test'],
      ['b.png', 'Link'],
      ['all 3 files', 'Link'],
      ['2 of 3 files', 'Link'],
    ])
    const notified = (await app.call(listNotifications, {}, owner)).body.results
    expect(notified.map((one) => [one.title, one.createdBy.name])).toEqual([
      ['Downloaded from “Finals”: 2 of 3 files', 'anna@example.test'],
      ['“Finals” was downloaded', 'Someone with the main link'],
      ['Downloaded from “Finals”: 2 of 3 files', 'Someone with the main link'],
    ])
    await eventually(async () => {
      const texts = (await mailsFor(app, owner.user.email)).map((mail) => mail.text)
      expect(texts).toContainEqual(
        expect.stringContaining('Someone with the main link has downloaded 2 of 3 files.'),
      )
    })
  })

  test('say whether they can continue with the current items', async () => {
    const folder = await newFolder('Print')
    await newItem('a.png', folder)
    const single = await newItem('b.png')
    const sent = await send({ items: [folder, single] })
    const begin = async (items?: string[]) =>
      (await claim(sent._id, sent.shareCode, items ? { items } : {})).body.result
    const [all, some] = [await begin(), await begin([single])]
    const ask = async ({ claim: id }: { claim: string | null }) => {
      const call = { params: { id: sent._id }, query: { claim: id ?? '' } }
      return (await app.call(receiving.getDeliveryPage, call, { share: sent.shareCode })).body.result.claim
    }
    expect(await ask(all)).toEqual({ _id: all.claim, isOver: false, isFinished: false, isOfAll: true })
    await change(sent._id, { add: [await newItem('c.png')] })
    expect(await ask(all)).toEqual({ _id: all.claim, isOver: false, isFinished: false, isOfAll: false })
    await newItem('d.png', folder)
    expect((await ask(all))?.isOver).toBe(true)
    expect(await ask(some)).toMatchObject({ isOver: false, isFinished: false })
    const live = await listen(app.url, liveDeliveryPath(sent._id), { share: sent.shareCode })
    expect((await fetchBytes(some.url)).status).toBe(200)
    // The event says that the last byte is sent, and the page says of whose download.
    await live.next('delivery.updated')
    expect(await ask(some)).toMatchObject({ isOver: true, isFinished: true })
    live.close()
    const gone = await begin([single])
    await app.call(deleteTransfer, { params: { id: single }, body: {} }, owner)
    expect(await ask(gone)).toMatchObject({ isOver: true, isFinished: false })
  })

  test('of a folder are a zip, only from within, and end when the link is closed', async () => {
    const folder = await newFolder('Print')
    const inside = await newItem('a.png', folder)
    const sent = await send({ items: [folder, await newItem('b.png')] })
    const { url } = (await claim(sent._id, sent.shareCode)).body.result
    const zip = await fetchBytes(url)
    expect([zip.status, zip.headers.get('content-type')]).toEqual([200, 'application/zip'])
    expect((await claim(sent._id, sent.shareCode, { items: [inside] })).status).toBe(200)
    expect((await claim(sent._id, sent.shareCode, { items: [await newItem('private.png')] })).status).toBe(
      404,
    )
    await app.deps.db.pool.query(`update share_links set expires_at = now() where delivery_id = $1`, [
      sent._id,
    ])
    expect((await fetchBytes(url)).status).toBe(200)
    const [first] = sent.links
    const params = { id: sent._id, linkId: first?._id ?? '' }
    await app.call(sending.changeDeliveryLink, { params, body: { access: 'NONE' } }, owner)
    expect((await fetchBytes(url)).status).toBe(404)
    const own = await app.call(downloadTransfers, { body: { delivery: sent._id } }, owner)
    expect(own.body.result.claim).toBeNull()
  })

  test('can be copied into the recipient’s transfers, once per key', async () => {
    const sent = await send({ items: [await newItem('a.png'), await newItem('b.png')], expiresAt: inDays(2) })
    const ben = await newUser(app, 'Ben Keeper')
    const keep = (key: string) =>
      app.call(
        receiving.keepDelivery,
        { params: { id: sent._id }, body: {}, headers: { 'idempotency-key': key } },
        { ...ben, share: sent.shareCode },
      )
    const key = crypto.randomUUID()
    const [kept] = await Promise.all([keep(key), keep(key)])
    expect([kept.status, kept.body.results.map((one) => one.name)]).toEqual([201, ['a.png', 'b.png']])
    const own = await app.call(listTransfers, {}, ben)
    expect(own.body.total).toBe(2)
    expect((await see(sent._id)).downloadCount).toBe(1)
    const { url } = (
      await app.call(downloadTransfers, { body: { items: [kept.body.results[0]?._id ?? ''] } }, ben)
    ).body.result
    expect((await fetchBytes(url)).status).toBe(200)
  })
})

describe('before it expires', () => {
  test('the sender hears once that nobody has downloaded it, and of files that will be deleted', async () => {
    const items = [await newItem('slow.png')]
    const sent = await send({ items, title: 'Slow one', days: 30, deleteAfter: true })
    await tendEnds(app.deps)
    await app.deps.db.pool.query(
      `update share_links set expires_at = now() + interval '36 hours' where delivery_id = $1`,
      [sent._id],
    )
    await app.deps.db.pool.query(
      `update deliveries set created_at = now() - interval '28 days' where id = $1`,
      [sent._id],
    )
    await tendEnds(app.deps)
    await tendEnds(app.deps)
    const mail = await mailTo(owner.user.email, 'Not downloaded yet: Slow one')
    expect(mail?.text).toContain('Extend')
    await eventually(async () =>
      expect((await mailsFor(app, owner.user.email)).map((one) => one.subject)).toContainEqual(
        expect.stringMatching(/^The files in Slow one will be deleted on /),
      ),
    )
    const notified = (await app.call(listNotifications, {}, owner)).body.results
    expect(notified.filter((one) => one.action === 'TRANSFER_ENDING')).toMatchObject([
      { title: 'Not downloaded yet', subjectName: 'Slow one' },
    ])
  })

  test('a reminder comes half-way through an extension, not the whole time', async () => {
    const sent = await send({ items: [await newItem('late.png')], title: 'Late one', days: 30 })
    const { pool } = app.deps.db
    await pool.query(`update deliveries set created_at = now() - interval '20 days' where id = $1`, [
      sent._id,
    ])
    await change(sent._id, { days: 1 })
    const reminders = async () => {
      await tendEnds(app.deps)
      const notified = (await app.call(listNotifications, {}, owner)).body.results
      return notified.filter((one) => one.title === 'Not downloaded yet').length
    }
    expect(await reminders()).toBe(0)
    await pool.query(
      `update activity set created_at = now() - interval '13 hours' where delivery_id = $1 and action = 'CHANGED'`,
      [sent._id],
    )
    await pool.query(
      `update share_links set expires_at = now() + interval '11 hours' where delivery_id = $1`,
      [sent._id],
    )
    expect(await reminders()).toBe(1)
  })

  test('files go to the trash on expiry if chosen, and otherwise stay', async () => {
    const [going, staying] = [await newItem('going.png'), await newItem('staying.png')]
    const sent = await send({ items: [going], deleteAfter: true })
    const other = await send({ items: [staying] })
    for (const { _id } of [sent, other]) await end(_id)
    await tendEnds(app.deps)
    const names = async () => (await app.call(listTransfers, {}, owner)).body.results.map((one) => one.name)
    expect(await names()).toEqual(['staying.png'])
    await app.call(restoreTransfer, { params: { id: going }, body: {} }, owner)
    await tendEnds(app.deps)
    expect((await names()).toSorted()).toEqual(['going.png', 'staying.png'])
    await change(sent._id, { days: 7, deleteAfter: false })
    expect((await look(sent._id, sent.shareCode)).body.result.fileCount).toBe(1)
  })
})

test('an account’s export has its deliveries, and deletion ends them', async () => {
  const sent = await send({
    items: [await newItem('one.png')],
    title: 'Finals',
    recipients: ['anna@example.test'],
  })
  await claim(sent._id, sent.shareCode)
  const answer = await app.fetch('/user/api/v1/export', { caller: { token: owner.token } })
  const zip = readZip(Buffer.from(await answer.arrayBuffer()))
  const name = [...zip.keys()].find((one) => one.endsWith('deliveries.json')) ?? ''
  expect(JSON.parse(zip.get(name)?.toString() ?? 'null')).toMatchObject([
    { title: 'Finals', items: ['one.png'], downloads: [{ what: 'one.png', finishedAt: null }] },
  ])
  await app.call(deleteAccount, { body: { password } }, owner)
  expect((await look(sent._id, sent.shareCode)).status).toBe(404)
})
