import { changeBrief, getCheck, startCheck } from '@wingmark/contract/checks'
import { type File, unlockFile } from '@wingmark/contract/files'
import { createReview } from '@wingmark/contract/reviews'
import sharp from 'sharp'
import { afterEach, expect, test, vi } from 'vitest'
import { RenderError } from '#server/platform/media/render-protocol'
import { designPdf } from '../../../../test/design-pdf.ts'
import { eventually } from '../../../../test/eventually.ts'
import { lockedPdf } from '../../../../test/locked-pdf.ts'
import { newFile, newUser, type Person } from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { TestApp } from '../../../../test/start-test-app.ts'

/** A busy machine renders and reads one page in half a minute. */
const patienceMs = 120_000
vi.setConfig({ testTimeout: 3 * patienceMs })

let app: TestApp
let owner: Person
let review: string

withApp.beforeAll(async ({ app: shared }) => {
  app = shared
  owner = await newUser(app)
})
afterEach(() => {
  vi.restoreAllMocks()
})

async function reviewed(bytes: Buffer, name: string): Promise<File> {
  const file = await newFile(app, owner, { bytes, name })
  const made = await app.call(createReview, { body: { name, files: [file._id] } }, owner)
  review = made.body.result._id
  return file
}

async function checked({ _id: id }: File) {
  expect((await app.call(startCheck, { params: { id }, body: {} }, owner)).status).toBe(201)
  return eventually(async () => {
    const { result } = (await app.call(getCheck, { params: { id } }, owner)).body
    expect(result.run?.state).toMatch(/DONE|FAILED/)
    return result
  }, patienceMs)
}

const banner = (size = 18) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="120"><rect width="480" height="120" fill="#fff"/>
      <text x="40" y="60" font-family="sans-serif" font-size="${size}" fill="#bbb">Cancel whenever you want</text></svg>`,
    ),
  )
    .png()
    .toBuffer()

test('a text in an unknown language is reported as such, without any marked words', async () => {
  const lines = [
    'Wir freuen uns auf euren Besuch',
    'Wasser gibt es gegen eine Spende',
    'Bringt eure Freunde mit',
  ]
  const texts = lines.map((words, n) => ({ words, x: 100, y: 700 - n * 60, size: 20, gray: 0 }))
  const { run, findings } = await checked(await reviewed(designPdf([texts]), 'fest.pdf'))
  expect(run).toMatchObject({
    state: 'DONE',
    notRun: [
      {
        rule: 'SPELLING',
        why: 'The text isn’t in any of the brief’s languages, or this server has no dictionary for it.',
      },
    ],
  })
  expect(findings.map(({ rule }) => rule)).toEqual(['FILE'])
})

test('the printed size of a picture must be known before small text is found', async () => {
  const file = await reviewed(await banner(), 'flyer.png')
  const brief = (body: object) => app.call(changeBrief, { params: { id: review }, body }, owner)
  await brief({ medium: 'PRINT' })
  const unknown = 'The printed size of this image is unknown. Add it to the brief.'
  expect((await checked(file)).run?.notRun).toEqual([
    { rule: 'TEXT_SIZE', why: unknown },
    { rule: 'MARGIN', why: unknown },
  ])
  await brief({ width: 40, height: 10 })
  const { run, findings } = await checked(file)
  expect(run?.notRun).toEqual([])
  expect(findings.map(({ rule, says }) => [rule, says])).toContainEqual([
    'TEXT_SIZE',
    expect.stringMatching(/^4\.\d pt in print, needs 6 pt$/),
  ])
  expect(run?.rules).toContain('RESOLUTION')
})

test('a picture whose words take too long gets the other rules, and says why', async () => {
  const file = await reviewed(await banner(), 'slow.png')
  await eventually(async () => {
    const { rows } = await app.deps.db.pool.query(
      'select state from blobs b join files f on f.blob_id = b.id where f.id = $1',
      [file._id],
    )
    expect(rows).toEqual([{ state: 'READY' }])
  }, patienceMs)
  const { renderer } = app.deps
  const render = renderer.render.bind(renderer)
  vi.spyOn(renderer, 'render').mockImplementation((task, urgency) =>
    task.kind === 'picture-facts' ? Promise.reject(new RenderError('TOO_SLOW')) : render(task, urgency),
  )
  const { run, findings } = await checked(file)
  const slow = 'This image takes too long to read.'
  expect(run?.state).toBe('DONE')
  expect(new Map(run?.notRun.map(({ rule, why }) => [rule, why]))).toEqual(
    new Map([
      ['CONTRAST', slow],
      ['TEXT_SIZE', slow],
      ['MARGIN', slow],
      ['SPELLING', slow],
      ['COLORS', 'Reading the colours of this image took too long.'],
    ]),
  )
  expect(findings).toEqual([])
})

test('a check that fails for a reason other than its file ends after some tries, and can run again', async () => {
  const file = await reviewed(await banner(), 'trouble.png')
  const { renderer, db } = app.deps
  const render = renderer.render.bind(renderer)
  const trouble = vi
    .spyOn(renderer, 'render')
    .mockImplementation((task, urgency) =>
      task.kind === 'picture-facts' ? Promise.reject(new Error('No room')) : render(task, urgency),
    )
  const params = { id: file._id }
  expect((await app.call(startCheck, { params, body: {} }, owner)).status).toBe(201)
  const { run, findings } = await eventually(async () => {
    // As if the pauses between tries were over.
    await db.pool.query('update graphile_worker._private_jobs set run_at = now() where locked_at is null')
    await db.pool.query(`select graphile_worker.add_job('jobs:free-abandoned')`)
    const { result } = (await app.call(getCheck, { params }, owner)).body
    expect(result.run?.state).toBe('FAILED')
    return result
  }, patienceMs)
  expect([run?.error, findings]).toEqual(['This file couldn’t be checked.', []])
  expect(trouble.mock.calls.filter(([task]) => task.kind === 'picture-facts').length).toBeGreaterThan(1)
  trouble.mockRestore()
  expect((await checked(file)).run).toMatchObject({ state: 'DONE', error: null })
})

test('a locked PDF says so, and is checked once unlocked', async () => {
  const file = await reviewed(lockedPdf('Grün-7431'), 'brief.pdf')
  const { run } = await checked(file)
  expect([run?.state, run?.error]).toEqual(['FAILED', expect.stringMatching(/password/)])
  const opened = await app.call(
    unlockFile,
    { params: { id: file._id }, body: { password: 'Grün-7431' } },
    owner,
  )
  expect(opened.status).toBe(200)
  expect((await checked(file)).run).toMatchObject({ state: 'DONE', error: null, pages: 1 })
})
