import * as sending from '@wingmark/contract/deliveries'
import { listNotifications } from '@wingmark/contract/notifications'
import * as receiving from '@wingmark/contract/received-deliveries'
import type { RouteBodyInput } from '@wingmark/contract/route'
import * as contract from '@wingmark/contract/transfers'
import { beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '../../../test/eventually.ts'
import { mailsFor } from '../../../test/mail-box.ts'
import { newFile, newUser, type Person, png } from '../../../test/people.ts'
import { withApp } from '../../../test/shared-app.ts'
import type { Caller, TestApp } from '../../../test/start-test-app.ts'
import { newTus, sendPiece } from '../../../test/tus.ts'

let app: TestApp
let owner: Person
let stranger: Person
/** Someone else's folder. */
let theirs: string
withApp.beforeAll(({ app: shared }) => {
  app = shared
})
beforeEach(async () => {
  owner = await newUser(app, 'Olga Owner')
  stranger = await newUser(app, 'Sam Stranger')
  theirs = await newFolder('Theirs', null, stranger)
})

const newFolder = async (name: string, parent: string | null = null, caller: Caller = owner) =>
  (await app.call(contract.createTransfer, { body: { type: 'FOLDER', name, parent } }, caller)).body.result
    ._id
async function newItem(name: string, parent: string | null = null) {
  const file = (await newFile(app, owner, { purpose: 'TRANSFER', name, bytes: png() }))._id
  return (await app.call(contract.createTransfer, { body: { file, name, parent } }, owner)).body.result._id
}
const move = (id: string, parent: string | null) =>
  app.call(contract.moveTransfer, { params: { id }, body: { parent } }, owner)
const copy = (id: string, parent: string | null) =>
  app.call(contract.copyTransfer, { params: { id }, body: { parent } }, owner)
const remove = (id: string) => app.call(contract.deleteTransfer, { params: { id }, body: {} }, owner)
const restore = (id: string) => app.call(contract.restoreTransfer, { params: { id }, body: {} }, owner)
const rename = (id: string, name: string) =>
  app.call(contract.renameTransfer, { params: { id }, body: { name } }, owner)
const tryToSend = (body: RouteBodyInput<typeof sending.createDelivery>) =>
  app.call(sending.createDelivery, { body }, owner)
const change = (id: string, body: RouteBodyInput<typeof sending.changeDelivery>) =>
  app.call(sending.changeDelivery, { params: { id }, body }, owner)
type Answer = { status: number; body: { message?: string | undefined } }
const notified = ({ status, body }: Answer) => [status, body.message]

describe('in transfers', () => {
  test('copies and moves go into no file, no folder of their own and nobody else’s', async () => {
    const outer = await newFolder('Outer')
    const inner = await newFolder('Inner', outer)
    const file = await newItem('x.png')
    for (const put of [move, copy]) {
      expect(notified(await put(outer, inner))).toEqual([422, 'A folder can’t be moved into itself.'])
      expect(notified(await put(outer, outer))).toEqual([422, 'A folder can’t be moved into itself.'])
      expect(notified(await put(inner, file))).toEqual([422, 'Choose a folder.'])
      expect((await put(inner, theirs)).status).toBe(404)
      expect((await put(theirs, outer)).status).toBe(404)
    }
    expect((await remove(theirs)).status).toBe(404)
    const list = await app.call(contract.listTransfers, { query: { limit: 100 } }, owner)
    expect(list.body.results.map((one) => one.name)).toEqual(['Outer', 'x.png'])
  })

  test('restored items never lie deeper than folders may', async () => {
    const depth = 20
    const grow = async (name: string) => {
      const top = await newFolder(name)
      let parent = top
      for (let n = 1; n < depth; n++) parent = await newFolder(name, parent)
      return { top, deepest: parent }
    }
    const [upper, lower] = [await grow('Upper'), await grow('Lower')]
    const middle = await newFolder('Middle')
    expect((await move(lower.top, middle)).status).toBe(200)
    await remove(lower.top)
    expect((await move(middle, upper.deepest)).status).toBe(200)
    expect(notified(await restore(lower.top))).toEqual([422, 'Folders can be nested at most 32 deep.'])
    expect(notified(await move(upper.top, theirs))[0]).toBe(404)
    expect((await move(middle, null)).status).toBe(200)
    expect((await restore(lower.top)).status).toBe(200)
  })

  test('a name keeps no slash, and a folder must have a name', async () => {
    const [folder, file] = [await newFolder('a/b\\c'), await newItem('a\\b/c.png')]
    const nameOf = async (id: string) =>
      (await app.call(contract.getTransfer, { params: { id } }, owner)).body.result.name
    expect([await nameOf(folder), await nameOf(file)]).toEqual(['a_b_c', 'a_b_c.png'])
    const disguised = await newItem('x\u202egnp.\u200bexe')
    expect(await nameOf(disguised)).toBe('xgnp.exe')
    expect((await rename(folder, 'd\\e/f')).body.result.name).toBe('d_e_f')
    // It would look like "report_exe.png".
    expect((await rename(file, 'report_\u202egnp.exe')).body.result.name).toBe('report_gnp.exe')
    expect(notified(await rename(folder, '\u200b '))).toEqual([422, 'Please enter a folder name'])
    expect(notified(await rename(file, 'x'.repeat(256)))).toEqual([
      422,
      'A file name can have at most 255 characters.',
    ])
    const named = await app.call(
      contract.createTransfer,
      { body: { file: crypto.randomUUID(), name: 'x'.repeat(256) } },
      owner,
    )
    expect(notified(named)).toEqual([422, 'A file name can have at most 255 characters.'])
    expect(await nameOf(folder)).toBe('d_e_f')
  })

  test('a half-uploaded file is refused', async () => {
    const bytes = png(40, 40)
    const path = await newTus(app, owner, { size: bytes.length, purpose: 'TRANSFER' })
    const half = await sendPiece(app, owner, path, 0, bytes.subarray(0, 40))
    expect(half.offset).toBe(40)
    const file = path.split('/').at(-1) ?? ''
    const body = { file, name: 'half.png' }
    expect(notified(await app.call(contract.createTransfer, { body }, owner))).toEqual([
      422,
      'One or more files weren’t found.',
    ])
    const done = await sendPiece(app, owner, path, 40, bytes.subarray(40))
    const whole = await app.call(
      contract.createTransfer,
      { body: { file: done.file ?? '', name: 'whole.png' } },
      owner,
    )
    expect(whole.status).toBe(201)
  })

  test('lists refuse an invalid page, order or word', async () => {
    const bad: [object, string][] = [
      [{ page: 0 }, 'page'],
      [{ page: 'x' }, 'page'],
      [{ limit: 0 }, 'limit'],
      [{ sort: 'best' }, 'sort'],
      [{ cursor: 'x' }, 'cursor'],
      [{ word: 'x'.repeat(201) }, 'word'],
    ]
    const folder = await newFolder('Folder')
    for (const [query, field] of bad)
      for (const answer of [
        await app.call(contract.listTransfers, { query }, owner),
        await app.call(contract.listFolder, { params: { id: folder }, query }, owner),
      ])
        expect([query, answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([query, 422, [field]])
  })

  test('a damaged file is refused before its first byte', async () => {
    const [whole, damaged] = [await newItem('whole.png'), await newItem('damaged.png')]
    const { rows } = await app.deps.db.pool.query<{ key: string }>(
      `select b.storage_key as key from transfers t join files f on f.id = t.file_id join blobs b on b.id = f.blob_id where t.id = $1`,
      [damaged],
    )
    await app.deps.storage.remove(rows[0]?.key ?? '')
    const sent = (await tryToSend({ items: [whole, damaged] })).body.result
    const claim = async (item: string) => {
      const body = { delivery: sent._id, items: [item] }
      const made = await app.call(contract.downloadTransfers, { body }, { share: sent.shareCode })
      return (await app.fetch(made.body.result.url)).status
    }
    const own = async (id: string) =>
      (await app.fetch(`/transfer/api/v1/file/download/${id}`, { caller: owner })).status
    expect([await own(whole), await claim(whole)]).toEqual([200, 200])
    expect([await own(damaged), await claim(damaged)]).toEqual([500, 500])
  })
})

describe('in a delivery', () => {
  test('invalid terms are refused, on creation and on change', async () => {
    const item = await newItem('one.png')
    const sent = (await tryToSend({ items: [item], title: 'As it was', expiresAt: null })).body.result
    const bad: [object, string, string][] = [
      [{ expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt', 'Choose a time in the future.'],
      [{ days: 2 }, 'days', 'Choose one of: 1, 3, 7, 14, 30'],
      [{ maxDownloads: 0 }, 'maxDownloads', 'Enter a whole number of 1 or more.'],
      [{ maxDownloads: -1 }, 'maxDownloads', 'Enter a whole number of 1 or more.'],
      [{ maxDownloads: 1.5 }, 'maxDownloads', 'Enter a whole number of 1 or more.'],
      [{ maxDownloads: '3' }, 'maxDownloads', 'Enter a whole number of 1 or more.'],
      [{ title: 'x'.repeat(201) }, 'title', 'A title can have at most 200 characters.'],
      [{ message: 'x'.repeat(2001) }, 'message', 'A message can have at most 2,000 characters.'],
      [{ recipients: ['a@b.cd', 'b@b.cd', 'c@b.cd', 'no address'] }, 'recipients.3', 'Invalid email address'],
      [{ recipients: ['a@b.cd\r\nBcc: c@b.cd'] }, 'recipients.0', 'Invalid email address'],
    ]
    for (const [terms, field, message] of bad)
      for (const answer of [
        await tryToSend({ items: [item], ...terms }),
        await change(sent._id, { title: 'Changed', ...terms }),
      ])
        expect([terms, answer.status, answer.body.errors?.[field]]).toEqual([terms, 422, message])
    const see = await app.call(sending.getDelivery, { params: { id: sent._id } }, owner)
    expect(see.body.result).toMatchObject({ title: 'As it was', expiresAt: null, recipientCount: 0 })
    expect((await app.call(sending.listDeliveries, {}, owner)).body.total).toBe(1)
  })

  test('nobody else’s items can be sent, and nothing saved in their folders', async () => {
    const item = await newItem('one.png')
    expect((await tryToSend({ items: [item, theirs] })).status).toBe(404)
    const sent = (await tryToSend({ items: [item] })).body.result
    expect((await change(sent._id, { add: [theirs] })).status).toBe(404)
    const empty = { items: [], title: 'Nothing in it' }
    expect((await tryToSend(empty)).body.errors?.['items']).toBe('Add files to begin a transfer.')
    expect((await tryToSend({ title: 'Waits for some', expectedCount: 1 })).status).toBe(201)
    const keep = (parent: string, caller: Caller) =>
      app.call(
        receiving.keepDelivery,
        { params: { id: sent._id }, body: { parent } },
        { ...caller, share: sent.shareCode },
      )
    const hers = await newFolder('Hers')
    expect((await keep(hers, stranger)).status).toBe(404)
    expect((await keep(theirs, stranger)).status).toBe(201)
    const changed = await app.call(
      sending.changeDelivery,
      { params: { id: sent._id }, body: { title: 'Mine' } },
      stranger,
    )
    expect(changed.status).toBe(404)
  })

  test('no line of a title becomes a line of a header', async () => {
    const email = `${crypto.randomUUID()}@example.test`
    const items = [await newItem('one.png'), await newItem('two.png')]
    const title = 'Spring\r\nBcc: somebody@example.test\r\nX-Evil: 1'
    const sent = (await tryToSend({ items, title, recipients: [email] })).body.result
    const mail = await eventually(async () => {
      const [found] = await mailsFor(app, email)
      expect(found).toBeDefined()
      return found
    })
    expect(mail?.subject).toBe('Olga Owner sent you Spring Bcc: somebody@example.test X-Evil: 1')
    const headers = mail?.headers.map(({ key }) => key)
    expect(headers).toContain('subject')
    expect(headers).not.toContain('bcc')
    expect(headers).not.toContain('x-evil')
    const body = { delivery: sent._id }
    const claimed = await app.call(contract.downloadTransfers, { body }, { share: sent.shareCode })
    const zip = await app.fetch(claimed.body.result.url, { method: 'HEAD' })
    expect(zip.status).toBe(200)
    expect([...zip.headers.keys()]).not.toContain('x-evil')
    expect(zip.headers.get('content-disposition')).toMatch(/^attachment; filename="Spring Bcc/)

    const asked = { shareCode: sent.shareCode, name: 'Eve\r\nBcc: \u202eX\u0000 ' }
    expect((await app.call(receiving.askForNewLink, { body: asked })).status).toBe(200)
    const { results } = (await app.call(listNotifications, {}, owner)).body
    expect(results[0]?.createdBy.name).toBe('Eve Bcc: X')
  })

  test('the page says when it is used up, and more than 50 addresses at once must wait', async () => {
    const sent = (await tryToSend({ items: [await newItem('one.png')], maxDownloads: 1 })).body.result
    const usedUp = [410, 'This link has reached its download limit.']
    await app.deps.db.pool.query('update deliveries set download_count = 1 where id = $1', [sent._id])
    const { shareCode } = sent
    expect(notified(await app.call(receiving.openDelivery, { body: { shareCode } }))).toEqual(usedUp)
    const page = await app.call(receiving.getDeliveryPage, { params: { id: sent._id } }, { share: shareCode })
    expect(notified(page)).toEqual(usedUp)
    const recipients = Array.from({ length: 51 }, (_, n) => `p${n}@example.test`)
    const refused = await change(sent._id, { recipients })
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect(
      (await app.call(sending.listDeliveryLinks, { params: { id: sent._id } }, owner)).body.results,
    ).toHaveLength(1)
  })
})
