import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readlinkSync } from 'node:fs'
import { requestExport } from '@wingmark/contract/account-export'
import { createComment, createReply } from '@wingmark/contract/comments'
import { answerConnection, askToConnect, blockPerson, reportPerson } from '@wingmark/contract/connections'
import { sendMessage } from '@wingmark/contract/messages'
import * as contract from '@wingmark/contract/users'
import { addVersion } from '@wingmark/contract/versions'
import { describe, expect, test, vi } from 'vitest'
import { newPilot } from '../../../../test/connection-people.ts'
import {
  addMember,
  newFile,
  newGuest,
  newReview,
  newUser,
  type Person,
  png,
} from '../../../../test/people.ts'
import { readZip } from '../../../../test/read-zip.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
})

const path = '/user/api/v1/export'
const download = async (person: Person) => {
  const response = await app.fetch(path, { caller: person })
  return readZip(Buffer.from(await response.arrayBuffer()))
}
const sha256 = (bytes: Buffer | undefined) =>
  createHash('sha256')
    .update(bytes ?? '')
    .digest('hex')
const namesOf = (zip: Map<string, Buffer>) => [...zip.keys()]
const json = (zip: Map<string, Buffer>, name: string) =>
  JSON.parse(zip.get(namesOf(zip).find((one) => one.endsWith(name)) ?? '')?.toString() ?? 'null')

describe('an export', () => {
  test('holds the profile, the reviews with all comments, and the originals byte for byte', async () => {
    const person = await newUser(app, 'Ida Example')
    const { files } = await newReview(app, person, 1, '../../Spring: <campaign>?')
    const bytes = png(20, 20)
    const attached = await newFile(app, person, { purpose: 'COMMENT', bytes, name: 'sketch.png' })
    const loose = png(9, 9)
    await newFile(app, person, { bytes: loose, name: 'loose.png' })
    const body = {
      file: files[0]?._id ?? '',
      type: 'GENERAL' as const,
      message: 'Größer!',
      files: [attached._id],
    }
    const comment = await app.call(createComment, { body }, person)
    await app.call(createReply, { body: { comment: comment.body.result._id, message: 'Yes' } }, person)

    const response = await app.fetch(path, { caller: person })
    expect(response.headers.get('content-type')).toBe('application/zip')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="wingmark-.*\.zip"/)
    const zip = readZip(Buffer.from(await response.arrayBuffer()))
    expect(json(zip, 'account.json').user.email).toBe(person.user.email)
    expect(json(zip, 'review.json').name).toBe('../../Spring: <campaign>?')
    expect(json(zip, '/comments.json')).toMatchObject([
      { author: 'Ida Example', message: 'Größer!', replies: [{ author: 'Ida Example', message: 'Yes' }] },
    ])
    const find = (ending: string) => namesOf(zip).find((name) => name.endsWith(ending)) ?? ''
    expect(find('design-1.png')).toMatch(/^reviews\/[^/]+\/designs\/001 design-1\.png$/)
    expect(sha256(zip.get(find('sketch.png')))).toBe(sha256(bytes))
    expect(find('sketch.png')).toContain('/attachments/')
    expect(sha256(zip.get(find('loose.png')))).toBe(sha256(loose))
    expect(namesOf(zip).every((name) => !name.includes('..\u002f') && !/[<>:?]/.test(name))).toBe(true)
    expect([...zip.values()].join('')).not.toContain('argon2')
  })

  test('holds every version of a design, and says on which each comment was made', async () => {
    const [person, editor] = [await newUser(app), await newUser(app)]
    const { review, files } = await newReview(app, person)
    await addMember(app, review._id, editor, 'EDITOR')
    const id = files[0]?._id ?? ''
    const versions = [png(21, 20), png(22, 20)]
    for (const [index, bytes] of versions.entries()) {
      const { _id: file } = await newFile(app, editor, { bytes, name: `design-${index + 2}.png` })
      await app.call(addVersion, { params: { id }, body: { file } }, editor)
    }
    for (const version of [1, 3]) {
      const body = { file: id, type: 'GENERAL' as const, message: 'Larger!', version }
      await app.call(createComment, { body }, editor)
    }
    const zip = await download(person)
    expect(json(zip, '/comments.json')).toMatchObject([{ version: 1 }, { version: 3 }])
    const designs = namesOf(zip).filter((name) => name.includes('/designs/'))
    expect(designs.map((name) => name.match(/001 version \d/)?.[0]).toSorted()).toEqual([
      '001 version 1',
      '001 version 2',
      '001 version 3',
    ])
    const sumsIn = (of: Map<string, Buffer>, part: string) =>
      namesOf(of).flatMap((name) => (name.includes(part) ? [sha256(of.get(name))] : []))
    expect(sumsIn(zip, '/designs/')).toEqual(expect.arrayContaining(versions.map(sha256)))
    const theirs = await download(editor)
    expect(sumsIn(theirs, 'files/').toSorted()).toEqual(versions.map(sha256).toSorted())
    expect(json(theirs, 'comments-elsewhere.json')).toMatchObject([{ version: 1 }, { version: 3 }])
  })

  test('holds the user’s comments elsewhere, and nothing else of others', async () => {
    const [person, owner] = [await newUser(app), await newUser(app, 'Olga Owner')]
    const { review, files, share } = await newReview(app, owner, 1, 'Hers')
    const body = { file: files[0]?._id ?? '', type: 'GENERAL' as const }
    await app.call(createComment, { body: { ...body, message: 'Mine' } }, { ...person, share })
    await app.call(createComment, { body: { ...body, message: 'Secret of hers' } }, owner)
    const zip = await download(person)
    expect(json(zip, 'comments-elsewhere.json')).toMatchObject([{ review: 'Hers', message: 'Mine' }])
    const everything = [...zip.values()].join('')
    expect(everything).not.toContain('Secret of hers')
    expect(everything).not.toContain(owner.user.email)
    expect(everything).not.toContain(review.share.shareCode ?? 'no code')
    expect(namesOf(zip).filter((name) => name.startsWith('reviews/'))).toEqual([])
  })

  test('holds the profile, connections, blocks, reports and messages; people who blocked the user have no name', async () => {
    const person = await newPilot(app, 'Pia Person')
    const [known, asked, spammer] = [
      await newPilot(app, 'Kaja Known'),
      await newPilot(app, 'Ascan Asked'),
      await newPilot(app, 'Sam Spammer'),
    ]
    const ask = (from: Person, to: Person) =>
      app.call(askToConnect, { params: { id: to.user._id }, body: { note: 'We met.' } }, from)
    const params = { id: (await ask(known, person)).body.result._id }
    await app.call(answerConnection, { params, body: { response: 'ACCEPT' } }, person)
    await ask(person, asked)
    for (const [from, to] of [
      [person, known],
      [known, person],
      [person, asked],
    ] as const)
      await app.call(sendMessage, { body: { to: to.user._id, message: `From ${from.user.name}` } }, from)
    const report = { user: spammer.user._id, reason: 'SPAM' as const, note: 'Again.' }
    await app.call(reportPerson, { body: report }, person)
    await app.call(blockPerson, { params: { userId: spammer.user._id } }, person)
    const taken = async () => {
      const zip = await download(person)
      const read = (name: string) => JSON.parse(zip.get(`${name}.json`)?.toString() ?? 'null')
      return { zip, read }
    }
    const { read } = await taken()
    expect(read('connection-profile')).toMatchObject([{ location: 'Utrecht', skills: ['Motion', 'Figma'] }])
    const byName = (items: { with: string }[]) => items.toSorted((a, b) => a.with.localeCompare(b.with))
    expect(byName(read('connections'))).toMatchObject([
      { with: 'Ascan Asked', askedBy: 'you', note: 'We met.', status: 'PENDING' },
      { with: 'Kaja Known', askedBy: 'them', note: 'We met.', status: 'ACCEPTED' },
    ])
    expect(read('blocked')).toMatchObject([{ name: 'Sam Spammer' }])
    expect(read('reports')).toMatchObject([{ reported: 'Sam Spammer', reason: 'SPAM', note: 'Again.' }])
    const said = [
      { with: 'Kaja Known', isOwn: true, message: 'From Pia Person' },
      { with: 'Kaja Known', isOwn: false, message: 'From Kaja Known' },
    ]
    expect(read('messages')).toMatchObject([...said, { with: 'Ascan Asked', isOwn: true }])

    await app.call(blockPerson, { params: { userId: person.user._id } }, asked)
    const later = await taken()
    expect(later.read('connections')).toMatchObject([{ with: 'Kaja Known' }])
    expect(later.read('messages')).toMatchObject([...said, { with: null, isOwn: true }])
    expect([...later.zip.values()].join('')).not.toContain('Ascan Asked')
  })

  test('spans many pages', async () => {
    const person = await newUser(app)
    const { review, files } = await newReview(app, person)
    await app.deps.db.pool.query(
      `insert into comments (id, review_id, file_id, type, message, user_id)
       select gen_random_uuid(), $1, $2, 'GENERAL', 'n ' || n, $3 from generate_series(1, 450) n`,
      [review._id, files[0]?._id, person.user._id],
    )
    expect(json(await download(person), '/comments.json')).toHaveLength(450)
  })

  test('holds every reply of long threads in full, each with its comment', async () => {
    const person = await newUser(app)
    const { review, files } = await newReview(app, person)
    const words = 'long '.repeat(2_000)
    await app.deps.db.pool.query(
      `with thread as (
        insert into comments (id, review_id, file_id, type, message, user_id, reply_count)
        select gen_random_uuid(), $1, $2, 'GENERAL', 'n ' || n, $3, (n % 3) * 40 from generate_series(1, 15) n
        returning id, message, reply_count
      )
      insert into replies (id, comment_id, message, user_id)
      select gen_random_uuid(), thread.id, thread.message || $4::text, $3 from thread, generate_series(1, thread.reply_count)`,
      [review._id, files[0]?._id, person.user._id, words],
    )
    const threads: { message: string; replies: { message: string }[] }[] = json(
      await download(person),
      '/comments.json',
    )
    expect(threads).toHaveLength(15)
    for (const { message, replies } of threads) {
      expect(replies).toHaveLength((Number(message.slice(2)) % 3) * 40)
      expect(replies.every((one) => one.message === message + words)).toBe(true)
    }
  })

  test('names files with missing bytes instead of failing', async () => {
    const person = await newUser(app)
    await newFile(app, person, { name: 'gone.png' })
    await newFile(app, person, { name: 'here.png' })
    const { rows } = await app.deps.db.pool.query(
      `select b.storage_key from blobs b join files f on f.blob_id = b.id where f.owner_id = $1 and f.name = 'gone.png'`,
      [person.user._id],
    )
    await app.deps.storage.remove(rows[0]?.storage_key)
    const zip = await download(person)
    expect(zip.get('missing-files.txt')?.toString()).toContain('gone.png')
    expect(namesOf(zip).some((name) => name.endsWith('here.png'))).toBe(true)
  })
})

test('an aborted download leaves no file open', async () => {
  const person = await newUser(app)
  await newFile(app, person, { bytes: randomBytes(30_000_000), name: 'big.bin', purpose: 'TRANSFER' })
  const openFiles = () =>
    readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).startsWith(app.dataDir)
      } catch {
        return false
      }
    })
  const controller = new AbortController()
  const response = await app.fetch(path, { caller: person, signal: controller.signal })
  await response.body?.getReader().read()
  await vi.waitFor(() => expect(openFiles()).toHaveLength(1), 20_000)
  controller.abort()
  await vi.waitFor(() => expect(openFiles()).toEqual([]), 20_000)
})

describe('an export address', () => {
  const askLink = (person: Person) => app.call(requestExport, {}, person)

  test('downloads without a header, for the person it was made for', async () => {
    const person = await newUser(app)
    const { status, body } = await askLink(person)
    expect(status).toBe(201)
    const response = await app.fetch(body.result.url)
    const zip = readZip(Buffer.from(await response.arrayBuffer()))
    expect(json(zip, 'account.json').user._id).toBe(person.user._id)
  })

  test('ends with the session, and cannot be changed into another', async () => {
    const [person, other] = [await newUser(app), await newUser(app)]
    const url = new URL((await askLink(person)).body.result.url, app.url)
    const foreign = new URL((await askLink(other)).body.result.url, app.url)
    const change = (name: string, value: string) => {
      const changed = new URL(url)
      changed.searchParams.set(name, value)
      return changed.pathname + changed.search
    }
    const wrong = [
      change('exp', String(Number(url.searchParams.get('exp')) + 60)),
      change('session', foreign.searchParams.get('session') ?? ''),
      change('session', 'x'),
      change('sig', 'x'),
      path,
    ]
    for (const address of wrong) expect((await app.fetch(address)).status).toBe(401)
    await app.call(contract.logout, { body: {} }, person)
    expect((await app.fetch(url.pathname + url.search)).status).toBe(401)
  })

  test('is for signed-in users only', async () => {
    expect((await app.call(requestExport)).status).toBe(401)
    expect((await app.fetch(path, { caller: await newGuest(app) })).status).toBe(401)
  })
})
