import * as sending from '@wingmark/contract/deliveries'
import { listNotifications } from '@wingmark/contract/notifications'
import * as receiving from '@wingmark/contract/received-deliveries'
import type { RouteBodyInput } from '@wingmark/contract/route'
import { createTransfer, downloadTransfers } from '@wingmark/contract/transfers'
import { beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '../../../../test/eventually.ts'
import { mailsInTheEnd } from '../../../../test/mail-box.ts'
import { newFile, newGuest, newReview, newUser, type Person } from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { Caller, TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
let owner: Person
let items: [string, string, string]
withApp.beforeAll(({ app: shared }) => {
  app = shared
})
beforeEach(async () => {
  owner = await newUser(app, 'Olga Owner')
  items = [await newItem('a.png'), await newItem('b.png'), await newItem('c.png')]
})

async function newItem(name: string): Promise<string> {
  const file = (await newFile(app, owner, { purpose: 'TRANSFER', name }))._id
  return (await app.call(createTransfer, { body: { file, name } }, owner)).body.result._id
}

const anna = 'anna@example.test'
const ben = 'ben@example.test'
async function send(more: Partial<RouteBodyInput<typeof sending.createDelivery>> = {}) {
  const body = { items, title: 'Finals', recipients: [anna, ben], ...more }
  const { _id: id, links, shareCode } = (await app.call(sending.createDelivery, { body }, owner)).body.result
  const codeOf = (email: string) => links.find((link) => link.email === email)?.shareCode ?? ''
  return { id, shareCode, anna: codeOf(anna), ben: codeOf(ben) }
}
const see = async (id: string) => (await app.call(sending.getDelivery, { params: { id } }, owner)).body.result
const look = (id: string, share: string, caller: Caller = {}) =>
  app.call(receiving.getDeliveryPage, { params: { id } }, { ...caller, share })
const claim = (delivery: string, share: string, chosen?: string[], caller: Caller = {}) => {
  const body = { delivery, ...(chosen ? { items: chosen } : {}) }
  return app.call(downloadTransfers, { body }, { ...caller, share })
}
const left = async (id: string, share: string, caller: Caller = {}) => {
  const { downloadsLeft, isCounted } = (await look(id, share, caller)).body.result
  return { downloadsLeft, isCounted }
}
const recordOf = async (id: string) =>
  (await app.call(sending.listDeliveryActivity, { params: { id } }, owner)).body.results
const fetchedBy = async (id: string) =>
  (await recordOf(id)).filter((entry) => entry.action === 'DOWNLOADED').length

/** Downloads to the last byte, so that it counts. */
async function take(id: string, share: string, chosen?: string[], caller: Caller = {}): Promise<void> {
  const { status, body } = await claim(id, share, chosen, caller)
  expect(status, body.message).toBe(200)
  const before = await fetchedBy(id)
  await (await app.fetch(body.result.url)).arrayBuffer()
  await eventually(async () => expect(await fetchedBy(id)).toBe(before + 1))
}
const dayLater = (id: string) =>
  app.deps.db.pool.query(
    `update downloads set started_at = started_at - interval '25 hours' where delivery_id = $1`,
    [id],
  )

describe('a download limit', () => {
  test('counts visits, not files, per recipient; a started visit can finish and see what is left', async () => {
    const sent = await send({ maxDownloads: 1 })
    expect(await left(sent.id, sent.anna)).toEqual({ downloadsLeft: 1, isCounted: false })
    await take(sent.id, sent.anna, items.slice(0, 1))
    await take(sent.id, sent.anna, items.slice(1, 2))
    await take(sent.id, sent.anna)
    await take(sent.id, sent.anna)
    expect(await left(sent.id, sent.anna)).toEqual({ downloadsLeft: 0, isCounted: true })
    expect(await see(sent.id)).toMatchObject({ downloadCount: 1, state: 'OPEN' })
    expect(await left(sent.id, sent.ben)).toEqual({ downloadsLeft: 1, isCounted: false })
    await take(sent.id, sent.ben)
    await take(sent.id, sent.shareCode)
    expect(await see(sent.id)).toMatchObject({ downloadCount: 3, state: 'USED_UP' })
    await dayLater(sent.id)
    for (const code of [sent.anna, sent.ben, sent.shareCode]) {
      expect((await look(sent.id, code)).status).toBe(410)
      expect((await claim(sent.id, code)).status).toBe(410)
    }
    const params = { id: sent.id }
    await app.call(sending.changeDelivery, { params, body: { maxDownloads: 2 } }, owner)
    expect(await left(sent.id, sent.anna)).toEqual({ downloadsLeft: 1, isCounted: false })
    await take(sent.id, sent.anna, items.slice(0, 1))
    expect(await left(sent.id, sent.anna)).toEqual({ downloadsLeft: 0, isCounted: true })
  })

  test('that is used up hides the files, except from a visit in progress', async () => {
    const sent = await send({ maxDownloads: 1, recipients: [] })
    const cleo = await newUser(app, 'Cleo')
    await take(sent.id, sent.shareCode, undefined, cleo)
    const files = async (caller: Caller = {}) =>
      (
        await app.call(
          receiving.listDeliveryFiles,
          { params: { id: sent.id } },
          { ...caller, share: sent.shareCode },
        )
      ).status
    expect([await files(cleo), await files(await newUser(app)), await files()]).toEqual([200, 410, 410])
  })

  test('distinguishes people with a shared link by account, or else by earlier downloads', async () => {
    const sent = await send({ maxDownloads: 2, recipients: [] })
    const cleo = await newUser(app, 'Cleo')
    await take(sent.id, sent.shareCode, items.slice(0, 1))
    await take(sent.id, sent.shareCode, items.slice(1, 2))
    expect(await left(sent.id, sent.shareCode)).toEqual({ downloadsLeft: 1, isCounted: true })
    await take(sent.id, sent.shareCode, items.slice(0, 1), cleo)
    await take(sent.id, sent.shareCode)
    const again = await claim(sent.id, sent.shareCode)
    expect([again.status, again.body.message]).toEqual([410, 'This link has reached its download limit.'])
    expect((await look(sent.id, sent.shareCode)).status).toBe(410)
    expect(await left(sent.id, sent.shareCode, cleo)).toEqual({ downloadsLeft: 0, isCounted: true })
    await take(sent.id, sent.shareCode, undefined, cleo)
    expect((await see(sent.id)).downloadCount).toBe(2)
    expect((await claim(sent.id, sent.shareCode, undefined, await newUser(app))).status).toBe(410)
  })

  test('leaves the page to people with proof of their downloads, and serves these again, also from another network', async () => {
    const { id, shareCode } = await send({ maxDownloads: 1, recipients: [] })
    const first = (await claim(id, shareCode)).body.result
    await (await app.fetch(first.url)).arrayBuffer()
    await eventually(async () => expect((await look(id, shareCode)).status).toBe(410))
    await app.deps.db.pool.query(`update downloads set visitor = 'elsewhere' where delivery_id = $1`, [id])
    const query = { claim: first.claim ?? '' }
    const page = await app.call(receiving.getDeliveryPage, { params: { id }, query }, { share: shareCode })
    expect(page.body.result).toMatchObject({ downloadsLeft: 0, isCounted: true })
    const body = { delivery: id, items: items.slice(0, 2), claim: first.claim ?? '' }
    expect((await app.call(downloadTransfers, { body }, { share: shareCode })).status).toBe(200)
    expect((await claim(id, shareCode, items.slice(0, 2))).status).toBe(410)
  })

  test('or an expiry is shown to the sender with a remedy', async () => {
    const sent = await send({ maxDownloads: 1 })
    await take(sent.id, sent.anna)
    await take(sent.id, sent.ben)
    await dayLater(sent.id)
    const set = (sql: string, code: string) =>
      app.deps.db.pool.query(`update share_links set ${sql} where code = $1`, [code])
    await set(`expires_at = '2026-01-31T12:00:00Z'`, sent.ben)
    await set(`expires_at = '2026-01-31T12:00:00Z'`, sent.shareCode)
    const cases = [
      [sent.anna, anna, /has reached its limit of 1 download\. Raise the limit to/],
      [sent.ben, ben, /expired on .*, and has reached its limit .* Extend it and raise the limit to/],
      [sent.shareCode, 'Kim', /expired on .*\. They used the main link\. Extend it to/],
    ] as const
    for (const [shareCode] of cases)
      await app.call(receiving.askForNewLink, {
        body: { shareCode, ...(shareCode === sent.shareCode ? { name: 'Kim' } : {}) },
      })
    const mails = await mailsInTheEnd(app, owner.user.email)
    for (const [, who, words] of cases) {
      const mail = mails.find((one) => one.subject === `${who} would like to download Finals`)
      expect(mail?.text?.replaceAll(/\s+/g, ' ')).toMatch(words)
    }
  })
})

describe('receipts', () => {
  const mailsOf = async () => (await mailsInTheEnd(app, owner.user.email)).map((mail) => mail.subject)

  test('come after the first file and after the last, whatever happens in between and later', async () => {
    const { id, anna: code } = await send()
    const [a, b, c] = items
    await take(id, code, [a])
    expect(await mailsOf()).toEqual(['First download of Finals'])
    await take(id, code, [b])
    await take(id, code, [a, b])
    expect(await mailsOf()).toHaveLength(1)
    await take(id, code, [c])
    expect((await mailsOf()).toSorted()).toEqual(['Finals was downloaded', 'First download of Finals'])
    await take(id, code)
    await dayLater(id)
    await take(id, code)
    expect(await mailsOf()).toHaveLength(2)
    const plain = (text = '') => text.replaceAll('\u200B', '').replaceAll(/\s+/g, ' ')
    const texts = (await mailsInTheEnd(app, owner.user.email)).map((mail) => plain(mail.text))
    expect(texts).toContainEqual(
      expect.stringContaining(`${anna} has downloaded a.png. You’ll get one more email`),
    )
    expect(texts).toContainEqual(
      expect.stringContaining(`${anna} has downloaded all 3 files. We’ll count further`),
    )
    const notified = (await app.call(listNotifications, {}, owner)).body.results
    expect(notified.map((one) => [one.title, one.createdBy.name])).toEqual([
      ['“Finals” was downloaded', anna],
      ['Downloaded from “Finals”: a.png', anna],
    ])
  })

  test('of all at once are one email, with one name for the person who opened it', async () => {
    const { id, shareCode } = await send({ recipients: [] })
    const gina = await newGuest(app, (await newReview(app, owner)).share, 'Gina')
    await look(id, shareCode, gina)
    await take(id, shareCode, undefined, gina)
    expect(await mailsOf()).toEqual(['Finals was downloaded'])
    const names = (await recordOf(id)).map(({ action, actor }) => [action, actor.kind, actor.name])
    expect(names).toEqual([
      ['DOWNLOADED', 'GUEST', 'Gina'],
      ['OPENED', 'GUEST', 'Gina'],
    ])
    const notified = (await app.call(listNotifications, {}, owner)).body.results[0]
    expect(notified?.createdBy).toMatchObject({ name: 'Gina', isGuest: true })
    const [mail] = await mailsInTheEnd(app, owner.user.email)
    expect(mail?.text).toContain('Gina (guest) has downloaded')
  })
})
