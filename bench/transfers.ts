/** Lists, moves and copies of a large tree, each beside the bare statement or a small tree; its visible rows. */
import type { Page } from 'playwright-core'
import { v7 as uuid } from 'uuid'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { finish, note, report } from './report.ts'
import { framesWhile, scroll } from './support/gesture.ts'
import { compare, load } from './support/load.ts'
import { addPerson, type BenchPerson, startServer } from './support/server.ts'
import { ensureBuilt } from './support/wingmark.ts'

const rounds = 5
const seconds = 1
const copied = 5_000

ensureBuilt()
const server = await startServer()
const { pool } = server

/** Rows inserted by SQL: an account holds up to 50,000 files. */
async function layFiles(owner: string, parent: string | null, count: number): Promise<void> {
  await pool.query(
    `insert into transfers (id, owner_id, type, name, parent_id, size)
     select gen_random_uuid(), $1, case when n % 50 = 0 then 'FOLDER' else 'FILE' end, 'Thing ' || n, $2, n from generate_series(1, $3::int) n`,
    [owner, parent, count],
  )
  if (parent) await pool.query('update transfers set item_count = $2 where id = $1', [parent, count])
}

async function layFolder(owner: string, inside: number): Promise<string> {
  const id = uuid()
  await pool.query(`insert into transfers (id, owner_id, type, name) values ($1, $2, 'FOLDER', 'Large')`, [
    id,
    owner,
  ])
  if (inside > 0) await layFiles(owner, id, inside)
  return id
}

const page = ({ token }: BenchPerson, folder: string) =>
  server.ask({ method: 'GET', path: `/transfer/api/v1/user/${folder}?limit=100`, token })

async function measureList(): Promise<boolean[]> {
  const [large, small] = [await addPerson(pool, 'Large'), await addPerson(pool, 'Small')]
  const [ofLarge, ofSmall] = [await layFolder(large.id, 100_000), await layFolder(small.id, 1_000)]
  await pool.query('vacuum analyze transfers')
  const ours = () => load(1, seconds, () => page(large, ofLarge))
  const bare = await compare(
    rounds,
    {
      ours,
      peer: () =>
        load(1, seconds, async () => {
          await pool.query({
            name: 'bare-page',
            text: `select * from transfers where owner_id = $1 and parent_id = $2 and deleted_at is null
              order by type desc, id desc limit 100`,
            values: [large.id, ofLarge],
          })
        }),
    },
    (result) => result.perSecond,
  )
  const smaller = await compare(
    rounds,
    { ours, peer: () => load(1, seconds, () => page(small, ofSmall)) },
    (result) => result.p95,
  )
  return [
    report({
      what: 'a page of 100 of 100,000, beside the bare SELECT',
      ...bare,
      unit: 'a second',
      limit: { atLeast: 0.5 },
    }),
    report({
      what: 'p95 of a page of 100,000, beside one of 1,000',
      ...smaller,
      unit: 'ms',
      limit: { atMost: 1.2 },
    }),
  ]
}

async function measureMove(): Promise<boolean> {
  const mover = await addPerson(pool, 'Mover')
  const [a, b] = [await layFolder(mover.id, 0), await layFolder(mover.id, 0)]
  const [full, empty] = [await layFolder(mover.id, 50_000), await layFolder(mover.id, 0)]
  await pool.query('vacuum analyze transfers')
  let turn = 0
  const move = (id: string) => {
    const body = JSON.stringify({ parent: turn++ % 2 === 0 ? a : b })
    return server.ask({ method: 'PATCH', path: `/transfer/api/v1/move/${id}`, token: mover.token, body })
  }
  const { ours, peer } = await compare(
    rounds,
    { ours: () => load(1, seconds, () => move(full)), peer: () => load(1, seconds, () => move(empty)) },
    (result) => result.perSecond,
  )
  const inMs = { ours: 1_000 / ours, peer: 1_000 / peer }
  return report({
    what: 'moving a folder with 50,000, beside an empty one',
    ...inMs,
    unit: 'ms',
    limit: { atMost: 1.2 },
  })
}

/** A folder of this many files that share their bytes. */
async function layCopied(owner: string, count: number): Promise<string> {
  const folder = await layFolder(owner, 0)
  const blob = uuid()
  await pool.query(
    `insert into blobs (id, storage_key, size, mime, kind, state) values ($1::uuid, $1::uuid::text, 1, 'text/plain', 'OTHER', 'READY')`,
    [blob],
  )
  await pool.query(
    `with made as (
       insert into files (id, key, blob_id, owner_id, purpose, transfer_state, name)
       select gen_random_uuid(), gen_random_uuid()::text, $1, $2, 'TRANSFER', 'IN_TREE', 'Thing ' || n from generate_series(1, $4::int) n
       returning id, name
     ), placed as (
       insert into transfers (id, owner_id, type, name, parent_id, size, file_id)
       select gen_random_uuid(), $2, 'FILE', name, $3, 1, id from made
     )
     update users set used_bytes = used_bytes + $4 where id = $2`,
    [blob, owner, folder, count],
  )
  await pool.query('update transfers set item_count = $2 where id = $1', [folder, count])
  return folder
}

/** Both write the same rows; copies stay, since an account has room for more. */
async function measureCopy(): Promise<boolean> {
  const [ours, bare] = [await addPerson(pool, 'Copier'), await addPerson(pool, 'Bare')]
  const folder = await layCopied(ours.id, copied)
  const bareFolder = await layCopied(bare.id, copied)
  await pool.query('vacuum analyze transfers, files')
  const timed = async (work: () => Promise<unknown>) => {
    const from = performance.now()
    await work()
    return performance.now() - from
  }
  const inMs = await compare(
    rounds,
    {
      ours: () =>
        timed(() =>
          server.ask({
            method: 'PATCH',
            path: `/transfer/api/v1/copy/${folder}`,
            token: ours.token,
            body: '{}',
          }),
        ),
      peer: () =>
        timed(() =>
          pool.query(
            `with source as (
               select f.blob_id, f.name, gen_random_uuid() as file, gen_random_uuid() as id
               from transfers t join files f on f.id = t.file_id where t.parent_id = $2
             ), made as (
               insert into files (id, key, blob_id, owner_id, purpose, transfer_state, name)
               select file, file::text, blob_id, $1, 'TRANSFER', 'IN_TREE', name from source
             )
             insert into transfers (id, owner_id, type, name, size, file_id)
             select id, $1, 'FILE', name, 1, file from source`,
            [bare.id, bareFolder],
          ),
        ),
    },
    (ms) => ms,
  )
  return report({
    what: 'a copy of 5,000, beside one bare statement',
    ...inMs,
    unit: 'ms',
    limit: { atMost: 2 },
  })
}

const listed = 100_000
const slowerBy = 4
const amongRows = { x: 720, y: 600 }
/** The best counts: other work on the machine only makes it worse. */
const flights = 3

/** All rows loaded, wheeled and dragged over; then a slow machine's time for a press, range, menu and folder. */
async function measureScreen(): Promise<boolean[]> {
  const person = await addPerson(pool, 'Scroller')
  const folder = await layFolder(person.id, listed)
  await pool.query('vacuum analyze transfers')
  const browser = await launchChromium()
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.addInitScript((token) => localStorage.setItem('wingmark.token', token), person.token)
    await page.goto(`${server.origin}/transfers?id=${folder}`)
    const broken: Error[] = []
    page.on('pageerror', (error) => broken.push(error))
    const kept: boolean[] = []
    const from = performance.now()
    await page.locator('[data-virtual]').first().waitFor()
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await page.locator(`[aria-posinset="${listed}"]`).waitFor({ timeout: 300_000 })
    note('all rows loaded after', (performance.now() - from) / 1000, 's')
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2))
    for (const look of ['list', 'grid']) {
      const wheeled: number[] = []
      const dragged: number[] = []
      for (let n = 0; n < flights; n++) {
        wheeled.push((await scroll(page, amongRows, 4)).framesPerSecond)
        dragged.push(await framesWhile(page, () => dragOver(page)))
      }
      for (const [what, all] of [['wheeled', wheeled] as const, ['dragged over', dragged] as const])
        kept.push(
          report({
            what: `${listed.toLocaleString('en')} rows as a ${look}, ${what}: frames a second`,
            ours: Math.max(...all),
            peer: null,
            unit: 'a second',
            limit: { atLeast: 58 },
          }),
        )
      await page.getByRole('button', { name: 'Show as' }).click()
      await page.locator('[data-virtual]').first().waitFor()
      if (broken[0]) throw broken[0]
    }
    kept.push(await measurePresses(page))
    return kept
  } finally {
    await browser.close()
  }
}

/** Drags one row over the others and puts it back. */
async function dragOver(page: Page): Promise<void> {
  await page.mouse.move(amongRows.x, amongRows.y)
  await page.mouse.down()
  for (let n = 0; n < 90; n++) await page.mouse.move(amongRows.x, amongRows.y - 200 + ((n * 9) % 400))
  await page.keyboard.press('Escape')
  await page.mouse.up()
}

/** Each has its own slowest event, and must have its effect. */
async function measurePresses(page: Page): Promise<boolean> {
  const debug = await page.context().newCDPSession(page)
  await debug.send('Emulation.setCPUThrottlingRate', { rate: slowerBy })
  await page.evaluate(() => {
    Reflect.set(window, 'slowest', 0)
    new PerformanceObserver((list) => {
      const all = list.getEntries().map(({ duration }) => duration)
      Reflect.set(window, 'slowest', Math.max(Number(Reflect.get(window, 'slowest')), ...all))
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
  // In view, so that nothing scrolls: a scroll would make other rows the first.
  const seen = await page.locator('[data-virtual]').evaluateAll((all) =>
    all.flatMap((row) => {
      const { top } = row.getBoundingClientRect()
      return row instanceof HTMLElement && top > 250 && top < 750 ? [row.dataset['item'] ?? ''] : []
    }),
  )
  const row = (n: number) => page.locator(`[data-item="${seen[n]}"]`)
  const name = (n: number) => row(n).getByTitle(/^Thing/)
  const bar = page.getByRole('toolbar', { name: 'Selected items' })
  const menu = page.getByRole('menu')
  const field = page.getByRole('textbox', { name: 'New name for' })
  const button = row(5).getByRole('button', { name: 'Actions for' })
  const steps: [what: string, press: () => Promise<void>, then: () => Promise<void>][] = [
    [
      'one with Ctrl',
      () => name(0).click({ modifiers: ['Control'] }),
      () => bar.getByText('1 item').waitFor(),
    ],
    ['a range', () => name(6).click({ modifiers: ['Shift'] }), () => bar.getByText('7 items').waitFor()],
    ['one less', () => name(2).click({ modifiers: ['Control'] }), () => bar.getByText('6 items').waitFor()],
    ['Escape', () => page.keyboard.press('Escape'), () => bar.waitFor({ state: 'detached' })],
    ['a menu', () => button.click(), () => menu.getByText('Rename').waitFor()],
    ['Escape of it', () => page.keyboard.press('Escape'), () => menu.waitFor({ state: 'detached' })],
    ['F2', () => page.keyboard.press('F2'), () => field.waitFor()],
    ['Escape of the name', () => page.keyboard.press('Escape'), () => field.waitFor({ state: 'detached' })],
  ]
  const all: number[] = []
  for (const [what, press, then] of steps) {
    await press()
    // Only checked afterwards: to search the page for a role takes time, too.
    const slowest = await page.evaluate(drawn)
    await then()
    note(what, slowest, 'ms')
    all.push(slowest)
  }
  return report({
    what: `the slowest press among ${listed.toLocaleString('en')} rows, processor ÷ ${slowerBy}`,
    ours: Math.max(...all),
    peer: null,
    unit: 'ms',
    limit: { atMost: 100 },
  })
}

/** An event is reported once the frame after it is drawn. */
async function drawn(): Promise<number> {
  for (let n = 0; n < 3; n++) await new Promise((done) => requestAnimationFrame(done))
  await new Promise((done) => setTimeout(done, 200))
  const slowest = Number(Reflect.get(window, 'slowest'))
  Reflect.set(window, 'slowest', 0)
  return slowest
}

const parts = { list: measureList, move: measureMove, copy: measureCopy, screen: measureScreen }
/** `BENCH_PART=screen` for one of them. */
const part = process.env['BENCH_PART']

try {
  const kept: boolean[] = []
  for (const [name, measure] of Object.entries(parts))
    if (part === undefined || part === name) kept.push(...[await measure()].flat())
  finish(kept)
} finally {
  await server.stop()
}
