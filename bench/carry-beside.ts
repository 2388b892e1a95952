/** Previews of others while the pins of 50 pairs of versions are carried, beside an idle server. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getFile, uploadFile } from '@wingmark/contract/files'
import { register } from '@wingmark/contract/users'
import { addVersion } from '@wingmark/contract/versions'
import pg from 'pg'
import sharp from 'sharp'
import { type Design, draw, makeDesign, makeSection } from '../apps/server/test/made-pages.ts'
import { finish, median, note, percentile, report } from './report.ts'
import { photo } from './support/picture.ts'
import { newOwner, type Owner, publishPictures } from './support/published.ts'
import { ensureBuilt, startWingmark } from './support/wingmark.ts'

const pairs = 50
const pins = 20
/** Of others, one after the other. */
const previews = 40
const password = 'correct horse battery'
const mostMs = 120_000
/** A person looks at the next design after a while. */
const restMs = 200

const folder = await mkdtemp(join(tmpdir(), 'wingmark-bench-'))
const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]

function picture(design: Design): Promise<Buffer> {
  const { data, width, height } = draw(design)
  return sharp(data, { raw: { width, height, channels: 4 } })
    .resize({ width: 1440 })
    .png({ compressionLevel: 3 })
    .toBuffer()
}

async function upload({ call, token }: Owner, bytes: Buffer): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)]), 'design.png')
  return (await call(uploadFile, { as: token, form })).result._id
}

/** Milliseconds from the first byte sent to the preview, of each. */
async function timesOfPreviews(owner: Owner, pictures: readonly Buffer[]): Promise<number[]> {
  const times: number[] = []
  for (const bytes of pictures) {
    const from = performance.now()
    const id = await upload(owner, bytes)
    for (let state = ''; state !== 'READY'; await sleep(10)) {
      if (performance.now() - from > mostMs) throw new Error('a preview did not come')
      state = (await owner.call(getFile, { as: owner.token, params: { id } })).result.state
    }
    times.push(performance.now() - from)
    await sleep(restMs)
  }
  return times
}

const addPins = `insert into comments (id, review_id, file_id, number, type, message, marker, user_id)
  select gen_random_uuid(), r.id, f.id, row_number() over (partition by r.id), 'MARKED', 'Larger, please.',
    json_build_object('page', 1, 'x', 0.1 + 0.8 * (n % 5) / 5.0, 'y', n / ${pins + 1}.0, 'shape', 'POINT'), r.owner_id
  from reviews r join files f on f.review_id = r.id, generate_series(1, ${pins}) n where r.id = $1`
/** As adding a version does. */
const carryAll = `select graphile_worker.add_job('comments:carry', json_build_object('fileId', id),
  queue_name => 'carry-' || (row_number() over () % 64), job_key => 'carry-' || id,
  flags => array['compare', 'carry'], priority => 16) from files where review_id = $1 and stack_id is null`

try {
  ensureBuilt()
  const dataDir = join(folder, 'data')
  const wingmark = await startWingmark({ dataDir })
  closers.push(wingmark.stop)
  const owner = await newOwner(wingmark.origin)
  const body = { name: 'Other', email: 'other@example.test', password, confirmPassword: password }
  const { result } = await owner.call(register, { body })
  const other = { call: owner.call, token: result.accessToken }
  const database = new pg.Client({ user: 'wingmark', database: 'wingmark', host: join(dataDir, 'run') })
  await database.connect()
  closers.push(() => database.end())
  const untilIdle = async () => {
    while ((await database.query('select 1 from graphile_worker.jobs limit 1')).rows.length > 0)
      await sleep(200)
  }
  const written = async () => (await database.query('select count(*)::int as n from carries')).rows[0].n

  const designs = Array.from({ length: pairs }, (_, n) => makeDesign(400 + n, 6))
  const { id, files } = await publishPictures(owner, await Promise.all(designs.map(picture)))
  for (const [n, { _id }] of files.entries()) {
    const design = designs[n]
    if (!design) continue
    const next = { ...design, sections: [makeSection('new', n), ...design.sections] }
    const file = await upload(owner, await picture(next))
    await owner.call(addVersion, { as: owner.token, params: { id: _id }, body: { file } })
  }
  await untilIdle()
  await database.query(addPins, [id])
  const photos: Buffer[] = []
  for (let n = 0; n < previews * 2; n++) photos.push(await photo(1600, 1000, `Frame ${n}`))

  const idle = await timesOfPreviews(other, photos.slice(0, previews))
  await untilIdle()
  const from = performance.now()
  await database.query(carryAll, [id])
  const busy = await timesOfPreviews(other, photos.slice(previews))
  const meanwhile = await written()
  if (meanwhile >= pairs * pins) throw new Error('carrying was over before the previews were')
  await untilIdle()
  note('pins carried meanwhile', meanwhile, '')
  note('all pins after', (performance.now() - from) / 1000, 's')
  note('median of a preview, idle', median(idle), 'ms')
  note('median of a preview, meanwhile', median(busy), 'ms')
  if ((await written()) !== pairs * pins) throw new Error('not all pins were carried')
  finish([
    report({
      what: 'previews of others while 50 pairs of versions are carried, p95 beside idle',
      ours: percentile(busy, 0.95),
      peer: percentile(idle, 0.95),
      unit: 'ms',
      limit: { atMost: 1.5 },
    }),
  ])
} finally {
  for (const close of closers.reverse()) await close()
}
