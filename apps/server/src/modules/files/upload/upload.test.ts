import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { duplicateFile, getFile } from '@wingmark/contract/files'
import { accountFilesMax } from '@wingmark/contract/limits'
import { plans } from '@wingmark/contract/plans'
import { changeShareAccess } from '@wingmark/contract/reviews'
import { getUsage } from '@wingmark/contract/users'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../../../test/eventually.ts'
import { boundary, fetchFile, formEnd, formType, part, pdf, sendRaw } from '../../../../test/files.ts'
import {
  newGuest,
  newReview,
  newUser,
  type Person,
  png,
  upload,
  waitUntilIdle,
} from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { TestApp } from '../../../../test/start-test-app.ts'
import { callTus, createTus } from '../../../../test/tus.ts'
import { deleteAbandoned } from '../delete-blobs/service.ts'
import { sweepLeftovers } from './service.ts'

let app: TestApp
let owner: Person
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
  owner = await newUser(app)
})

const html = Buffer.from('<!doctype html><script>1</script>')
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
const mp4 = Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1')
const pngFile = (name = 'a.png') => part(`name="file"; filename="${name}"`, png())
const temporaryFiles = () => readdir(join(app.dataDir, 'files', 'incoming'))
const pendingKeys = () => readdir(join(app.dataDir, 'files', 'pending'))
const usedBytes = async (person: Person) =>
  (await app.call(getUsage, {}, person)).body.result.storage.usedBytes
/** Blocks charges to the account until so many wait, so that none finishes before the others arrive. */
async function holdCharges(person: Person) {
  const holding = await app.deps.db.pool.connect()
  await holding.query('begin')
  await holding.query('select 1 from users where id = $1 for update', [person.user._id])
  const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  return {
    async allow(count: number) {
      await eventually(async () =>
        expect((await app.deps.db.pool.query(waiting)).rowCount).toBeGreaterThanOrEqual(count),
      )
      await holding.query('commit')
      holding.release()
    },
  }
}
const leaveBytes = (person: Person, bytes: number) =>
  app.deps.db.pool.query('update users set used_bytes = $2 where id = $1', [
    person.user._id,
    plans.FREE.storageBytes - bytes,
  ])
const countFiles = async (person: Person) => {
  const sql = 'select count(*)::int as files from files where owner_id = $1'
  const { rows } = await app.deps.db.pool.query<{ files: number }>(sql, [person.user._id])
  return rows[0]?.files
}

/** Adds copies of a file until there are `count`. */
const copyUntil = (fileId: string, count: number) =>
  app.deps.db.pool.query(
    `insert into files (id, key, blob_id, owner_id, guest_id, purpose, name)
     select gen_random_uuid(), gen_random_uuid(), blob_id, owner_id, guest_id, purpose, name
     from files, generate_series(2, $2) where id = $1`,
    [fileId, count],
  )

describe('a file that fits', () => {
  test('is stored byte for byte with its own size and type, whatever the client claims', async () => {
    const bytes = png(300, 200)
    const { status, body } = await upload(app, owner, { bytes, name: 'Home page.png' })
    expect(status).toBe(201)
    expect(body.result).toMatchObject({
      name: 'Home page.png',
      mime: 'image/png',
      kind: 'IMAGE',
      size: bytes.length,
    })
    expect(body.result.key.length).toBeGreaterThanOrEqual(22)
    const original = await fetchFile(app, body.result.url ?? '')
    expect(Buffer.from(await original.arrayBuffer()).equals(bytes)).toBe(true)
  })

  test('may come before the other fields, and may claim another type', async () => {
    const form = Buffer.concat([
      pngFile(),
      part('name="metadata"', 'not json'),
      part('name="size"', '-1'),
      formEnd,
    ])
    const answer = await sendRaw(app, owner, formType, form)
    expect(answer).toMatchObject({ status: 201, body: { result: { mime: 'image/png' } } })
  })

  test('is charged to its owner', async () => {
    const person = await newUser(app)
    const bytes = png(40, 40)
    await upload(app, person, { bytes })
    await upload(app, person, { bytes })
    expect(await usedBytes(person)).toBe(2 * bytes.length)
  })

  test.each([
    ['../../etc/passwd.png', 'passwd.png'],
    ['.htaccess.png', 'htaccess.png'],
    ['  spaces .png ', 'spaces.png'],
    ['a\u202egnp.exe.png', 'agnp.exe.png'],
    ['zero\u200bwidth.png', 'zerowidth.png'],
    ['CON.png', '_CON.png'],
    ['設計🧑‍🎨.PNG', '設計🧑‍🎨.PNG'],
    ['', 'file.png'],
    ['/', 'file.png'],
    ['.png', 'file.png'],
    ['..png', 'file.png'],
    ['.jpg', 'file.jpg'],
    ['home.png/', 'home.png'],
    ['C:\\\\pictures\\\\home.png\\\\', 'home.png'],
    ['home.png. .', 'home.png'],
    ['.gitignore', 'gitignore'],
    [`${'设'.repeat(300)}.png`, `${'设'.repeat(83)}.png`],
  ])('named %j is kept as %j', async (given, kept) => {
    const form = Buffer.concat([part(`name="file"; filename="${given}"`, png()), formEnd])
    const answer = await sendRaw(app, owner, formType, form)
    expect(answer).toMatchObject({ status: 201, body: { result: { name: kept } } })
    const body = png()
    const { file } = await createTus(app, owner, { name: given, size: body.length, body })
    expect((await app.call(getFile, { params: { id: file ?? '' } }, owner)).body.result.name).toBe(kept)
  })
})

describe('a picture or PDF is detected by its bytes', () => {
  test.each([
    ['photo.png', 'jpeg', 'photo.jpeg'],
    ['photo.svg', 'jpeg', 'photo.jpeg'],
    ['photo.pdf', 'png', 'photo.png'],
    ['photo.jfif', 'jpeg', 'photo.jfif'],
    ['photo.jpe', 'jpeg', 'photo.jpe'],
    ['photo', 'jpeg', 'photo.jpeg'],
    ['design.final', 'png', 'design.final.png'],
    ['design.v2', 'webp', 'design.v2.webp'],
    ['animation.jpg', 'gif', 'animation.gif'],
  ] as const)('%s that is a %s downloads as %s, by form and piece by piece', async (name, format, saved) => {
    const body = await sharp(png(20, 10)).toFormat(format).toBuffer()
    const { file } = await createTus(app, owner, { name, size: body.length, body })
    const pieces = await app.call(getFile, { params: { id: file ?? '' } }, owner)
    for (const answer of [await upload(app, owner, { bytes: body, name }), pieces]) {
      expect(answer.body.result).toMatchObject({ name, mime: `image/${format}`, kind: 'IMAGE' })
      const { headers } = await fetchFile(app, answer.body.result.url ?? '')
      expect(headers.get('content-type')).toBe(`image/${format}`)
      expect(headers.get('content-disposition')).toContain(`filename="${saved}"`)
    }
  })

  test('a PDF too', async () => {
    const { body } = await upload(app, owner, { bytes: pdf(1), name: 'brochure.png' })
    expect(body.result).toMatchObject({ name: 'brochure.png', mime: 'application/pdf', kind: 'PDF' })
  })

  test('an SVG may be declared by its type alone', async () => {
    const notified = part('name="file"; filename="logo"\r\nContent-Type: image/svg+xml', svg)
    const answer = await sendRaw(app, owner, formType, Buffer.concat([notified, formEnd]))
    expect(answer).toMatchObject({ status: 201, body: { result: { name: 'logo', mime: 'image/svg+xml' } } })
    const metadata = ['filename logo', 'filetype image/svg+xml'].map((pair) => {
      const [key = '', value = ''] = pair.split(' ')
      return `${key} ${Buffer.from(value).toString('base64')}`
    })
    const headers = { 'upload-length': String(svg.length), 'upload-metadata': metadata.join(',') }
    expect((await callTus(app, owner, { method: 'POST', body: svg, headers })).status).toBe(201)
  })
})

describe('a file that is not accepted', () => {
  test.each([
    ['a picture named as a program', png(), 'a.exe', 'REVIEW'],
    ['a page named as a picture', html, 'a.png', 'REVIEW'],
    ['a picture named as a video in a review', png(), 'a.mp4', 'REVIEW'],
    ['a picture named as one of another kind', png(), 'a.heic', 'REVIEW'],
    ['an SVG without a name that says so', svg, 'logo', 'REVIEW'],
    ['a video in a review', mp4, 'a.mp4', 'REVIEW'],
    ['text in a comment', Buffer.from('hello'), 'a.txt', 'COMMENT'],
  ])('%s', async (_, bytes, name, purpose) => {
    const { status, body } = await upload(app, owner, { bytes, name, purpose })
    expect(status).toBe(415)
    expect(body.message).toMatch(new RegExp(`^Only .+ files are allowed\\. Selected file: ${name}$`))
  })

  test.each([
    ['holiday.jpg', 'heic', '“holiday.jpg” is a HEIC photo. Save it as JPEG or PNG.'],
    ['holiday.PNG', 'avif', '“holiday.PNG” is an AVIF image. Save it as JPEG or PNG.'],
    ['brief.pdf', 'mif1', '“brief.pdf” is a HEIC photo. Save it as JPEG or PNG.'],
  ])('%s of the brand %s gets its real type', async (name, brand, message) => {
    const bytes = Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0mif1miaf`, 'latin1')
    for (const purpose of ['REVIEW', 'COMMENT']) {
      const { status, body } = await upload(app, owner, { bytes, name, purpose })
      expect([status, body.message]).toEqual([415, message])
    }
  })

  test.each([
    ['a program', Buffer.from('MZ\x90\0'), 'EXE'],
    ['a video', mp4, 'MP4'],
    ['an SVG', svg, 'SVG'],
  ])('%s named as a picture gets its real type', async (_, bytes, inside) => {
    const { status, body } = await upload(app, owner, { bytes, name: 'a.png', purpose: 'REVIEW' })
    expect(status).toBe(415)
    expect(body.message).toMatch(/^Only .+ files are allowed\. Selected file: a\.png/)
    expect(body.message).toContain(`(its content is ${inside})`)
  })

  test('a picture of another accepted type is accepted under any name', async () => {
    const bytes = await sharp(png()).webp().toBuffer()
    const { status, body } = await upload(app, owner, { bytes, name: 'a.jpg', purpose: 'REVIEW' })
    expect([status, body.result?.mime]).toEqual([201, 'image/webp'])
  })

  test.each([
    ['cut.png', png().subarray(0, 8)],
    ['cut.png', png().subarray(0, 12)],
    ['cut.png', png().subarray(0, 20)],
    ['garbled.png', Buffer.concat([png().subarray(0, 8), Buffer.from('garbled beyond help')])],
    ['garbled.PNG', Buffer.concat([png().subarray(0, 8), Buffer.alloc(40)])],
    ['cut.jpg', Buffer.from([0xff, 0xd8, 0xff])],
    ['cut.gif', Buffer.from('GIF8')],
    ['cut.svg', Buffer.from('<svg xmlns="http://www.w3.org/20')],
  ])('%s, which begins like its name says, is damaged', async (name, bytes) => {
    const { status, body } = await upload(app, owner, { bytes, name })
    if (status === 201) return expect(body.result.state).not.toBe('READY')
    expect([status, body.message]).toEqual([415, `“${name}” is damaged and can’t be opened.`])
  })

  test('a video is for comments', async () => {
    const { status, body } = await upload(app, owner, { bytes: mp4, name: 'a.mp4', purpose: 'COMMENT' })
    expect(status).toBe(201)
    expect(body.result).toMatchObject({ kind: 'VIDEO', state: 'READY' })
  })

  test('so is an .ogg with sound alone', async () => {
    const bytes = Buffer.from(`OggS${'\0'.repeat(24)}\x01vorbis\0\0`, 'latin1')
    const { status, body } = await upload(app, owner, { bytes, name: 'voice.ogg', purpose: 'COMMENT' })
    expect(status).toBe(201)
    expect(body.result).toMatchObject({
      name: 'voice.ogg',
      mime: 'video/ogg',
      kind: 'VIDEO',
      size: bytes.length,
    })
  })

  test('an SVG with its own entities says why', async () => {
    const bytes = Buffer.from(
      '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg">&x;</svg>',
    )
    const { status, body } = await upload(app, owner, { bytes, name: 'a.svg' })
    expect([status, body.message]).toEqual([415, expect.stringContaining('document type definition')])
  })

  test('an empty one', async () => {
    const { status, body } = await upload(app, owner, { bytes: Buffer.alloc(0) })
    expect([status, body.message]).toEqual([422, 'This file is empty.'])
  })

  test.each([
    ['scan.bmp', 'image/bmp'],
    ['Scan.TIF', 'image/tiff'],
    ['scan.tiff', 'image/tiff'],
    ['notes.txt', 'text/plain'],
    ['notes.md', 'application/octet-stream'],
  ])('%s is served as %s', async (name, mime) => {
    const bytes = Buffer.from('words alone')
    const { status, body } = await upload(app, owner, { bytes, name, purpose: 'TRANSFER' })
    expect(status).toBe(201)
    expect(body.result).toMatchObject({ name, mime, kind: 'OTHER' })
    expect((await upload(app, owner, { bytes, name })).status).toBe(415)
  })

  test('an unknown purpose names the known ones', async () => {
    const { status, body } = await upload(app, owner, { purpose: 'WORLD' })
    expect([status, body.message]).toEqual([422, 'Choose one of: REVIEW, COMMENT, TRANSFER'])
  })
})

describe('a form that cannot be read', () => {
  const chooseOne = [422, 'Choose one file to upload.']
  const inAForm = [415, 'Send the file in a form, as multipart/form-data.']
  const unreadable = [400, 'The upload couldn’t be read. Please try again.']
  test.each([
    ['no file', chooseOne, formType, Buffer.concat([part('name="size"', '0'), formEnd])],
    ['nothing at all', chooseOne, formType, formEnd],
    ['two files', chooseOne, formType, Buffer.concat([pngFile(), pngFile(), formEnd])],
    [
      'the field in another spelling',
      chooseOne,
      formType,
      Buffer.concat([part('name="File"; filename="a.png"', png()), formEnd]),
    ],
    ['JSON', chooseOne, { 'content-type': 'application/json' }, '{}'],
    ['the file by itself', inAForm, { 'content-type': 'image/png' }, png()],
    ['bytes of no type', inAForm, {}, png()],
    ['no boundary', unreadable, { 'content-type': 'multipart/form-data' }, pngFile()],
    ['a boundary that is never closed', unreadable, formType, pngFile()],
    [
      'a part without a name',
      unreadable,
      formType,
      Buffer.concat([part('filename="a.png"', png()), formEnd]),
    ],
    [
      'a header that never ends',
      unreadable,
      formType,
      `--${boundary}\r\nContent-Disposition: form-data; name="file"`,
    ],
  ])('%s', async (_, [status, message], headers, body) => {
    expect(await sendRaw(app, owner, headers, body)).toMatchObject({ status, body: { message } })
  })

  test('a form sent to another route is refused', async () => {
    const form = new FormData()
    form.set('name', 'x')
    const response = await app.fetch('/review/api/v1', { method: 'POST', body: form, caller: owner })
    expect(response.status).toBe(415)
  })

  test('none of them leaves anything behind', async () => {
    await waitUntilIdle(app)
    expect(await temporaryFiles()).toEqual([])
    expect(await pendingKeys()).toEqual([])
  })
})

describe('limits', () => {
  test('one byte over 500 MB is refused while it arrives, with the size in the message', async () => {
    const head = part('name="file"; filename="big.png"', png()).subarray(0, -2)
    const filler = Buffer.alloc(1_048_576)
    const endless = Readable.from(
      (function* () {
        yield head
        while (true) yield filler
      })(),
    )
    const answer = await sendRaw(app, owner, formType, endless)
    expect(answer).toMatchObject({
      status: 413,
      body: { message: 'File "big.png" is too large (500.00MB). Maximum allowed size is 500MB.' },
    })
    await waitUntilIdle(app)
    expect(await temporaryFiles()).toEqual([])
  })

  test('an account holds a limited number of files, however small', async () => {
    const person = await newUser(app)
    const { body } = await upload(app, person)
    await copyUntil(body.result._id, accountFilesMax)
    const copy = () => app.call(duplicateFile, { params: { id: body.result._id } }, person)
    for (const { status, body: failure } of [await upload(app, person), await copy()])
      expect([status, failure.message]).toEqual([507, expect.stringContaining('file limit')])
    expect((await upload(app, owner)).status).toBe(201)
    await app.deps.db.pool.query('delete from files where owner_id = $1 and id <> $2', [
      person.user._id,
      body.result._id,
    ])
    expect((await copy()).status).toBe(201)
    expect((await upload(app, person)).status).toBe(201)
  })

  test('nor do parallel uploads exceed that number', async () => {
    const person = await newUser(app)
    const { body } = await upload(app, person)
    await copyUntil(body.result._id, accountFilesMax - 2)
    const charge = await holdCharges(person)
    const copy = () => app.call(duplicateFile, { params: { id: body.result._id } }, person)
    const named = { 'idempotency-key': 'c0a1c2d3-e4f5' }
    const sending = [
      upload(app, person),
      upload(app, person),
      upload(app, person, { headers: named }),
      copy(),
      copy(),
    ]
    await charge.allow(5)
    const statuses = (await Promise.all(sending)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([201, 201, 507, 507, 507])
    expect(await countFiles(person)).toBe(accountFilesMax)
  })

  test('twenty uploads at once never exceed the storage of the plan', async () => {
    const person = await newUser(app)
    const bytes = png(70, 70)
    await leaveBytes(person, 2 * bytes.length + 100)
    const before = await usedBytes(person)
    const answers = await Promise.all(Array.from({ length: 20 }, () => upload(app, person, { bytes })))
    const refused = answers.filter((answer) => answer.status !== 201)
    expect(refused).toHaveLength(18)
    for (const { status, body } of refused) {
      expect([status, body.message]).toEqual([
        507,
        'You’ve used all of your storage. Delete files or upgrade your plan.',
      ])
    }
    expect(await usedBytes(person)).toBe(before + 2 * bytes.length)
    expect(await countFiles(person)).toBe(2)
    expect(await pendingKeys()).toEqual([])
  })

  const half = 1_000_000
  /** A form that sends the first bytes of its file and then stalls. */
  const stall = async (person: Person, announced: number | null) => {
    const body = new PassThrough()
    body.write(pngFile())
    const length: Record<string, string> = announced === null ? {} : { 'content-length': String(announced) }
    // Rendering uses the same folder.
    await waitUntilIdle(app)
    const sending = sendRaw(app, person, { ...formType, ...length }, body)
    await eventually(async () => expect(await temporaryFiles()).toHaveLength(1))
    return { cut: () => body.destroy(), sending }
  }

  test.each([
    ['says how long it is', half],
    ['does not say how long it is', null],
  ])(
    'storage that an upload under way may need is not given to others: one that %s',
    async (_, announced) => {
      const person = await newUser(app)
      await leaveBytes(person, 1.5 * half)
      const bytes = Buffer.concat([png(), Buffer.alloc(half)])
      const stalled = await stall(person, announced)
      expect((await upload(app, person, { bytes })).status).toBe(507)
      stalled.cut()
      await stalled.sending
      await eventually(async () => expect((await upload(app, person, { bytes })).status).toBe(201))
    },
  )

  test('one account can send a limited number of forms at once; others are unaffected', async () => {
    const [person, other] = [await newUser(app), await newUser(app)]
    const stalled = await Promise.all(
      Array.from({ length: 300 }, async () => {
        const body = new PassThrough()
        body.write(pngFile())
        return { body, sending: sendRaw(app, person, { ...formType, 'content-length': '5000' }, body) }
      }),
    )
    await eventually(async () => expect(await temporaryFiles()).toHaveLength(300))
    const { status, headers, body } = await upload(app, person)
    expect([status, body.message]).toEqual([429, expect.stringContaining('at once')])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await upload(app, other)).status).toBe(201)
    for (const one of stalled) one.body.destroy()
    await Promise.all(stalled.map(({ sending }) => sending))
    await eventually(async () => expect((await upload(app, person)).status).toBe(201))
  })
})

describe('repeated and interrupted', () => {
  test('the same Idempotency-Key makes one file, in parallel and later', async () => {
    const person = await newUser(app)
    const bytes = png()
    const again = () => upload(app, person, { bytes, headers: { 'idempotency-key': 'b0a1c2d3-e4f5' } })
    const answers = [...(await Promise.all([again(), again(), again(), again(), again()])), await again()]
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201, 201, 201, 201])
    expect(new Set(answers.map((answer) => answer.body.result._id)).size).toBe(1)
    expect(await countFiles(person)).toBe(1)
    expect(await usedBytes(person)).toBe(bytes.length)
    expect(await pendingKeys()).toEqual([])
  })

  test('a client that goes away leaves nothing', async () => {
    const person = await newUser(app)
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const body = new PassThrough()
        body.write(pngFile())
        body.write(Buffer.alloc(index * 20_000))
        setTimeout(() => body.destroy(), 10 + index * 5)
        return sendRaw(app, person, formType, body)
      }),
    )
    await waitUntilIdle(app)
    await eventually(async () => expect(await temporaryFiles()).toEqual([]))
    // Only the next upload's files exist.
    expect((await upload(app, person)).status).toBe(201)
    await waitUntilIdle(app)
    expect(await countFiles(person)).toBe(1)
    expect(await usedBytes(person)).toBe(png().length)
  })

  test('the sweep removes bytes without a record, and keeps others', async () => {
    const { body } = await upload(app, owner)
    const lost = await app.deps.storage.receive(Readable.from([Buffer.from('lost')]), { limitBytes: 100 })
    const key = 'c3'.repeat(16)
    await app.deps.storage.commit(lost, key)
    await sweepLeftovers(app.deps, 0)
    expect(await app.deps.storage.has({ key })).toBe(false)
    expect((await fetchFile(app, body.result.url ?? '')).status).toBe(200)
  })
})

describe('guests', () => {
  test('attach to a review whose link allows it, on the owner’s account', async () => {
    const person = await newUser(app)
    const { review, share } = await newReview(app, person)
    const guest = await newGuest(app, share)
    const before = await usedBytes(person)
    const bytes = png()
    const attached = await upload(app, guest, { bytes, purpose: 'COMMENT', review: review._id })
    expect(attached.status).toBe(201)
    expect(attached.body.result.can).toEqual({
      rename: false,
      delete: false,
      download: true,
      redraw: false,
    })
    expect(await usedBytes(person)).toBe(before + bytes.length)
    await app.call(changeShareAccess, { params: { id: review._id }, body: { access: 'VIEW' } }, person)
    expect((await upload(app, guest, { purpose: 'COMMENT', review: review._id })).status).toBe(403)
  })

  test('give the owner the storage back for uploads they never sent', async () => {
    const person = await newUser(app)
    const { review, share } = await newReview(app, person)
    const before = await usedBytes(person)
    const guest = await newGuest(app, share)
    const { body } = await upload(app, guest, { purpose: 'COMMENT', review: review._id })
    await app.deps.db.pool.query(`update files set created_at = now() - interval '8 days'`)
    expect(await deleteAbandoned(app.deps)).toBeGreaterThanOrEqual(1)
    expect(await usedBytes(person)).toBe(before)
    expect((await fetchFile(app, body.result.url ?? '')).status).toBe(404)
  })

  test('do not use up an account’s number of files, and unsent ones are deleted, however many', async () => {
    const person = await newUser(app)
    const { review, share } = await newReview(app, person)
    const guest = await newGuest(app, share)
    const attach = () => upload(app, guest, { purpose: 'COMMENT', review: review._id })
    const { body } = await attach()
    await copyUntil(body.result._id, accountFilesMax / 10)
    expect((await attach()).body).toMatchObject({ code: 'OWNER_STORAGE_QUOTA' })
    expect((await upload(app, person)).status).toBe(201)
    const later = `update files set created_at = now() - interval '25 hours' where guest_id = $1`
    await app.deps.db.pool.query(later, [guest.id])
    await deleteAbandoned(app.deps)
    expect(await countFiles(person)).toBe(2)
    expect((await attach()).status).toBe(201)
  })

  test('never exceed their part of the storage, one by one or in parallel', async () => {
    const person = await newUser(app)
    const { review, share } = await newReview(app, person)
    const guests = await Promise.all(Array.from({ length: 6 }, () => newGuest(app, share)))
    const [bytes, part] = [png(90, 90), plans.FREE.storageBytes / 10]
    const before = part - 2.5 * bytes.length
    await app.deps.db.pool.query(
      `with blob as (
        insert into blobs (id, storage_key, size, mime, kind, state)
        values (gen_random_uuid(), gen_random_uuid(), $1, 'image/png', 'IMAGE', 'READY') returning id
      ) insert into files (id, key, blob_id, owner_id, guest_id, purpose, name)
        select gen_random_uuid(), gen_random_uuid(), id, $2, $3, 'COMMENT', 'before.png' from blob`,
      [Math.floor(before), person.user._id, guests[0]?.id],
    )
    const charge = await holdCharges(person)
    const sending = guests.map((guest) =>
      upload(app, guest, { bytes, purpose: 'COMMENT', review: review._id }),
    )
    await charge.allow(4)
    const statuses = (await Promise.all(sending)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([201, 201, ...Array(4).fill(507)])
  })

  test('put no files into reviews, into ones they cannot see, or anywhere else', async () => {
    const { review } = await newReview(app, owner)
    const guest = await newGuest(app)
    expect((await upload(app, guest)).status).toBe(403)
    expect((await upload(app, guest, { purpose: 'COMMENT' })).status).toBe(403)
    expect((await upload(app, guest, { purpose: 'COMMENT', review: review._id })).status).toBe(404)
    expect((await upload(app, guest, { purpose: 'COMMENT', review: 'x' })).status).toBe(404)
    expect((await upload(app, {})).status).toBe(401)
  })
})
