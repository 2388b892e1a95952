import {
  type CheckOfFile,
  changeBrief,
  changeFinding,
  changeOwnWords,
  checkReview,
  type Finding,
  getCheck,
  listOwnWords,
  startCheck,
  stopCheck,
} from '@wingmark/contract/checks'
import { createComment, createReply, deleteComment, listFileComments } from '@wingmark/contract/comments'
import type { File } from '@wingmark/contract/files'
import { createReview, type Review, updateReview } from '@wingmark/contract/reviews'
import { addVersion } from '@wingmark/contract/versions'
import sharp from 'sharp'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { designPdf } from '../../../test/design-pdf.ts'
import { eventually } from '../../../test/eventually.ts'
import { listen } from '../../../test/listen-live.ts'
import { addMember, newFile, newUser, type Person } from '../../../test/people.ts'
import { withApp } from '../../../test/shared-app.ts'
import type { TestApp } from '../../../test/start-test-app.ts'

const fine = { words: 'Open every day', x: 100, y: 700, size: 24, gray: 0 }
const pale = { words: 'Bring your friends', x: 100, y: 600, size: 12, gray: 0.75 }
const tiny = { words: 'Terms and conditions apply', x: 100, y: 500, size: 4, gray: 0 }

/** A busy machine renders and reads one page in half a minute. */
const patienceMs = 120_000
vi.setConfig({ testTimeout: 4 * patienceMs })

let app: TestApp
let owner: Person
let editor: Person
let commenter: Person
let review: Review
let files: File[]

async function newPoster(texts = [fine, pale, tiny]): Promise<File> {
  return newFile(app, owner, { bytes: designPdf([texts]), name: 'poster.pdf' })
}

async function checked(file: File | undefined): Promise<CheckOfFile> {
  const params = { id: file?._id ?? '' }
  expect((await app.call(startCheck, { params, body: {} }, owner)).status).toBe(201)
  return ended(file)
}

async function ended(file: File | undefined): Promise<CheckOfFile> {
  const params = { id: file?._id ?? '' }
  return eventually(async () => {
    const { result } = (await app.call(getCheck, { params }, owner)).body
    expect(result.run?.state).toMatch(/DONE|FAILED/)
    return result
  }, patienceMs)
}

const said = ({ findings }: CheckOfFile) => findings.map(({ rule, words, state }) => [rule, words, state])
const byRule = ({ findings }: CheckOfFile, rule: string): Finding => {
  const found = findings.find((one) => one.rule === rule)
  if (!found) throw new Error(`no finding of ${rule}`)
  return found
}
const publish = (finding: Finding, caller = owner, file = finding.file) =>
  app.call(
    createComment,
    { body: { file, type: 'GENERAL', message: finding.proposal, finding: finding._id } },
    caller,
  )
const dismiss = (finding: Finding, state: 'OPEN' | 'DISMISSED' = 'DISMISSED') =>
  app.call(changeFinding, { params: { id: finding._id }, body: { state } }, editor)

withApp.beforeAll(async ({ app: shared }) => {
  app = shared
  owner = await newUser(app, 'Olga Owner')
  editor = await newUser(app, 'Emil Editor')
  commenter = await newUser(app, 'Cleo Commenter')
})

beforeEach(async () => {
  files = [await newPoster(), await newPoster([fine, pale])]
  const body = { name: 'Poster', files: files.map(({ _id }) => _id) }
  review = (await app.call(createReview, { body }, owner)).body.result
  await addMember(app, review._id, editor, 'EDITOR')
  await addMember(app, review._id, commenter, 'COMMENTER')
})

describe('a check', () => {
  test('finds pale, small and missing things in a PDF, and says where', async () => {
    const result = await checked(files[0])
    expect(result.run).toMatchObject({ state: 'DONE', pages: 1, takenFor: { medium: 'PRINT', scale: 1 } })
    expect(said(result)).toEqual(
      expect.arrayContaining([
        ['CONTRAST', pale.words, 'OPEN'],
        ['TEXT_SIZE', tiny.words, 'OPEN'],
        ['FILE', null, 'OPEN'],
      ]),
    )
    expect(result.findings).toHaveLength(3)
    const contrast = byRule(result, 'CONTRAST')
    expect(contrast).toMatchObject({ swatches: ['#bfbfbf', '#ffffff'], says: '1.8:1, needs 4.5:1' })
    expect(contrast.region?.x).toBeCloseTo(100 / 595, 2)
    expect(contrast.region?.y).toBeGreaterThan(0.25)
    expect(byRule(result, 'TEXT_SIZE').says).toBe('4 pt in print, needs 6 pt')
  })

  test('reads a PDF with wrong names for its letters', async () => {
    const half = '1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfchar <42> <D800> endbfchar'
    const cmap = `begincmap ${half} endcmap`
    const odd = designPdf([[pale]])
      .toString()
      .replace('/Helvetica', '/Helvetica /ToUnicode 99 0 R')
      .replace(
        'trailer',
        `99 0 obj\n<< /Length ${cmap.length} >>\nstream\n${cmap}\nendstream\nendobj\ntrailer`,
      )
    const file = await newFile(app, owner, { bytes: Buffer.from(odd), name: 'odd.pdf' })
    const params = { id: review._id }
    await app.call(updateReview, { params, body: { files: [file._id] } }, owner)
    expect(byRule(await checked(file), 'CONTRAST').words).toBe('\ufffdring your friends')
  })

  test('reports duplicate files, even without a stored checksum', async () => {
    const twin = await newFile(app, owner, { bytes: designPdf([[fine, pale, tiny]]), name: 'again.pdf' })
    const all = [...files, twin].map(({ _id }) => _id)
    await app.call(updateReview, { params: { id: review._id }, body: { files: all } }, owner)
    const twins = ({ findings }: CheckOfFile) =>
      findings.map(({ says }) => says).filter((says) => says.startsWith('The same'))
    expect(twins(await checked(files[0]))).toEqual(['The same file as again.pdf'])
    await app.deps.db.pool.query(
      'update blobs set sha256 = null, crc32 = null where id in (select blob_id from files where review_id = $1)',
      [review._id],
    )
    expect(twins(await checked(twin))).toEqual(['The same file as poster.pdf'])
    expect(twins(await checked(files[1]))).toEqual([])
  })

  test('runs once for twenty requests', async () => {
    const params = { id: files[0]?._id ?? '' }
    const tries = Array.from({ length: 20 }, () => app.call(startCheck, { params, body: {} }, owner))
    const answers = await Promise.all(tries)
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201))
    const { rows } = await app.deps.db.pool.query('select state from check_runs where file_id = $1', [
      params.id,
    ])
    expect(rows.filter(({ state }) => state === 'QUEUED' || state === 'RUNNING').length).toBeLessThanOrEqual(
      1,
    )
  })

  test('runs once for a key, also after it was stopped', async () => {
    const params = { id: files[0]?._id ?? '' }
    const [ofFile, ofReview] = [1, 2].map(() => ({ 'idempotency-key': crypto.randomUUID() }))
    const one = () => app.call(startCheck, { params, body: {}, headers: ofFile ?? {} }, owner)
    const all = () => app.call(checkReview, { params: { id: review._id }, headers: ofReview ?? {} }, owner)
    const runs = async () => {
      const { rows } = await app.deps.db.pool.query(
        'select r.id from check_runs r join files f on f.id = r.file_id where f.review_id = $1',
        [review._id],
      )
      return rows.length
    }
    const stop = () =>
      Promise.all(files.map(({ _id }) => app.call(stopCheck, { params: { id: _id } }, owner)))
    const { _id } = (await one()).body.result
    await stop()
    expect((await one()).body.result._id).toBe(_id)
    expect(await runs()).toBe(1)
    expect((await all()).body.result.files).toBe(2)
    await stop()
    expect((await all()).body.result.files).toBe(2)
    expect(await runs()).toBe(3)
  })

  test('of a review runs once per file; only chosen rules run', async () => {
    const all = await app.call(checkReview, { params: { id: review._id } }, editor)
    expect(all.body.result.files).toBe(2)
    for (const file of files) expect((await ended(file)).run?.state).toBe('DONE')
    const params = { id: files[0]?._id ?? '' }
    await app.call(startCheck, { params, body: { rules: ['TEXT_SIZE'] } }, owner)
    await eventually(async () => {
      const { result } = (await app.call(getCheck, { params }, owner)).body
      expect(said(result)).toEqual([['TEXT_SIZE', tiny.words, 'OPEN']])
      expect(result.run?.state).toBe('DONE')
    }, patienceMs)
  })

  test('reads the words of a picture', async () => {
    const line = (y: number, size: number, color: string, words: string) =>
      `<text x="40" y="${y}" font-family="sans-serif" font-size="${size}" fill="${color}">${words}</text>`
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="768" height="200"><rect width="768" height="200" fill="#fff"/>
      ${line(60, 28, '#222', 'We incluude everything')}${line(110, 18, '#bbb', 'Cancel whenever you want')}</svg>`
    const bytes = await sharp(Buffer.from(drawing)).png().toBuffer()
    const file = await newFile(app, owner, { bytes, name: 'banner.png' })
    await app.call(createReview, { body: { name: 'Banner', files: [file._id] } }, owner)
    const result = await checked(file)
    expect(result.run).toMatchObject({ state: 'DONE', takenFor: { medium: 'SCREEN', scale: 1 } })
    expect(said(result)).toEqual([
      ['CONTRAST', 'Cancel whenever you want', 'OPEN'],
      ['SPELLING', 'We incluude everything', 'OPEN'],
    ])
    expect(byRule(result, 'SPELLING').says).toBe('incluude → include')
    expect(byRule(result, 'CONTRAST').region?.y).toBeCloseTo(96 / 200, 1)
  })

  test('reads a long picture in parts, each line once', async () => {
    const line = (y: number, words: string) =>
      `<text x="30" y="${y}" font-family="sans-serif" font-size="18" fill="#bbb">${words}</text>`
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="5200"><rect width="320" height="5200" fill="#fff"/>
      ${line(100, 'Cancel whenever you want')}${line(2606, 'Doors open at noon')}${line(5100, 'Bring your friends')}</svg>`
    const bytes = await sharp(Buffer.from(drawing)).png().toBuffer()
    const file = await newFile(app, owner, { bytes, name: 'long.png' })
    await app.call(createReview, { body: { name: 'Long', files: [file._id] } }, owner)
    const result = await checked(file)
    expect(result.run).toMatchObject({ state: 'DONE', pagesDone: 2, pages: 2, notRun: [] })
    // Pictures within a page do not apply to a picture.
    expect(result.run?.rules).not.toContain('RESOLUTION')
    const places = result.findings.filter(({ rule }) => rule === 'CONTRAST').map(({ region }) => region?.y)
    expect(places.map((y) => Math.round((y ?? 0) * 52)).sort((a, b) => a - b)).toEqual([1, 26, 51])
    expect(result.findings.map(({ page }) => page)).toEqual(result.findings.map(() => 1))
  })

  test('can be stopped while it waits', async () => {
    const params = { id: files[0]?._id ?? '' }
    await app.deps.db.pool.query(
      `insert into check_runs (id, file_id, pages, rules) values (gen_random_uuid(), $1, 1, '{FILE}')`,
      [params.id],
    )
    expect((await app.call(stopCheck, { params }, editor)).body.result.run?.state).toBe('STOPPED')
  })

  test('continues after the last saved page when its process was killed', async () => {
    const file = await newFile(app, owner, {
      bytes: designPdf([[pale], [fine, tiny], [fine]]),
      name: 'two.pdf',
    })
    await app.call(createReview, { body: { name: 'Two', files: [file._id] } }, owner)
    await app.deps.db.pool.query(
      `with run as (
        insert into check_runs (id, file_id, user_id, state, pages_done, pages, rules)
        values (gen_random_uuid(), $1, $2, 'RUNNING', 1, 3, '{CONTRAST,TEXT_SIZE,FILE}') returning id
      ) select graphile_worker.add_job('checks:run', json_build_object('runId', id), queue_name => 'checks') from run`,
      [file._id, owner.user._id],
    )
    const result = await ended(file)
    expect(result.run).toMatchObject({ state: 'DONE', pagesDone: 3, pages: 3 })
    // A font missing on both pages is reported once.
    expect(
      said(result)
        .map(([rule]) => rule)
        .sort(),
    ).toEqual(['FILE', 'TEXT_SIZE'])
  })

  test('reports a damaged file, and refuses an unknown rule', async () => {
    const broken = await newFile(app, owner, { bytes: Buffer.from('%PDF-1.7\nnothing'), name: 'broken.pdf' })
    const body = { name: 'Broken', files: [broken._id] }
    await app.call(createReview, { body }, owner)
    expect((await checked(broken)).run).toMatchObject({ state: 'FAILED', error: 'The file is damaged.' })
    const wrong = { params: { id: broken._id }, body: { rules: ['TASTE'] } } as never
    expect((await app.call(startCheck, wrong, owner)).status).toBe(422)
  })

  test('is for designs under review: not attachments, files outside reviews, or recordings', async () => {
    const loose = await newPoster()
    expect((await app.call(startCheck, { params: { id: loose._id }, body: {} }, owner)).status).toBe(404)
    const attached = await newFile(app, owner, {
      ...{ bytes: designPdf([[pale]]), name: 'attached.pdf', purpose: 'COMMENT' as const },
    })
    const body = {
      file: files[0]?._id ?? '',
      type: 'GENERAL' as const,
      message: 'See this',
      files: [attached._id],
    }
    expect((await app.call(createComment, { body }, owner)).status).toBe(201)
    expect((await app.call(startCheck, { params: { id: attached._id }, body: {} }, owner)).status).toBe(404)
    // Recordings are attachments and never under review, except in old data.
    const { pool } = app.deps.db
    const film = `update blobs set kind = 'VIDEO' where id = (select blob_id from files where id = $1)`
    await pool.query(film, [files[1]?._id])
    const answer = await app.call(startCheck, { params: { id: files[1]?._id ?? '' }, body: {} }, owner)
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      { file: 'Only images and PDFs can be checked.' },
    ])
  })

  test('shows its progress to editors only', async () => {
    const path = `/live/api/v1/review/${review._id}`
    const [ofEditor, ofCommenter] = [
      await listen(app.url, path, editor),
      await listen(app.url, path, commenter),
    ]
    await ofEditor.next('presence')
    await ofCommenter.next('presence')
    await checked(files[0])
    expect((await ofEditor.next('check.done')).data).toMatchObject({ state: 'DONE' })
    const params = { id: files[0]?._id ?? '' }
    const [found] = (await app.call(getCheck, { params }, owner)).body.result.findings
    if (found)
      await app.call(changeFinding, { params: { id: found._id }, body: { state: 'DISMISSED' } }, owner)
    expect((await ofEditor.next('check.changed')).data).toMatchObject({ file: files[0]?._id })
    await app.call(
      createComment,
      { body: { file: files[0]?._id ?? '', type: 'GENERAL', message: 'x' } },
      owner,
    )
    await ofCommenter.next('comment.created')
    expect(ofCommenter.heard.map(({ event }) => event)).not.toContain('check.done')
    expect(ofCommenter.heard.map(({ event }) => event)).not.toContain('check.progress')
    expect(ofCommenter.heard.map(({ event }) => event)).not.toContain('check.changed')
    ofEditor.close()
    ofCommenter.close()
  })
})

describe('a finding', () => {
  test('becomes one comment by the person who publishes it, and is open again when that is deleted', async () => {
    const finding = byRule(await checked(files[0]), 'CONTRAST')
    const made = await publish(finding, editor)
    expect(made.body.result).toMatchObject({ isFromCheck: true, author: { name: 'Emil Editor' } })
    const params = { id: files[0]?._id ?? '' }
    const after = (await app.call(getCheck, { params }, owner)).body.result
    expect(byRule(after, 'CONTRAST')).toMatchObject({ state: 'PUBLISHED', comment: made.body.result._id })
    expect((await publish(finding)).status).toBe(409)
    expect((await dismiss(finding)).status).toBe(409)
    await app.call(deleteComment, { params: { id: made.body.result._id } }, editor)
    const again = (await app.call(getCheck, { params }, owner)).body.result
    expect(byRule(again, 'CONTRAST')).toMatchObject({ state: 'OPEN', comment: null })
    const second = await publish(finding)
    expect(second.status).toBe(201)
    // A comment with a reply is buried, not deleted.
    const comment = second.body.result._id
    await app.call(createReply, { body: { comment, message: 'Why?' } }, editor)
    await app.call(deleteComment, { params: { id: comment } }, owner)
    const tries = await Promise.all(Array.from({ length: 5 }, () => publish(finding)))
    expect(tries.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
    const listed = await app.call(listFileComments, { params, query: {} }, owner)
    expect(listed.body.results.map(({ deleted }) => deleted)).toEqual([true, false])
    expect(listed.body.results.at(-1)?.isFromCheck).toBe(true)
  })

  test('becomes one comment when twenty people publish it', async () => {
    const finding = byRule(await checked(files[0]), 'CONTRAST')
    const answers = await Promise.all(Array.from({ length: 20 }, () => publish(finding)))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([])
  })

  test('cannot be published on another file, or by commenters', async () => {
    const finding = byRule(await checked(files[0]), 'CONTRAST')
    expect((await publish(finding, owner, files[1]?._id)).status).toBe(409)
    expect((await publish(finding, commenter)).status).toBe(403)
  })

  test('stays dismissed in the next check and on the next file', async () => {
    const first = await checked(files[0])
    const finding = byRule(first, 'CONTRAST')
    expect((await dismiss(finding)).body.result.state).toBe('DISMISSED')
    expect(byRule(await checked(files[0]), 'CONTRAST').state).toBe('DISMISSED')
    const other = byRule(await checked(files[1]), 'CONTRAST')
    expect(other.state).toBe('DISMISSED')
    expect((await dismiss(finding)).status).toBe(409)
    expect((await dismiss(other, 'OPEN')).body.result.state).toBe('OPEN')
    expect(byRule(await checked(files[1]), 'CONTRAST').state).toBe('OPEN')
  })

  test('of a replaced check can no longer be published by its id', async () => {
    const older = byRule(await checked(files[0]), 'TEXT_SIZE')
    const newer = byRule(await checked(files[0]), 'TEXT_SIZE')
    expect(newer._id).not.toBe(older._id)
    expect((await publish(older)).status).toBe(409)
    expect((await publish(newer)).status).toBe(201)
    const unknown = { ...newer, _id: crypto.randomUUID() }
    expect((await publish(unknown)).status).toBe(409)
    expect((await dismiss(unknown)).status).toBe(404)
  })

  test('that was published stays published in the next check', async () => {
    await publish(byRule(await checked(files[0]), 'TEXT_SIZE'))
    expect(byRule(await checked(files[0]), 'TEXT_SIZE').state).toBe('PUBLISHED')
  })

  test('that was published is not reported again after failed checks', async () => {
    await publish(byRule(await checked(files[0]), 'TEXT_SIZE'))
    const draw = (state: 'FAILED' | 'READY') =>
      app.deps.db.pool.query(
        'update blobs set state = $2 where id = (select blob_id from files where id = $1)',
        [files[0]?._id, state],
      )
    await draw('FAILED')
    for (let n = 0; n < 3; n++) expect((await checked(files[0])).run?.state).toBe('FAILED')
    await draw('READY')
    expect(byRule(await checked(files[0]), 'TEXT_SIZE').state).toBe('PUBLISHED')
  })
})

describe('accepted words', () => {
  const words = (body: { add?: string[]; remove?: string[] }, caller = owner) =>
    app.call(changeOwnWords, { body }, caller)

  test('are no mistakes for their owner, but for everyone else', async () => {
    const slip = { ...fine, words: 'We incluude everything' }
    const poster = await newPoster([slip])
    const all = [...files, poster].map(({ _id }) => _id)
    await app.call(updateReview, { params: { id: review._id }, body: { files: all } }, owner)
    const finding = byRule(await checked(poster), 'SPELLING')
    expect(finding.word).toBe('incluude')
    expect((await words({ add: ['Incluude', ' incluude'] })).body.result.words).toEqual(['incluude'])
    const params = { id: poster._id }
    const seenBy = async (caller: Person) =>
      (await app.call(getCheck, { params }, caller)).body.result.findings.map(({ rule }) => rule)
    expect(await seenBy(owner)).not.toContain('SPELLING')
    expect(await seenBy(editor)).toContain('SPELLING')
    expect((await words({ remove: ['incluude'] })).body.result.words).toEqual([])
    expect(await seenBy(owner)).toContain('SPELLING')
    expect((await app.call(listOwnWords, {}, owner)).body.result.words).toEqual([])
  })

  test('are single words, and limited in number', async () => {
    for (const add of [['two words'], [''], ['x'.repeat(41)], ['https://a'], 'word'])
      expect((await words({ add: add as string[] })).status).toBe(422)
    const letters = (n: number) => [...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
    await words({ add: Array.from({ length: 1_000 }, (_, n) => letters(n)) })
    expect((await words({ add: ['xyz'] })).body.errors).toEqual({
      add: 'Your dictionary can have at most 1,000 words.',
    })
  })
})

describe('the brief', () => {
  const change = (body: object) => app.call(changeBrief, { params: { id: review._id }, body }, editor)

  test('says what designs are for, and the next check follows it', async () => {
    expect((await change({ medium: 'SCREEN', strictness: 'AAA' })).body.result).toEqual({
      medium: 'SCREEN',
      scale: null,
      width: null,
      height: null,
      strictness: 'AAA',
      languages: [],
      checksUploads: false,
    })
    const result = await checked(files[0])
    expect(result.run?.takenFor).toEqual({ medium: 'SCREEN', scale: 1 })
    expect(byRule(result, 'CONTRAST').says).toBe('1.8:1, needs 7:1')
  })

  test('has new files and new versions checked', async () => {
    await change({ checksUploads: true })
    const late = await newPoster([fine, pale])
    const all = [...files, late].map(({ _id }) => _id)
    await app.call(updateReview, { params: { id: review._id }, body: { files: all } }, owner)
    expect(said(await ended(late))).toContainEqual(['CONTRAST', pale.words, 'OPEN'])
    const next = await newPoster([fine, tiny])
    const given = { params: { id: late._id }, body: { file: next._id } }
    expect((await app.call(addVersion, given, owner)).status).toBe(201)
    await eventually(async () => {
      const { result } = (await app.call(getCheck, { params: { id: late._id } }, owner)).body
      expect(said(result)).toContainEqual(['TEXT_SIZE', tiny.words, 'OPEN'])
    }, patienceMs)
    const untouched = (await app.call(getCheck, { params: { id: files[0]?._id ?? '' } }, owner)).body.result
    expect(untouched.run).toBeNull()
  })

  test.for([
    ['another medium', { medium: 'STONE' }],
    ['a scale of 4', { scale: 4 }],
    ['a language that nobody speaks here', { languages: ['xx'] }],
    ['a language that is none', { languages: ['7'] }],
    ['a switch that is neither on nor off', { checksUploads: 'often' }],
    ['a width alone', { width: 100 }],
    ['a width of nothing', { width: 0, height: 1 }],
  ] as const)('with %s is refused in words', async ([, body]) => {
    const answer = await change(body)
    expect(answer.status).toBe(422)
    expect(Object.values(answer.body.errors ?? {})[0]).toMatch(/\w/)
  })
})
