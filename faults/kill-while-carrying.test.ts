import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { draw, makeDesign, makeSection } from '../apps/server/test/made-pages.ts'
import { full, Installation, readyWithinMs } from './support/installation.ts'
import { newFile, sendForm } from './support/sending.ts'
import { workersOf } from './support/workers.ts'

const everything = ['the server', 'the database, too', 'the picture process']
const kills = full(everything, everything.slice(1))
/** Of each kind. */
const rounds = full(4, 1)
/** Pins that are written at once. */
const atOnce = 50
const pins = atOnce * (rounds * kills.length + 1) + 7
const withinMs = 300_000

const design = makeDesign(31, 8)
const next = { ...design, sections: [makeSection('new', 977), ...design.sections] }

let installation: Installation
let file = ''
beforeAll(async () => {
  installation = await Installation.start()
  file = await send(design)
  const review = await installation.askJson('POST', '/review/api/v1', { name: 'Carried', files: [file] })
  await installation.untilJobsAreDone()
  await installation.query(
    `insert into comments (id, review_id, file_id, number, type, message, marker, user_id)
      select gen_random_uuid(), r.id, $2, n, 'MARKED', 'Larger, please.', json_build_object('page', 1,
        'x', 0.05 + 0.9 * (n % 10) / 10.0, 'y', n / ${pins + 1}.0, 'shape', 'POINT'), r.owner_id
      from generate_series(1, ${pins}) n, reviews r where r.id = $1`,
    [review.result._id, file],
  )
  await installation.query('update files set comment_count = $2, open_count = $2 where id = $1', [file, pins])
})
afterAll(() => installation?.end())

async function send(page: typeof design): Promise<string> {
  const { data, width, height } = draw(page)
  const bytes = await sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
  return (await sendForm(installation, { ...newFile(0), bytes }))?.result._id ?? ''
}

const written = async () => {
  const [row] = await installation.query<{ rows: number; comments: number }>(
    'select count(*)::int as rows, count(distinct comment_id)::int as comments from carries',
  )
  return row ?? { rows: 0, comments: 0 }
}
const readable = async () => {
  const reply = await installation.ask(`/comment/api/v1/file/${file}?version=1&limit=1`)
  return JSON.parse(reply?.text ?? '{}').total
}
const state = async () => (await installation.ask(`/review/api/v1/fixes/${file}`))?.result?.['state']

test(`pins that are carried while ${rounds * kills.length} times something is killed are all there, each once`, async ({
  annotate,
}) => {
  const version = await send(next)
  await installation.askJson('POST', `/file/api/v1/version/${file}`, { file: version })
  const broken: number[] = []
  for (let round = 0; round < rounds * kills.length; round++) {
    const isBegun = async () => (await written()).rows > atOnce * round
    await expect.poll(isBegun, { timeout: withinMs, interval: 50 }).toBe(true)
    broken.push((await written()).rows)
    const what = kills[round % kills.length]
    if (what === 'the picture process')
      for (const pid of workersOf(installation)) process.kill(pid, 'SIGKILL')
    else
      expect(await installation.killAndStart({ withDatabase: what === 'the database, too' })).toBeLessThan(
        readyWithinMs,
      )
    expect(await readable()).toBe(pins)
  }
  await expect.poll(state, { timeout: withinMs }).toBe('READY')
  expect(await written()).toEqual({ rows: pins, comments: pins })
  expect(await readable()).toBe(pins)
  // It was really half-way.
  expect(broken.filter((rows) => rows > 0 && rows < pins)).toHaveLength(rounds * kills.length)
  await annotate(`${pins} pins, broken off at ${broken.join(', ')}`)
})
