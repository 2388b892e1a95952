import { type CommentExportFormat, requestCommentExport } from '@wingmark/contract/comment-exports'
import { createComment, createReply, deleteComment } from '@wingmark/contract/comments'
import { rgbOf } from '@wingmark/contract/contrast'
import { renameFile } from '@wingmark/contract/files'
import { removeMember } from '@wingmark/contract/members'
import { personColors } from '@wingmark/contract/person-colors'
import { createReview, deleteReview } from '@wingmark/contract/reviews'
import type { RouteBodyInput } from '@wingmark/contract/route'
import { addVersion } from '@wingmark/contract/versions'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  addMember,
  newFile,
  newGuest,
  newReview,
  newUser,
  type Person,
  waitUntilIdle,
} from '../../../../test/people.ts'
import { readPdf } from '../../../../test/read-pdf.ts'
import { readZip } from '../../../../test/read-zip.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { Caller, TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
let owner: Person
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
  owner = await newUser(app, 'Olga Owner')
})

async function newTalk() {
  const { review, files, share } = await newReview(app, owner, 2)
  const [first = '', second = ''] = files.map((file) => file._id)
  await app.call(renameFile, { params: { id: first }, body: { name: '@home, "new".png' } }, owner)
  const guest = await newGuest(app, share, 'Gus "the" Guest')
  const write = async (body: RouteBodyInput<typeof createComment>, by: Caller = owner) =>
    (await app.call(createComment, { body }, by)).body.result
  const point = { page: 1, x: 0.25, y: 0.5 }
  const formula = await write({ file: first, marker: point, message: '=1+2, said "she"\nand <he> & they' })
  const shape = { page: 1, x: 0.1, y: 0.1, width: 0.4, height: 0.2, shape: 'FREEHAND' as const }
  const points: [number, number][] = [
    [0.1, 0.1],
    [0.5, 0.3],
  ]
  await write({ file: first, marker: { ...shape, points }, message: 'Round this off' }, guest)
  const gone = await write({ file: second, type: 'GENERAL', message: 'secret' })
  const reply = (comment: string, message: string) =>
    app.call(createReply, { body: { comment, message } }, owner)
  await reply(formula._id, '-done')
  await reply(gone._id, 'A reply keeps it 👍')
  await app.call(deleteComment, { params: { id: gone._id } }, owner)
  return { review, first, formula, guest }
}

const Iri = z.url()
const Motivation = z.enum(['commenting', 'replying'])
const Fragment = z.strictObject({
  type: z.literal('FragmentSelector'),
  conformsTo: z.literal('http://www.w3.org/TR/media-frags/'),
  value: z.string().regex(/^xywh=percent:[\d.]+,[\d.]+,[\d.]+,[\d.]+$/),
})
const Svg = z.strictObject({ type: z.literal('SvgSelector'), value: z.string().regex(/^<svg .*<\/svg>$/) })

/** The parts we use of the recommendation "Web Annotation Data Model". */
const Collection = z.strictObject({
  '@context': z.literal('http://www.w3.org/ns/anno.jsonld'),
  id: Iri,
  type: z.literal('AnnotationCollection'),
  label: z.string(),
  total: z.int(),
  first: z.strictObject({
    id: Iri,
    type: z.literal('AnnotationPage'),
    startIndex: z.literal(0),
    items: z.array(
      z.strictObject({
        id: Iri,
        type: z.literal('Annotation'),
        motivation: Motivation,
        created: z.iso.datetime(),
        modified: z.iso.datetime().optional(),
        creator: z.strictObject({ type: z.literal('Person'), name: z.string() }),
        body: z.array(
          z.strictObject({
            type: z.literal('TextualBody'),
            value: z.string(),
            format: z.literal('text/plain').optional(),
            purpose: z.enum(['commenting', 'replying', 'tagging', 'assessing']),
          }),
        ),
        target: z.union([
          Iri,
          z.strictObject({
            type: z.literal('SpecificResource'),
            source: z.strictObject({ id: Iri, title: z.string() }),
            selector: z.union([Fragment, Svg]).optional(),
          }),
        ]),
      }),
    ),
  }),
})

const addressOf = (id: string, format: CommentExportFormat, caller: Person) =>
  app.call(requestCommentExport, { params: { id }, body: { format } }, caller)

async function take(id: string, format: CommentExportFormat): Promise<Response> {
  const { body } = await addressOf(id, format, owner)
  const response = await app.fetch(body.result.url)
  expect(response.status).toBe(200)
  return response
}

test('all comments are exported as CSV in which no text is a formula', async () => {
  const { review, formula } = await newTalk()
  const response = await take(review._id, 'CSV')
  expect(response.headers.get('content-disposition')).toContain('Spring campaign comments.csv')
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  const lines = bytes.toString().split('\r\n')
  expect(lines).toHaveLength(7)
  expect(lines[1]).toContain(
    `"'@home, ""new"".png",1,1,Comment,Open,Olga Owner,No,"'=1+2, said ""she""\nand <he> & they"`,
  )
  expect(lines[1]).toContain(`Point,25,50,,,${formula.createdAt},,,`)
  expect(lines[1]).toContain(`/reviews/${review._id}?comment=${formula._id},`)
  expect(lines[2]).toContain("Reply,Open,Olga Owner,No,'-done")
  expect(lines[3]).toContain('"Gus ""the"" Guest",Yes,Round this off')
  expect(lines[4]).toContain('This comment was deleted.')
  expect(lines[5]).toContain('A reply keeps it')
  expect(bytes.toString()).not.toContain('secret')
})

test('as a workbook, whose cells are text', async () => {
  const { review } = await newTalk()
  const files = readZip(Buffer.from(await (await take(review._id, 'XLSX')).arrayBuffer()))
  const sheet = files.get('xl/worksheets/sheet1.xml')?.toString() ?? ''
  expect(sheet.match(/<row>/g)).toHaveLength(6)
  expect(sheet).toContain('<t xml:space="preserve">=1+2, said &quot;she&quot;\nand &lt;he&gt; &amp; they</t>')
  expect(sheet).toContain('<c><v>25</v></c><c><v>50</v></c>')
  expect(sheet).not.toContain('<f')
  expect([...files.keys()]).toEqual(expect.arrayContaining(['[Content_Types].xml', 'xl/workbook.xml']))
})

test('a workbook shows text like its own escapes as written, and keeps characters that XML cannot hold', async () => {
  const { review, formula } = await newTalk()
  await app.deps.db.pool.query('update comments set message = $2 where id = $1', [
    formula._id,
    '_x0041_x0042_ _x000D_ _x00e9_ _X0041_ _x41_ bell\u0007 end\uFFFF one\rtwo\r\nthree',
  ])
  const files = readZip(Buffer.from(await (await take(review._id, 'XLSX')).arrayBuffer()))
  const sheet = files.get('xl/worksheets/sheet1.xml')?.toString() ?? ''
  expect(sheet).toContain(
    '>_x005F_x0041_x005F_x0042_ _x005F_x000D_ _x005F_x00e9_ _x005F_X0041_ _x41_ bell_x0007_ end_xFFFF_ one_x000D_two\nthree<',
  )
})

test('a table has times on the reader’s clock, too, in a workbook as real ones', async () => {
  const { review, formula } = await newTalk()
  await app.deps.db.pool.query(`update comments set created_at = '2026-03-28T23:59:30Z' where id = $1`, [
    formula._id,
  ])
  const inZone = async (format: CommentExportFormat, zone: string) => {
    const params = { id: review._id }
    const { body } = await app.call(requestCommentExport, { params, body: { format, zone } }, owner)
    return app.fetch(body.result.url)
  }
  const lines = (await (await inZone('CSV', 'Asia/Kolkata')).text()).split('\r\n')
  expect(lines[0]).toMatch(/,"Written, local","Edited, local",Time zone,Version$/)
  expect(lines[1]).toContain(',2026-03-28T23:59:30.000Z,')
  expect(lines[1]).toMatch(/,2026-03-29 05:29:30,,Asia\/Kolkata,1$/)
  const zip = readZip(Buffer.from(await (await inZone('XLSX', 'America/New_York')).arrayBuffer()))
  const sheet = zip.get('xl/worksheets/sheet1.xml')?.toString() ?? ''
  // 2026-03-28 is day 46,109 in a spreadsheet.
  const days = [...sheet.matchAll(/<c s="1"><v>([\d.]+)<\/v>/g)].map((one) => Number(one[1]))
  expect(days[0]).toBeCloseTo(46_109 + (23 * 3_600 + 59 * 60 + 30) / 86_400, 8)
  expect(days[1]).toBeCloseTo(46_109 + (19 * 3_600 + 59 * 60 + 30) / 86_400, 8)
  expect(sheet).toMatch(/<cols><col min="1" max="1" width="28" customWidth="1"\/>.*<\/cols><sheetData>/)
  expect(zip.get('xl/styles.xml')?.toString()).toContain('formatCode="yyyy\\-mm\\-dd hh:mm:ss"')
  const { status } = await app.call(
    requestCommentExport,
    { params: { id: review._id }, body: { format: 'CSV', zone: 'Mars/Base' } },
    owner,
  )
  expect(status).toBe(422)
})

test('and as Web Annotations, each at its place', async () => {
  const { review, first, formula } = await newTalk()
  const text = await (await take(review._id, 'JSON')).text()
  const { label, total, first: page } = Collection.parse(JSON.parse(text))
  expect([label, total]).toEqual(['Spring campaign', 5])
  const { items } = page
  expect(items).toHaveLength(total)
  expect(new Set(items.map(({ id }) => id)).size).toBe(total)
  expect(items[0]).toMatchObject({
    motivation: 'commenting',
    creator: { name: 'Olga Owner' },
    target: { selector: { type: 'FragmentSelector', value: 'xywh=percent:25,50,0,0' } },
  })
  expect(items[0]).toMatchObject({
    target: { source: { id: expect.stringContaining(`/reviews/${review._id}?file=${first}`) } },
  })
  expect(items[1]).toMatchObject({ motivation: 'replying', target: items[0]?.id })
  expect(items[0]?.id).toContain(formula._id)
  expect(items[2]).toMatchObject({
    target: { selector: { value: expect.stringContaining('points="10,10 50,30"') } },
  })
})

test('a mark stored without its shape is a point in all of them', async () => {
  const { review, formula } = await newTalk()
  await app.deps.db.pool.query(`update comments set marker = (marker::jsonb - 'shape')::json where id = $1`, [
    formula._id,
  ])
  await waitUntilIdle(app)
  expect(await (await take(review._id, 'CSV')).text()).toContain(',Point,25,50,')
  const zip = readZip(Buffer.from(await (await take(review._id, 'XLSX')).arrayBuffer()))
  const sheet = zip.get('xl/worksheets/sheet1.xml')?.toString() ?? ''
  expect(sheet.match(/<row>/g)).toHaveLength(6)
  expect(sheet).toContain('Point</t></is></c><c><v>25</v></c>')
  expect(await (await take(review._id, 'JSON')).text()).toContain('xywh=percent:25,50,0,0')
  const pages = await readPdf(Buffer.from(await (await take(review._id, 'PDF')).arrayBuffer()))
  expect(pages[0]?.words).toContain('=1+2, said "she"')
})

test('only owner and editors can export, as long as they have the role', async () => {
  const { review } = await newTalk()
  const [editor, viewer] = [await newUser(app), await newUser(app)]
  await addMember(app, review._id, editor, 'EDITOR')
  await addMember(app, review._id, viewer, 'VIEWER')
  expect((await addressOf(review._id, 'CSV', viewer)).status).toBe(403)
  expect((await addressOf(review._id, 'CSV', await newUser(app))).status).toBe(404)
  const { url } = (await addressOf(review._id, 'CSV', editor)).body.result
  expect((await app.fetch(url.replace('format=CSV', 'format=JSON'))).status).toBe(401)
  expect((await app.fetch(url)).status).toBe(200)
  const path = `/comment/api/v1/export/${review._id}?format=`
  expect((await app.fetch(`${path}CSV`, { caller: editor })).status).toBe(200)
  expect((await app.fetch(`${path}DOC`, { caller: editor })).status).toBe(422)
  expect((await app.fetch(`${path}CSV`, { caller: viewer })).status).toBe(403)
  const params = { id: review._id, memberId: editor.user._id }
  await app.call(removeMember, { params }, owner)
  expect((await app.fetch(url)).status).toBe(404)
})

test('a file with more comments and replies than one batch is exported whole and in order', async () => {
  const { review, first, formula } = await newTalk()
  const { db } = app.deps
  await db.pool.query(
    `insert into comments (id, review_id, file_id, number, type, message, user_id, reply_count)
     select ('f0000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, $1, $2, n + 10, 'GENERAL', 'many', $3, 0
     from generate_series(1, 250) n`,
    [review._id, first, owner.user._id],
  )
  await db.pool.query(
    `insert into replies (id, comment_id, message, user_id)
     select gen_random_uuid(), $1, 'again', $2 from generate_series(1, 450) n`,
    [formula._id, owner.user._id],
  )
  const text = await (await take(review._id, 'CSV')).text()
  expect(text.match(/,again,/g)).toHaveLength(450)
  expect(text.match(/,many,/g)).toHaveLength(250)
  expect(text.indexOf(',again,')).toBeLessThan(text.indexOf('Round this off'))
})

type Drawn = { data: Uint8Array; width: number; height: number }

/** The people's colours in a column of a rendered sheet, from a place downwards; pixels are RGBA. */
function colorsBelow({ data, width, height }: Drawn, x: number, top: number): string[] {
  const found: string[] = []
  for (let y = top; y < height; y++) {
    const at = (y * width + x) * 4
    const color = personColors.find((one) =>
      rgbOf(one).every((part, i) => Math.abs(part - (data[at + i] ?? 0)) < 4),
    )
    if (color && found.at(-1) !== color) found.push(color)
  }
  return found
}

test('as a PDF: each page with its numbers, and the words below, as text', async () => {
  const { review } = await newTalk()
  await waitUntilIdle(app)
  const response = await take(review._id, 'PDF')
  expect(response.headers.get('content-type')).toBe('application/pdf')
  const bytes = Buffer.from(await response.arrayBuffer())
  const pages = await readPdf(bytes)
  const [sheet] = pages
  if (!sheet) throw new Error('no sheet')
  const texts = pages.map(({ words }) => words)
  expect(texts).toHaveLength(2)
  expect(texts[0]).toMatch(/^Spring campaign .*@home, "new"\.png .*Olga Owner/)
  expect(texts[0]).toContain('=1+2, said "she" and <he> & they')
  expect(texts[0]).toContain('Gus "the" Guest · Guest')
  expect(texts[1]).toContain('This comment was deleted.')
  expect(texts[1]).toContain('A reply keeps it [thumbs up]')
  expect(bytes.includes('/DCTDecode')).toBe(true)
  expect(texts.join(' ')).not.toContain('Version')
  // The badges below the picture, left of their numbers: the owner's, then the guest's.
  expect(colorsBelow(sheet, 2 * 44, 2 * 505)).toEqual(personColors.slice(0, 2))
})

test('as a PDF, each comment on a file with versions says on which it was made', async () => {
  const { review, first } = await newTalk()
  const fresh = await newFile(app, owner, { name: 'next.png' })
  await app.call(addVersion, { params: { id: first }, body: { file: fresh._id } }, owner)
  await app.call(
    createComment,
    { body: { file: first, marker: null, type: 'GENERAL', message: 'Calmer' } },
    owner,
  )
  await waitUntilIdle(app)
  const sheets = await readPdf(Buffer.from(await (await take(review._id, 'PDF')).arrayBuffer()))
  const words = sheets.map((sheet) => sheet.words).join(' ')
  expect(words).toMatch(/Olga Owner · [^·]+ · Version 2 Calmer/)
  expect(words).toMatch(/Gus "the" Guest · Guest · [^·]+ · Version 1 Round this off/)
  expect(words).toMatch(/Olga Owner · [^·V]+ -done/)
})

test('a page as a picture, each pin in its writer’s colour', async () => {
  const sheet = { width: 1200, height: 900, channels: 3 as const, background: 'white' }
  const file = await newFile(app, owner, {
    bytes: await sharp({ create: sheet }).png().toBuffer(),
    name: 'sheet.png',
  })
  const files = [file._id]
  const review = (await app.call(createReview, { body: { name: 'Sheet', files } }, owner)).body.result
  const marker = { page: 1, x: 0.25, y: 0.5 }
  await app.call(createComment, { body: { file: file._id, marker, message: 'Empty' } }, owner)
  await waitUntilIdle(app)
  const ask = (of: string, number: number) => {
    const body = { format: 'PNG' as const, file: of, page: number }
    return app.call(requestCommentExport, { params: { id: review._id }, body }, owner)
  }
  const page = await app.fetch((await ask(file._id, 1)).body.result.url)
  expect(page.headers.get('content-disposition')).toContain('with comments.png')
  const { data, info } = await sharp(Buffer.from(await page.arrayBuffer()))
    .raw()
    .toBuffer({ resolveWithObject: true })
  // Beside the number.
  const at = (Math.round(info.height * 0.5) * info.width + Math.round(info.width * 0.25) - 9) * info.channels
  const color = rgbOf(personColors[0])
  for (const [i, part] of color.entries()) expect(Math.abs((data[at + i] ?? 0) - part)).toBeLessThan(4)
  for (const [of, number] of [
    [file._id, 2],
    [review._id, 1],
  ] as const) {
    expect((await app.fetch((await ask(of, number)).body.result.url)).status).toBe(404)
  }
})

test('an export that is cancelled, or whose review is deleted meanwhile, ends; the next one is complete', async () => {
  const { review, first } = await newTalk()
  // More than the buffers between server and client hold.
  await app.deps.db.pool.query(
    `insert into comments (id, review_id, file_id, number, type, message, user_id, reply_count)
     select gen_random_uuid(), $1, $2, n + 10, 'GENERAL', repeat('long ', 1000), $3, 0 from generate_series(1, 2000) n`,
    [review._id, first, owner.user._id],
  )
  const begun = async () => {
    const reader = (await take(review._id, 'CSV')).body?.getReader()
    expect((await reader?.read())?.done).toBe(false)
    return reader
  }
  await (await begun())?.cancel()
  const whole = await (await take(review._id, 'CSV')).text()
  expect(whole.match(/(?:long ){999}long/g)).toHaveLength(2_000)

  const reader = await begun()
  expect((await app.call(deleteReview, { params: { id: review._id } }, owner)).status).toBe(200)
  const readOn = async () => {
    while (reader && !(await reader.read()).done);
  }
  await readOn().catch(() => undefined)
  expect((await addressOf(review._id, 'CSV', owner)).status).toBe(404)
})
