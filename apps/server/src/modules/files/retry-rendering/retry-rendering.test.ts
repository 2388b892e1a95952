import { rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  deleteFile,
  duplicateFile,
  type File,
  getFile,
  redrawFile,
  unlockFile,
} from '@wingmark/contract/files'
import { createReview, getReview } from '@wingmark/contract/reviews'
import { tileUrl } from '@wingmark/contract/tiles'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { fetchFile, finished, pdf } from '../../../../test/files.ts'
import { holdRendering } from '../../../../test/hold-rendering.ts'
import { listenToReview } from '../../../../test/listen-live.ts'
import { lockedPdf } from '../../../../test/locked-pdf.ts'
import { addMember, newFile, newUser, type Person, png, waitUntilIdle } from '../../../../test/people.ts'
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts'
import { RendererBusyError } from '../../../platform/media/render.ts'
import { StorageFullError } from '../../../platform/storage.ts'
import { placeOf } from '../../../platform/storage-places.ts'
import { checkStorage } from '../integrity/service.ts'

let app: TestApp
let owner: Person
// It checks everything that is stored.
beforeAll(async () => {
  app = await startTestApp()
  owner = await newUser(app)
})
afterAll(() => app.close())

const locked = async (password = 'Grün & geheim') =>
  finished(app, owner, await newFile(app, owner, { bytes: lockedPdf(password), name: 'brief.pdf' }))

/** So many at once that every process has closed earlier documents. */
async function drawOthers(): Promise<void> {
  const paths = Array.from({ length: 12 }, (_, n) => join(app.dataDir, `other-${n}.pdf`))
  await Promise.all(paths.map((path) => writeFile(path, pdf(2))))
  await Promise.all(paths.map((path) => app.deps.renderer.render({ kind: 'pdf', path }, 'first')))
}

const unlock = (file: File, password: string, who = owner) =>
  app.call(unlockFile, { params: { id: file._id }, body: { password } }, who)

describe('a PDF with a password', () => {
  test('says so, and whether the caller may enter it', async () => {
    const file = await locked()
    expect(file).toMatchObject({
      state: 'FAILED',
      locked: true,
      error: 'This PDF is protected by a password.',
      can: { redraw: true },
    })
    const { body } = await app.call(createReview, { body: { name: 'Brief', files: [file._id] } }, owner)
    const share = body.result.share.shareCode ?? ''
    const seen = await app.call(getReview, { params: { id: body.result._id } }, { share })
    expect(seen.body.result.files[0]).toMatchObject({ locked: true, can: { redraw: false } })
  })

  test('a wrong password gets a clear message, and changes nothing', async () => {
    const file = await locked()
    for (const password of ['geheim', 'grün & geheim', 'x'.repeat(1_000)]) {
      const { status, body } = await unlock(file, password)
      expect([status, body]).toMatchObject([422, { errors: { password: 'Wrong password for this PDF.' } }])
    }
    expect((await unlock(file, '')).body).toMatchObject({ errors: { password: 'Please enter the password' } })
    expect((await finished(app, owner, file)).locked).toBe(true)
  })

  test('the right one renders it; the original keeps its password, which is stored nowhere', async () => {
    const password = 'Grün-7431'
    const bytes = lockedPdf(password)
    const file = await finished(app, owner, await newFile(app, owner, { bytes, name: 'brief.pdf' }))
    expect((await unlock(file, password)).status).toBe(200)
    const open = await finished(app, owner, file)
    expect(open).toMatchObject({ state: 'READY', locked: false, pages: [{ width: 200, height: 100 }] })
    for (const address of [open.thumbnailUrl, open.previewUrl]) {
      expect((await fetchFile(app, address)).status).toBe(200)
    }
    const original = await fetchFile(app, open.url ?? '')
    expect(Buffer.from(await original.arrayBuffer()).equals(bytes)).toBe(true)
    await waitUntilIdle(app)
    const { rows } = await app.deps.db.pool.query(
      `select (select count(*)::int from blobs b where b::text like $1) +
        (select count(*)::int from graphile_worker._private_jobs j where j::text like $1) as found`,
      [`%${password}%`],
    )
    expect(rows).toEqual([{ found: 0 }])
  })

  test('stays locked for everyone else with a copy of it, and they cannot unlock this one', async () => {
    const bytes = lockedPdf('theirs')
    const file = await finished(app, owner, await newFile(app, owner, { bytes, name: 'brief.pdf' }))
    const made = await app.call(createReview, { body: { name: 'Brief', files: [file._id] } }, owner)
    const editor = await newUser(app)
    await addMember(app, made.body.result._id, editor, 'EDITOR')
    const copy = (await app.call(duplicateFile, { params: { id: file._id } }, editor)).body.result
    const seen = async (who: Person, one: File) =>
      (await app.call(getFile, { params: { id: one._id } }, who)).body.result
    const original = async (who: Person, one: File) => {
      const answer = await fetchFile(app, (await seen(who, one)).url ?? '')
      return Buffer.from(await answer.arrayBuffer()).equals(bytes)
    }

    expect((await unlock(copy, 'theirs', editor)).status).toBe(200)
    expect(await finished(app, editor, copy)).toMatchObject({ state: 'READY', locked: false })
    await waitUntilIdle(app)
    expect(await seen(owner, file)).toMatchObject({ state: 'FAILED', locked: true })
    expect(await Promise.all([original(owner, file), original(editor, copy)])).toEqual([true, true])

    await app.call(deleteFile, { params: { id: copy._id } }, editor)
    await waitUntilIdle(app)
    const both = await Promise.all([unlock(file, 'theirs'), unlock(file, 'theirs')])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const open = await finished(app, owner, file)
    expect((await fetchFile(app, open.previewUrl)).status).toBe(200)
    expect(await original(owner, file)).toBe(true)
    await waitUntilIdle(app)
    const problems: string[] = []
    await checkStorage(app.deps, ({ kind }) => problems.push(kind), 0)
    expect(problems).toEqual([])
    expect(await app.deps.storage.pending(0)).toEqual([])
  })

  test('that is deleted while being unlocked leaves nothing behind', async () => {
    const file = await locked('right')
    const { rows } = await app.deps.db.pool.query<{ storage_key: string }>(
      'select storage_key from blobs b join files f on f.blob_id = b.id where f.id = $1',
      [file._id],
    )
    const { renderer, storage } = app.deps
    const render = renderer.render
    const slow = vi.spyOn(renderer, 'render').mockImplementation(async (task, urgency) => {
      const result = await render(task, urgency)
      await app.call(deleteFile, { params: { id: file._id } }, owner)
      await waitUntilIdle(app)
      return result
    })
    expect((await unlock(file, 'right')).status).toBe(404)
    slow.mockRestore()
    const name = { key: rows[0]?.storage_key ?? '', derivative: 'unlocked' }
    expect(await storage.has(name)).toBe(false)
  })

  test('asks for it again if the unlocked document was lost', async () => {
    const file = await locked('right')
    expect((await unlock(file, 'right')).status).toBe(200)
    expect((await finished(app, owner, file)).state).toBe('READY')
    await waitUntilIdle(app)
    const { rows } = await app.deps.db.pool.query<{ key: string; derived: number }>(
      `select storage_key as key, derived_bytes as derived from blobs
       where id = (select blob_id from files where id = $1)`,
      [file._id],
    )
    const place = placeOf({ key: rows[0]?.key ?? '', derivative: 'unlocked' })
    const path = join(app.dataDir, 'files', place)
    expect(rows[0]?.derived).toBe((await stat(path)).size)

    await rm(path)
    await app.deps.db.pool.query(
      `update blobs set state = 'FAILED' where id = (select blob_id from files where id = $1)`,
      [file._id],
    )
    await app.call(redrawFile, { params: { id: file._id } }, owner)
    expect(await finished(app, owner, file)).toMatchObject({
      locked: true,
      error: 'This PDF is protected by a password.',
    })
    expect((await unlock(file, 'right')).status).toBe(200)
    expect((await finished(app, owner, file)).state).toBe('READY')
  })

  test.each([
    ['a tile', ['unlocked'], (file: File) => tileUrl(file.tiles?.url ?? '', 1, { level: 0, x: 0, y: 0 })],
    ['a page', ['unlocked', 'page-1'], (file: File) => file.previewUrl],
  ])('is asked for again when someone opens %s after that was lost', async (_, lost, addressOf) => {
    const file = await locked('right')
    const made = await app.call(createReview, { body: { name: 'Brief', files: [file._id] } }, owner)
    expect((await unlock(file, 'right')).status).toBe(200)
    const open = await finished(app, owner, file)
    await waitUntilIdle(app)
    const { rows } = await app.deps.db.pool.query<{ key: string }>(
      'select storage_key as key from blobs b join files f on f.blob_id = b.id where f.id = $1',
      [file._id],
    )
    for (const derivative of lost)
      await rm(join(app.dataDir, 'files', placeOf({ key: rows[0]?.key ?? '', derivative })))
    await drawOthers()
    const listening = await listenToReview(app.url, made.body.result._id, owner)
    await listening.next('presence')
    expect((await fetchFile(app, addressOf(open))).status).toBe(404)
    expect((await listening.next('file.ready')).data).toMatchObject({
      _id: file._id,
      state: 'FAILED',
      locked: true,
      error: 'This PDF is protected by a password.',
    })
    listening.close()
    expect((await unlock(file, 'right')).status).toBe(200)
    const again = await finished(app, owner, file)
    expect((await fetchFile(app, addressOf(again))).status).toBe(200)
    await waitUntilIdle(app)
  })

  test('is not tried, nor counted, while there is too much to render', async () => {
    const person = await newUser(app)
    const bytes = lockedPdf('right')
    const file = await finished(app, person, await newFile(app, person, { bytes, name: 'a.pdf' }))
    const { renderer } = app.deps
    const render = renderer.render
    const busy = vi
      .spyOn(renderer, 'render')
      .mockImplementation((task, urgency) =>
        task.kind === 'unlock' ? Promise.reject(new RendererBusyError()) : render(task, urgency),
      )
    const statuses = new Set<number>()
    for (let tries = 0; tries < 25; tries++) statuses.add((await unlock(file, 'right', person)).status)
    busy.mockRestore()
    expect([...statuses]).toEqual([503])
    expect((await unlock(file, 'right', person)).status).toBe(200)
  })

  test('leaves nothing behind if the disk is full while it is unlocked', async () => {
    const file = await locked('right')
    await waitUntilIdle(app)
    const { storage } = app.deps
    const stored = async () => {
      let count = 0
      for await (const _ of storage.list()) count += 1
      return count
    }
    const before = await stored()
    vi.spyOn(storage, 'keepDerivative').mockRejectedValueOnce(new StorageFullError())
    expect((await unlock(file, 'right')).status).toBe(503)
    expect([await stored(), await storage.pending(0)]).toEqual([before, []])
    expect((await unlock(file, 'right')).status).toBe(200)
    await waitUntilIdle(app)
  })

  test('allows a limited number of tries', async () => {
    const guesser = await newUser(app)
    const file = await finished(
      app,
      guesser,
      await newFile(app, guesser, { bytes: lockedPdf('right'), name: 'a.pdf' }),
    )
    const statuses = new Set<number>()
    for (let tries = 0; tries < 21; tries++)
      statuses.add((await unlock(file, `guess ${tries}`, guesser)).status)
    expect([...statuses]).toEqual([422, 429])
  })
})

describe('trying again', () => {
  const fail = (file: File) =>
    app.deps.db.pool.query(
      `update blobs set state = 'FAILED', error = 'This file takes too long to preview.'
       where id = (select blob_id from files where id = $1)`,
      [file._id],
    )
  const again = (file: File, who = owner) => app.call(redrawFile, { params: { id: file._id } }, who)

  test('renders what failed', async () => {
    const file = await newFile(app, owner, { bytes: png(60, 40) })
    await waitUntilIdle(app)
    await fail(file)
    const render = holdRendering(app)
    const { status, body } = await again(file)
    expect([status, body.result.state]).toEqual([200, 'PROCESSING'])
    render()
    const rendered = await finished(app, owner, file)
    expect(rendered).toMatchObject({ state: 'READY', can: { redraw: false } })
    expect(rendered.error).toBeUndefined()
  })

  test('changes nothing that is rendered', async () => {
    const file = await newFile(app, owner)
    await waitUntilIdle(app)
    expect((await again(file)).body.result.state).toBe('READY')
  })

  test('is not for strangers', async () => {
    const file = await newFile(app, owner)
    await waitUntilIdle(app)
    await fail(file)
    expect((await again(file, await newUser(app))).status).toBe(404)
  })
})
