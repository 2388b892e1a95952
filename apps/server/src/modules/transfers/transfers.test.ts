import { transferItemsMax, transferRecordsMax } from '@wingmark/contract/limits'
import type { RouteBodyInput } from '@wingmark/contract/route'
import * as contract from '@wingmark/contract/transfers'
import { getUsage } from '@wingmark/contract/users'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { deleteAbandoned } from '#server/modules/files/delete-blobs/service'
import { sweepTrash } from '#server/modules/transfers/trash/service'
import { eventually } from '../../../test/eventually.ts'
import { fetchFile } from '../../../test/files.ts'
import { newFile, newReview, newUser, type Person, png, upload, waitUntilIdle } from '../../../test/people.ts'
import { readZip } from '../../../test/read-zip.ts'
import { withApp } from '../../../test/shared-app.ts'
import type { Caller, TestApp } from '../../../test/start-test-app.ts'
import { createTus } from '../../../test/tus.ts'

let app: TestApp
let owner: Person
withApp.beforeAll(({ app: shared }) => {
  app = shared
})
beforeEach(async () => {
  owner = await newUser(app, 'Olga Owner')
})

const create = (body: RouteBodyInput<typeof contract.createTransfer>, caller: Caller = owner, key?: string) =>
  app.call(contract.createTransfer, { body, ...(key ? { headers: { 'idempotency-key': key } } : {}) }, caller)
const newFolder = async (name: string, parent: string | null = null, caller = owner) =>
  (await create({ type: 'FOLDER', name, parent }, caller)).body.result
const newRecord = async (name: string, parent: string | null = null, bytes = png()) => {
  const file = await newFile(app, owner, { purpose: 'TRANSFER', name, bytes })
  return (await create({ file: file._id, name, parent })).body.result
}
const list = async (id: string | null = null, query = {}) => {
  const all = { query: { limit: 100, ...query } }
  return id === null
    ? (await app.call(contract.listTransfers, all, owner)).body
    : (await app.call(contract.listFolder, { ...all, params: { id } }, owner)).body
}
const names = async (id: string | null = null, query = {}) =>
  (await list(id, query)).results?.map((one) => one.name)
const used = async () => (await app.call(getUsage, {}, owner)).body.result.storage.usedBytes
/** Changes the owner's quota so that this many bytes are free. */
async function setFreeBytes(bytes: number) {
  const { limitBytes } = (await app.call(getUsage, {}, owner)).body.result.storage
  await app.deps.db.pool.query('update users set extra_storage_bytes = $2 where id = $1', [
    owner.user._id,
    bytes - limitBytes,
  ])
}
const move = (id: string, parent: string | null, also: string[] = []) =>
  app.call(contract.moveTransfer, { params: { id }, body: { parent, also } }, owner)
const copy = (id: string, parent?: string | null, also: string[] = [], key?: string) =>
  app.call(
    contract.copyTransfer,
    {
      params: { id },
      body: { also, ...(parent === undefined ? {} : { parent }) },
      ...(key ? { headers: { 'idempotency-key': key } } : {}),
    },
    owner,
  )
const remove = (id: string, also: string[] = []) =>
  app.call(contract.deleteTransfer, { params: { id }, body: { also } }, owner)
const restore = (id: string) => app.call(contract.restoreTransfer, { params: { id }, body: {} }, owner)
const extract = (id: string) => app.call(contract.extractTransfer, { params: { id }, body: {} }, owner)
const get = (id: string) => app.call(contract.getTransfer, { params: { id } }, owner)

/** Asks thirty times while a needed lock is held, and once as someone else, who does not need it. */
async function whileHeld<T>(lock: string, ask: () => Promise<T>): Promise<T[]> {
  const neighbour = await newUser(app)
  const other = await app.deps.db.pool.connect()
  await other.query('begin')
  await other.query(lock)
  const asked = Array.from({ length: 30 }, ask)
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await eventually(async () => {
    await other.query('select pg_stat_clear_snapshot()')
    expect((await other.query(waiting)).rowCount).toBeGreaterThan(0)
  })
  const made = await create({ type: 'FOLDER', name: 'Mine' }, neighbour)
  await other.query('rollback')
  other.release()
  expect(made.status).toBe(201)
  return Promise.all(asked)
}

describe('making records', () => {
  test('a file becomes a record in its folder, with its parents, nearest first', async () => {
    const outer = await newFolder('Outer')
    const inner = await newFolder('In/ner', outer._id)
    const bytes = png()
    const made = await newRecord('poster.png', inner._id, bytes)
    expect(inner.name).toBe('In_ner')
    expect(made).toMatchObject({
      isRoot: false,
      name: 'poster.png',
      type: 'FILE',
      parent: inner._id,
      size: bytes.length,
    })
    expect(made.parents).toEqual([
      { parent: inner._id, name: 'In_ner', level: 1, current: true },
      { parent: outer._id, name: 'Outer', level: 2, current: false },
    ])
    expect(made.file).toMatchObject({ name: 'poster.png', kind: 'IMAGE' })
    expect((await get(outer._id)).body.result).toMatchObject({
      isRoot: true,
      itemCount: 1,
      size: bytes.length,
    })
    expect((await list(inner._id)).folder).toMatchObject({ name: 'In_ner', itemCount: 1 })
  })

  test('a caller’s root and parents are ignored', async () => {
    const [outer, other] = [await newFolder('Outer'), await newFolder('Other')]
    const said = { isRoot: true, parents: [{ parent: other._id, level: 1, current: true }] }
    const answer = await app.fetch('/transfer/api/v1', {
      method: 'POST',
      caller: owner,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'FOLDER', name: 'Inner', parent: outer._id, ...said }),
    })
    const { result } = (await answer.json()) as { result: unknown }
    expect(result).toMatchObject({
      isRoot: false,
      parent: outer._id,
      parents: [{ parent: outer._id, level: 1 }],
    })
  })

  test('a file needs no name; the same file again returns its first record', async () => {
    const file = (await newFile(app, owner, { purpose: 'TRANSFER' }))._id
    const first = await create({ file })
    expect(first.status).toBe(201)
    expect(first.body.result.name).toBe('File Transfer')
    expect((await create({ file, name: 'Another' })).body.result._id).toBe(first.body.result._id)
    expect(await names()).toEqual(['File Transfer'])
  })

  test('an empty file is stored, downloaded and zipped like any other', async () => {
    const byForm = await upload(app, owner, {
      bytes: Buffer.alloc(0),
      purpose: 'TRANSFER',
      name: '.nojekyll',
    })
    const byTus = await createTus(app, owner, { size: 0, purpose: 'TRANSFER', name: 'notes.txt' })
    const inOne = { size: 0, purpose: 'TRANSFER', name: 'a.png', body: Buffer.alloc(0) }
    const withBody = await createTus(app, owner, inOne)
    const folder = (await newFolder('Empty ones'))._id
    for (const file of [byForm.body.result._id, byTus.file ?? '', withBody.file ?? ''])
      expect((await create({ file, name: file, parent: folder })).status).toBe(201)
    const { results } = await list(folder)
    expect(results.map((one) => [one.size, one.file?.kind])).toEqual(results.map(() => [0, 'OTHER']))
    const alone = await app.fetch(`/transfer/api/v1/file/download/${results[0]?._id}`, { caller: owner })
    expect([alone.status, (await alone.arrayBuffer()).byteLength]).toEqual([200, 0])
    const zip = await app.fetch(`/transfer/api/v1/file/download/${folder}`, { caller: owner })
    const entries = readZip(Buffer.from(await zip.arrayBuffer()))
    expect([...entries.values()].map((bytes) => bytes.length)).toEqual([0, 0, 0])
  })

  test('one key makes one folder, also in parallel', async () => {
    const key = crypto.randomUUID()
    const all = await Promise.all(
      Array.from({ length: 4 }, () => create({ type: 'FOLDER', name: 'Once' }, owner, key)),
    )
    expect(new Set(all.map((one) => one.body.result._id)).size).toBe(1)
    expect(await names()).toEqual(['Once'])
  })

  test('bad input gets a message', async () => {
    const file = await newRecord('poster.png')
    const { files } = await newReview(app, owner)
    const stranger = await newUser(app)
    const theirs = await newFolder('Theirs', null, stranger)
    const cases: [Record<string, unknown>, number, string?][] = [
      [{ type: 'LINK', file: crypto.randomUUID() }, 422, 'Choose one of: FILE, FOLDER'],
      [{ type: 'FOLDER', name: '\u200b ' }, 422, 'Please enter a folder name'],
      [{ type: 'FOLDER' }, 422, 'Please enter a folder name'],
      [{ type: 'FOLDER', name: 'x'.repeat(256) }, 422, 'A file name can have at most 255 characters.'],
      [{}, 422, 'One or more files weren’t found.'],
      [{ file: 'nothing' }, 422, 'One or more files weren’t found.'],
      [{ file: crypto.randomUUID() }, 422, 'One or more files weren’t found.'],
      [{ file: (await newFile(app, stranger))._id }, 422, 'One or more files weren’t found.'],
      [{ file: files[0]?._id }, 409],
      [{ type: 'FOLDER', name: 'a', parent: file._id }, 422, 'Choose a folder.'],
      [{ type: 'FOLDER', name: 'a', parent: theirs._id }, 404],
      [{ type: 'FOLDER', name: 'a', parent: 'nothing' }, 404],
    ]
    for (const [body, status, message] of cases) {
      const answer = await create(body)
      expect([body, answer.status]).toEqual([body, status])
      if (message) expect(answer.body.message).toBe(message)
    }
    expect((await app.call(contract.listTransfers, { query: { cursor: 'x' } }, owner)).body.message).toBe(
      'Unknown cursor.',
    )
    // Nothing may be pending while a cursor is refused: a late failure would end the process.
    const nowhere = { params: { id: crypto.randomUUID() }, query: { cursor: 'x' } }
    expect((await app.call(contract.listFolder, nowhere, owner)).status).toBe(422)
    expect((await app.call(contract.listTransfers, { query: { sort: 'best' } }, owner)).status).toBe(422)
    expect((await app.call(contract.listTransfers, { query: { page: 0 } }, owner)).status).toBe(422)
  })

  test('a file in the tree is deleted there, not beside it', async () => {
    const made = await newRecord('poster.png')
    const answer = await app.fetch(`/file/api/v1/${made.file?._id}`, { method: 'DELETE', caller: owner })
    expect(answer.status).toBe(409)
    expect(await names()).toEqual(['poster.png'])
  })

  test('an upload that never became a record is released after 7 days', async () => {
    const kept = await newRecord('kept.png')
    await newFile(app, owner, { purpose: 'TRANSFER' })
    await app.deps.db.pool.query(
      `update files set created_at = now() - interval '8 days' where owner_id = $1`,
      [owner.user._id],
    )
    await deleteAbandoned(app.deps)
    expect(await used()).toBe(kept.size)
  })
})

test('lists have pages and cursors in every order, folders first, and search below', async () => {
  const folder = await newFolder('B folder')
  const sizes: Record<string, number> = { 'b.png': 300, 'A.png': 20, 'c.png': 100 }
  for (const [name, width] of Object.entries(sizes)) await newRecord(name, null, png(width, 2))
  await newRecord('deep b.png', folder._id)
  const orders: [string, string[]][] = [
    ['-createdAt', ['B folder', 'c.png', 'A.png', 'b.png']],
    ['createdAt', ['B folder', 'b.png', 'A.png', 'c.png']],
    ['name', ['B folder', 'A.png', 'b.png', 'c.png']],
    ['-name', ['B folder', 'c.png', 'b.png', 'A.png']],
    ['size', ['B folder', 'A.png', 'c.png', 'b.png']],
    ['-size', ['B folder', 'b.png', 'c.png', 'A.png']],
  ]
  for (const [sort, expected] of orders) {
    expect([sort, await names(null, { sort })]).toEqual([sort, expected])
    const byPage = [
      await names(null, { sort, limit: 3 }),
      await names(null, { sort, limit: 3, page: 2 }),
    ].flat()
    expect(byPage).toEqual(expected)
    const first = await list(null, { sort, limit: 1 })
    const rest = await list(null, { sort, cursor: first.nextCursor })
    expect([...first.results, ...rest.results].map((one) => one.name)).toEqual(expected)
    expect(rest.nextCursor).toBeNull()
  }
  expect(await list(null, { limit: 3 })).toMatchObject({ total: 4, totalPages: 2, currentPage: 1 })
  expect(await names(null, { word: 'b', sort: 'name' })).toEqual(['B folder', 'b.png', 'deep b.png'])
  expect(await names(folder._id, { word: 'B' })).toEqual(['deep b.png'])
  expect(await names(null, { word: '%' })).toEqual([])
})

describe('moving, copying, extracting', () => {
  test('several items move at once or not at all, never into themselves', async () => {
    const [a, b] = [await newFolder('A'), await newFolder('B')]
    const inner = await newFolder('Inner', a._id)
    const file = await newRecord('x.png')
    expect((await move(file._id, b._id, [a._id])).status).toBe(200)
    expect(await names(b._id, { sort: 'name' })).toEqual(['A', 'x.png'])
    expect((await get(b._id)).body.result.itemCount).toBe(2)
    for (const into of [b._id, inner._id]) {
      const refused = await move(file._id, into, [b._id])
      expect([refused.status, refused.body.message]).toEqual([422, 'A folder can’t be moved into itself.'])
      expect((await copy(b._id, into)).status).toBe(422)
    }
    expect((await move(file._id, file._id)).body.message).toBe('Choose a folder.')
    expect((await move(file._id, null, [crypto.randomUUID()])).status).toBe(404)
    expect(await names(b._id, { sort: 'name' })).toEqual(['A', 'x.png'])
  })

  test('too many at once are refused, and none is changed', async () => {
    const folder = await newFolder('Many')
    const others = Array.from({ length: transferItemsMax }, () => crypto.randomUUID())
    for (const call of [
      move(folder._id, null, others),
      copy(folder._id, null, others),
      remove(folder._id, others),
    ]) {
      const { status, body } = await call
      expect([status, body.message]).toEqual([422, 'Select at most 500 items at once.'])
    }
    await app.deps.db.pool.query(
      `with made as (insert into transfers (id, owner_id, type, name, parent_id)
          select gen_random_uuid(), $1, 'FOLDER', 'Part', $2 from generate_series(1, $3::int))
        update transfers set item_count = $3 where id = $2`,
      [owner.user._id, folder._id, transferRecordsMax],
    )
    const refused = await copy(folder._id)
    expect([refused.status, refused.body.message]).toEqual([
      422,
      'This is too much for one step. Try one folder at a time.',
    ])
    expect(await names()).toEqual(['Many'])
  })

  test('a busy user waits for their own changes, and others do not', async () => {
    const folder = await newFolder('Much')
    const lock = `select 1 from users where id = '${owner.user._id}' for update`
    const moves = await whileHeld(lock, () => move(folder._id, null))
    expect(moves.map(({ status }) => status)).toEqual(moves.map(() => 200))
  })

  test('one of two crossing moves is refused', async () => {
    const [a, b] = [await newFolder('A'), await newFolder('B')]
    const statuses = (await Promise.all([move(a._id, b._id), move(b._id, a._id)])).map((one) => one.status)
    expect(statuses.toSorted()).toEqual([200, 422])
  })

  test('folders lie at most 32 deep, by any operation', async () => {
    let parent: string | null = null
    for (let n = 0; n < 32; n++) parent = (await newFolder(`Level ${n}`, parent))._id
    const deepest = parent ?? ''
    expect((await create({ type: 'FOLDER', name: 'One more', parent: deepest })).body.message).toBe(
      'Folders can be nested at most 32 deep.',
    )
    const other = await newFolder('Other')
    expect((await move(other._id, deepest)).status).toBe(422)
    expect((await copy(other._id, deepest)).status).toBe(422)
    expect((await move((await newRecord('x.png'))._id, deepest)).status).toBe(200)
  })

  test('a copy shares the bytes and is charged; a repeated call makes no second one', async () => {
    const folder = await newFolder('Set')
    const file = await newRecord('x.png', folder._id)
    const other = await newRecord('y.png')
    const before = await used()
    const key = crypto.randomUUID()
    const first = await copy(folder._id, undefined, [other._id], key)
    const again = await copy(folder._id, undefined, [other._id], key)
    expect(first.body.results.map((one) => one.name)).toEqual(['Set copy', 'y copy.png'])
    expect(again.body.results.map((one) => one._id)).toEqual(first.body.results.map((one) => one._id))
    expect(await names(first.body.result._id)).toEqual(['x.png'])
    expect(await used()).toBe(before + (file.size ?? 0) + (other.size ?? 0))
    const copied = first.body.results[1]?.file
    expect((await fetchFile(app, copied?.url ?? '')).status).toBe(200)
    const { rows } = await app.deps.db.pool.query(
      `select count(*)::int as blobs from blobs where id in (select blob_id from files where owner_id = $1)`,
      [owner.user._id],
    )
    expect(rows[0].blobs).toBe(2)
    const further = await copy(folder._id, undefined, [other._id])
    expect(further.body.results.map((one) => one.name)).toEqual(['Set copy 2', 'y copy 2.png'])
  })

  test('copies stop at the quota, also 20 at once', async () => {
    const file = await newRecord('x.png')
    const size = file.size ?? 0
    const freeBytes = size * 3 + 5
    await setFreeBytes(freeBytes)
    const answers = await Promise.all(Array.from({ length: 20 }, () => copy(file._id)))
    expect(answers.filter((one) => one.status === 200)).toHaveLength(2)
    expect(answers.filter((one) => one.status === 507)).toHaveLength(18)
    expect(await used()).toBe(size * 3)
  })

  test('extracting moves a folder’s contents one level up, and restoring the folder undoes it', async () => {
    const outer = await newFolder('Outer')
    const folder = await newFolder('Set', outer._id)
    await newRecord('x.png', folder._id)
    await newFolder('Inner', folder._id)
    expect((await extract(folder._id)).body.result).toEqual({ _id: folder._id, moved: 2 })
    expect(await names(outer._id)).toEqual(['Inner', 'x.png'])
    expect((await get(outer._id)).body.result.itemCount).toBe(2)
    expect((await restore(folder._id)).status).toBe(200)
    expect(await names(outer._id)).toEqual(['Set'])
    expect(await names(folder._id)).toEqual(['Inner', 'x.png'])
    expect((await get(outer._id)).body.result.itemCount).toBe(1)
    expect((await extract((await newRecord('y.png'))._id)).status).toBe(422)
  })
})

describe('deleting and restoring', () => {
  test('a deleted item leaves lists, pages and open addresses at once, and is charged again when restored', async () => {
    const folder = await newFolder('Set')
    const file = await newRecord('x.png', folder._id)
    const size = await used()
    const gone = await remove(folder._id)
    expect(gone.body.result).toMatchObject({ _id: folder._id, count: 2 })
    expect(await used()).toBe(0)
    expect(await names()).toEqual([])
    expect((await get(file._id)).status).toBe(404)
    expect((await fetchFile(app, file.file?.url ?? '')).status).toBe(404)
    expect((await app.fetch(`/file/api/v1/${file.file?._id}`, { caller: owner })).status).toBe(404)
    const bin = await app.call(contract.listDeletedTransfers, {}, owner)
    expect(bin.body.results.map((one) => one.name)).toEqual(['Set'])
    expect((await restore(gone.body.result.deletionId)).body.results.map((one) => one.name)).toEqual(['Set'])
    expect(await used()).toBe(size)
    expect(await names(folder._id)).toEqual(['x.png'])
    expect((await fetchFile(app, file.file?.url ?? '')).status).toBe(200)
    expect((await restore(folder._id)).status).toBe(404)
  })

  test('items of a deleted folder are restored to the root', async () => {
    const folder = await newFolder('Set')
    const file = await newRecord('x.png', folder._id)
    await remove(file._id)
    await remove(folder._id)
    expect((await restore(file._id)).body.result).toMatchObject({ isRoot: true, parent: null })
    await restore(folder._id)
    expect((await get(folder._id)).body.result.itemCount).toBe(0)
    const second = await newRecord('y.png', folder._id)
    await remove(folder._id)
    await restore(second._id)
    await restore(folder._id)
    expect((await get(folder._id)).body.result.itemCount).toBe(0)
    expect(await names(null, { sort: 'name' })).toEqual(['Set', 'x.png', 'y.png'])
  })

  test('without room for it an item stays deleted', async () => {
    const file = await newRecord('x.png')
    await remove(file._id)
    await setFreeBytes(0)
    expect((await restore(file._id)).status).toBe(507)
    expect(await names()).toEqual([])
    expect(await used()).toBe(0)
  })

  test('after a day, or by hand, the bytes are removed; nothing is refunded twice', async () => {
    const [a, b] = [await newRecord('a.png'), await newRecord('b.png')]
    await remove(a._id)
    await remove(b._id)
    expect((await app.call(contract.deleteTransferForGood, { params: { id: a._id } }, owner)).status).toBe(
      200,
    )
    await app.deps.db.pool.query(
      `update transfers set deleted_at = now() - interval '25 hours' where id = $1`,
      [b._id],
    )
    expect((await restore(b._id)).status).toBe(404)
    // A later sweep deletes anything that a job or another process locks at that moment.
    const usedAfterSweep = async () => {
      await sweepTrash(app.deps)
      return used()
    }
    await expect.poll(usedAfterSweep).toBe(0)
    const { rows } = await app.deps.db.pool.query('select 1 from files where owner_id = $1', [owner.user._id])
    expect(rows).toEqual([])
  })

  test('the trash holds at most one plan’s storage, and drops the oldest first', async () => {
    const [a, b] = [await newRecord('a.png'), await newRecord('b.png')]
    await remove(a._id)
    const freeBytes = (b.size ?? 0) + 1
    await setFreeBytes(freeBytes)
    await remove(b._id)
    const bin = await app.call(contract.listDeletedTransfers, {}, owner)
    expect(bin.body.results.map((one) => one.name)).toEqual(['b.png'])
  })
})

describe('downloading', () => {
  test('a file is found by its record’s id or its own, with ranges, under its name whatever its content', async () => {
    const bytes = png()
    const { body } = await upload(app, owner, { purpose: 'TRANSFER', name: 'logo.ai', bytes })
    const made = (await create({ file: body.result._id, name: 'logo.ai' })).body.result
    for (const id of [made._id, body.result._id]) {
      const answer = await app.fetch(`/transfer/api/v1/file/download/${id}`, {
        caller: owner,
        headers: { range: 'bytes=2-9' },
      })
      expect(answer.status).toBe(206)
      expect(answer.headers.get('content-disposition')).toBe(
        `attachment; filename="logo.ai"; filename*=UTF-8''logo.ai`,
      )
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes.subarray(2, 10))
    }
    expect(made.file?.kind).toBe('IMAGE')
  })

  test('several items are a zip by an address without a header, with equal names kept apart', async () => {
    const folder = await newFolder('Set')
    await newRecord('x.png', folder._id)
    await newRecord('X.png', folder._id)
    const file = await newRecord('x.png')
    const { body } = await app.call(
      contract.downloadTransfers,
      { body: { items: [folder._id, file._id] } },
      owner,
    )
    const answer = await app.fetch(body.result.url)
    expect(answer.headers.get('content-type')).toBe('application/zip')
    const zip = readZip(Buffer.from(await answer.arrayBuffer()))
    expect([...zip.keys()].toSorted()).toEqual(['Set/X (2).png', 'Set/x.png', 'x.png'].toSorted())
    expect((await app.fetch(body.result.url.replace(/sig=../, 'sig=xx'))).status).toBe(401)
  })

  test('a user who requests many zips waits for their own, and others do not', async () => {
    const folder = await newFolder('Much')
    await newRecord('a.png', folder._id)
    await waitUntilIdle(app)
    const body = { items: [folder._id] }
    const { url } = (await app.call(contract.downloadTransfers, { body }, owner)).body.result
    const zips = await whileHeld('lock table blobs in access exclusive mode', () => app.fetch(url))
    expect(zips.map(({ status }) => status)).toEqual(zips.map(() => 200))
    await Promise.all(zips.map((zip) => zip.arrayBuffer()))
  })

  test('a zip has each item once, also when chosen with its folder, with portable paths', async () => {
    let parent: string | null = null
    const chain: string[] = []
    for (let n = 0; n < 31; n++) {
      parent = (await newFolder(`${'漢'.repeat(240)}${n}`, parent))._id
      chain.push(parent)
    }
    const { _id } = await newRecord(`${'x'.repeat(250)}.png`, parent)
    const items = [_id, ...chain.toReversed()]
    const { result } = (await app.call(contract.downloadTransfers, { body: { items } }, owner)).body
    const answer = await app.fetch(result.url)
    const [path = '', ...others] = readZip(Buffer.from(await answer.arrayBuffer())).keys()
    expect(others).toEqual([])
    expect(path.split('/')).toHaveLength(32)
    expect(path).toMatch(/\.png$/)
    expect(Buffer.byteLength(path)).toBeLessThanOrEqual(1_024)
  })

  test('an interrupted zip resumes where it stopped, and one with other bytes starts again', async () => {
    const folder = await newFolder('Set')
    for (const name of ['a.png', 'b.png', 'c.png']) await newRecord(name, folder._id)
    await newFolder('Empty', folder._id)
    const items = [folder._id]
    const { body } = await app.call(contract.downloadTransfers, { body: { items } }, owner)
    const ask = (method: string, headers: Record<string, string> = {}) =>
      app.fetch(body.result.url, { method, headers })
    const whole = await ask('GET')
    const zip = Buffer.from(await whole.arrayBuffer())
    expect([...readZip(zip).keys()].toSorted()).toEqual(['Set/Empty/', 'Set/a.png', 'Set/b.png', 'Set/c.png'])
    const etag = whole.headers.get('etag') ?? ''
    const head = await ask('HEAD')
    expect([head.headers.get('content-length'), head.headers.get('etag')]).toEqual([String(zip.length), etag])
    const range = { range: `bytes=${zip.length - 300}-` }
    const rest = await ask('GET', { ...range, 'if-range': etag })
    expect([rest.status, Buffer.from(await rest.arrayBuffer())]).toEqual([206, zip.subarray(-300)])

    // One file is lost, which is found while sending, and left out from then on.
    const { rows } = await app.deps.db.pool.query<{ key: string }>(
      `select b.storage_key as key from blobs b join files f on f.blob_id = b.id
       join transfers t on t.file_id = f.id where t.parent_id = $1 and t.name = 'b.png'`,
      [folder._id],
    )
    await app.deps.storage.remove(rows[0]?.key ?? '')
    await expect(ask('GET').then((answer) => answer.arrayBuffer())).rejects.toThrow('terminated')
    const again = await ask('GET', { ...range, 'if-range': etag })
    expect(again.status).toBe(200)
    const second = readZip(Buffer.from(await again.arrayBuffer()))
    expect([...second.keys()].toSorted()).toEqual([
      'Set/Empty/',
      'Set/a.png',
      'Set/c.png',
      'missing-files.txt',
    ])
    expect(String(second.get('missing-files.txt'))).toBe('Set/b.png\n')
  })
})

describe('the tree', () => {
  test('follows a model through any operations, and undo is the inverse', { timeout: 120_000 }, async () => {
    const step = fc.record({
      kind: fc.constantFrom('folder', 'file', 'move', 'copy', 'delete', 'restore', 'extract', 'undo-extract'),
      one: fc.nat(30),
      other: fc.nat(30),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 25 }), async (steps) => {
        owner = await newUser(app)
        await playTree(steps)
      }),
      { numRuns: 8 },
    )
  })

  type Model = {
    id: string
    parent: string | null
    isFolder: boolean
    deletion: string | null
    from: string | null
  }

  async function playTree(steps: { kind: string; one: number; other: number }[]) {
    const model: Model[] = []
    const deletions: string[] = []
    const unfolded: string[] = []
    const find = (id: string | null) => model.find((node) => node.id === id)
    const alive = () => model.filter((node) => node.deletion === null)
    const subtree = (id: string, isMeant: (node: Model) => boolean): Model[] =>
      model
        .filter((node) => node.id === id)
        .concat(
          model
            .filter((node) => node.parent === id && isMeant(node))
            .flatMap((node) => subtree(node.id, isMeant)),
        )
    const isBelow = (id: string | null, top: string): boolean =>
      id !== null && (id === top || isBelow(find(id)?.parent ?? null, top))

    for (const { kind, one, other } of steps) {
      const nodes = alive()
      const node = nodes[one % Math.max(1, nodes.length)]
      const folders = [null, ...nodes.filter((each) => each.isFolder)]
      const into = folders[other % folders.length]?.id ?? null
      if (kind === 'folder' || kind === 'file') {
        const made = kind === 'folder' ? await newFolder('Folder', into) : await newRecord('x.png', into)
        model.push({ id: made._id, parent: into, isFolder: kind === 'folder', deletion: null, from: null })
      }
      if (kind === 'restore' && deletions.length > 0) {
        const [deletion = ''] = deletions.splice(one % deletions.length, 1)
        expect((await restore(deletion)).status).toBe(200)
        const coming = model.filter((each) => each.deletion === deletion)
        for (const each of coming) each.deletion = null
        for (const each of coming) if (find(each.parent)?.deletion) each.parent = null
      }
      if (kind === 'undo-extract' && unfolded.length > 0) {
        const folder = find(unfolded.splice(one % unfolded.length, 1)[0] ?? '')
        if (!folder) continue
        const isBack = folder.parent === null || find(folder.parent)?.deletion === null
        expect((await restore(folder.id)).status).toBe(200)
        folder.deletion = null
        if (isBack) {
          for (const each of alive())
            if (each.from === folder.id && each.parent === folder.parent)
              Object.assign(each, { parent: folder.id, from: null })
        } else folder.parent = null
      }
      if (!node) continue
      if (kind === 'move') {
        const isInside = isBelow(into, node.id)
        expect((await move(node.id, into)).status).toBe(isInside ? 422 : 200)
        if (!isInside && node.parent !== into) Object.assign(node, { parent: into, from: null })
      }
      if (kind === 'delete') {
        const { deletionId } = (await remove(node.id)).body.result
        for (const each of subtree(node.id, (below) => below.deletion === null)) each.deletion = deletionId
        deletions.push(deletionId)
      }
      if (kind === 'copy') {
        const isInside = isBelow(into, node.id)
        const answer = await copy(node.id, into)
        expect(answer.status).toBe(isInside ? 422 : 200)
        if (!isInside) await learn(answer.body.result._id, into)
      }
      if (kind === 'extract') {
        expect((await extract(node.id)).status).toBe(node.isFolder ? 200 : 422)
        if (!node.isFolder) continue
        for (const each of alive())
          if (each.parent === node.id) Object.assign(each, { parent: node.parent, from: node.id })
        node.deletion = 'unfolded'
        unfolded.push(node.id)
      }
      await compare()
    }

    async function learn(id: string, parent: string | null) {
      const { result } = (await get(id)).body
      model.push({ id, parent, isFolder: result.type === 'FOLDER', deletion: null, from: null })
      if (result.type === 'FOLDER') for (const child of (await list(id)).results) await learn(child._id, id)
    }

    async function compare() {
      const { rows } = await app.deps.db.pool.query<{
        id: string
        parent: string | null
        count: number
        size: number
      }>(
        `select id, parent_id as parent, item_count as count, size from transfers where owner_id = $1 and deleted_at is null`,
        [owner.user._id],
      )
      const notified = (all: { id: string; parent: string | null }[]) =>
        all.map(({ id, parent }) => `${id} in ${parent}`).toSorted()
      expect(notified(rows)).toEqual(notified(alive()))
      for (const row of rows) expect(row.count).toBe(rows.filter((each) => each.parent === row.id).length)
      expect(await used()).toBe(rows.reduce((sum, row) => sum + row.size, 0))
    }
  }
})
