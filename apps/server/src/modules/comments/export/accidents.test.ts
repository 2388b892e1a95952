import { readdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { requestCommentExport } from '@wingmark/contract/comment-exports'
import { deleteReview } from '@wingmark/contract/reviews'
import { expect, test, vi } from 'vitest'
import { newReview, newUser, type Person, waitUntilIdle } from '../../../../test/people.ts'
import { wordsOfPdf } from '../../../../test/read-pdf.ts'
import { readZip } from '../../../../test/read-zip.ts'
import { drawingProcesses } from '../../../../test/render-processes.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
let owner: Person
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
  owner = await newUser(app, 'Olga Owner')
})

/** A review with numbered comments. */
async function newReviewWith(count: number) {
  const { review, files } = await newReview(app, owner)
  const { pool } = app.deps.db
  await pool.query(
    `insert into comments (id, review_id, file_id, number, type, marker, message, user_id)
     select (left($1::text, 24) || lpad(n::text, 12, '0'))::uuid, $1::uuid, $2, n, 'MARKED',
       json_build_object('page', 1, 'x', 0.5, 'y', 0.5, 'shape', 'POINT'), 'note ' || n || ' of many', $3 from generate_series(1, ${count}) n`,
    [review._id, files[0]?._id, owner.user._id],
  )
  for (const table of ['reviews', 'files'])
    await pool.query(`update ${table} set comment_count = $1, open_count = $1 where id = $2`, [
      count,
      table === 'reviews' ? review._id : files[0]?._id,
    ])
  await waitUntilIdle(app)
  return review._id
}

async function take(id: string, format: 'CSV' | 'XLSX' | 'PDF') {
  const { body } = await app.call(requestCommentExport, { params: { id }, body: { format } }, owner)
  return app.fetch(body.result.url)
}

/** Kills the rendering process once this many sheets were requested. */
function killAt(isTime: (sheets: number) => boolean) {
  const { renderer } = app.deps
  const render = renderer.render.bind(renderer)
  let sheets = 0
  let kills = 0
  const spied = vi.spyOn(renderer, 'render').mockImplementation((task, urgency) => {
    const isSheet = task.kind === 'comment-sheets'
    if (isSheet) sheets += 1
    const rendered = render(task, urgency)
    if (isSheet && isTime(sheets))
      for (const child of drawingProcesses()) {
        child.kill('SIGKILL')
        kills += 1
      }
    return rendered
  })
  return { kills: () => kills, end: () => spied.mockRestore() }
}

test('thousands of comments are exported whole and in order, as a table and as a workbook', async () => {
  const count = 4_000
  const id = await newReviewWith(count)
  const lines = (await (await take(id, 'CSV')).text()).split('\r\n')
  expect(lines).toHaveLength(count + 2)
  const numbers = lines.slice(1, -1).map((line) => Number(line.split(',')[2]))
  expect(numbers.every((number, i) => number === i + 1)).toBe(true)
  const files = readZip(Buffer.from(await (await take(id, 'XLSX')).arrayBuffer()))
  const sheet = files.get('xl/worksheets/sheet1.xml')?.toString() ?? ''
  expect(sheet.match(/<row>/g)).toHaveLength(count + 1)
  expect(sheet).toContain(`note ${count} of many`)
})

test('a PDF whose rendering process is killed half-way is still complete', async () => {
  const id = await newReviewWith(600)
  const killing = killAt((sheets) => sheets === 2)
  const response = await take(id, 'PDF')
  const text = await wordsOfPdf(Buffer.from(await response.arrayBuffer()))
  killing.end()
  expect(killing.kills()).toBeGreaterThan(0)
  for (const n of [1, 200, 201, 400, 401, 600]) expect(text).toContain(`note ${n} of many`)
})

test('one whose rendering process is killed again and again breaks off, and does not look complete', async () => {
  const id = await newReviewWith(600)
  const killing = killAt((sheets) => sheets >= 2)
  const again = setInterval(() => {
    if (killing.kills() > 0) for (const child of drawingProcesses()) child.kill('SIGKILL')
  }, 5)
  const response = await take(id, 'PDF')
  const got = await response.arrayBuffer().catch((error: unknown) => error)
  clearInterval(again)
  killing.end()
  expect(got).toBeInstanceOf(Error)
  const next = await take(id, 'PDF')
  expect(await wordsOfPdf(Buffer.from(await next.arrayBuffer()))).toContain('note 600 of many')
})

test('a PDF whose review is deleted meanwhile ends, and leaves nothing behind', async () => {
  const id = await newReviewWith(600)
  const { renderer } = app.deps
  const render = renderer.render.bind(renderer)
  let sheets = 0
  const spied = vi.spyOn(renderer, 'render').mockImplementation(async (task, urgency) => {
    if (task.kind === 'comment-sheets' && ++sheets === 2)
      expect((await app.call(deleteReview, { params: { id } }, owner)).status).toBe(200)
    return render(task, urgency)
  })
  const response = await take(id, 'PDF')
  const ended = await response.arrayBuffer().then(
    () => 'ended',
    () => 'broken off',
  )
  spied.mockRestore()
  expect(sheets).toBeGreaterThanOrEqual(2)
  expect(['ended', 'broken off']).toContain(ended)
  expect(
    (await app.call(requestCommentExport, { params: { id }, body: { format: 'PDF' } }, owner)).status,
  ).toBe(404)
  await waitUntilIdle(app)
  // Leftovers of the interrupted answer disappear once they are rendered.
  await expect.poll(() => readdir(dirname(app.deps.storage.temporaryPath()))).toEqual([])
})
