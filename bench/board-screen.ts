/** A board of 1,000 tasks on screen, rendered by the processor alone: scrolling, dragging, keys, and its script. */
import type { CDPSession, Page } from 'playwright-core'
import { v7 as uuid } from 'uuid'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { finish, note, report } from './report.ts'
import { framesWhile, scroll } from './support/gesture.ts'
import { addPerson, startServer } from './support/server.ts'
import { ensureBuilt } from './support/wingmark.ts'

const tasks = 1_000
const slowerBy = 4
/** The best counts: other work on the machine only makes it worse. */
const flights = 3
const amongCards = { x: 600, y: 600 }
/** The board is ready with more cards than this. */
const shownFrom = 20
const statuses = ['TODO', 'IN_PROGRESS', 'IN_REVIEW', 'DONE', 'CANCELLED']

ensureBuilt()
const server = await startServer()
const { pool } = server

async function addBoard(owner: string): Promise<string> {
  const id = uuid()
  await pool.query('insert into workspaces (id, owner_id, name, task_seq) values ($1, $2, $3, $4)', [
    id,
    owner,
    'Bench',
    tasks,
  ])
  await pool.query(
    `insert into tasks (id, workspace_id, number, title, status, rank, assignee_id, due_on, created_by)
     select gen_random_uuid(), $1, n, 'Thing ' || n || repeat(' of several words', n % 4), ($3::text[])[n % 5 + 1],
       'f' || lpad(to_hex(n), 6, '0'), case when n % 2 = 0 then $2::uuid end,
       case when n % 3 = 0 then current_date + n % 30 end, $2 from generate_series(1, $4::int) n`,
    [id, owner, statuses, tasks],
  )
  return id
}

/** Drags a card over the others and puts it back. */
async function dragOver(page: Page): Promise<void> {
  await page.mouse.move(amongCards.x, amongCards.y)
  await page.mouse.down()
  for (let n = 0; n < 90; n++)
    await page.mouse.move(200 + ((n * 11) % 900), amongCards.y - 200 + ((n * 9) % 400))
  await page.keyboard.press('Escape')
  await page.mouse.up()
}

const frames = (what: string, all: readonly number[]) =>
  report({
    what: `${tasks} tasks, ${what}: frames a second`,
    ours: Math.max(...all),
    peer: null,
    unit: 'a second',
    limit: { atLeast: 58 },
  })

/** In the page: the time from an event to the next paint, by kind of event. */
function watchEvents() {
  const durations: number[] = []
  Reflect.set(window, 'durations', durations)
  new PerformanceObserver((list) => {
    for (const { duration, name } of list.getEntries()) if (name === 'keydown') durations.push(duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}

type Script = { name: string; kilobytes: number; isBefore: boolean }

/** In the page: records when the board was ready. */
function watchBoard(from: number) {
  const observer = new MutationObserver(() => {
    if (document.querySelectorAll('[data-task]').length <= from) return
    observer.disconnect()
    Reflect.set(window, 'boardAt', performance.now())
  })
  observer.observe(document, { childList: true, subtree: true })
}

/** In the page: loaded scripts, their sizes as sent, and whether they came before the board. */
function listScripts(): Script[] {
  const boardAt: number = Reflect.get(window, 'boardAt')
  const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  return all
    .filter(({ name, transferSize }) => name.endsWith('.js') && transferSize > 0)
    .map(({ name, encodedBodySize, responseEnd }) => ({
      name: name.replace(/.*\//, ''),
      kilobytes: encodedBodySize / 1000,
      isBefore: responseEnd < boardAt,
    }))
}

/** From a key to the next paint. */
async function press(page: Page, key: string): Promise<number> {
  await page.evaluate(() => {
    Reflect.get(window, 'durations').length = 0
  })
  await page.keyboard.press(key)
  await page.waitForTimeout(1_500)
  return page.evaluate(() => Math.max(16, ...Reflect.get(window, 'durations')))
}

const within = (what: string, ours: number, atMost: number) =>
  report({ what: `${what}, processor ÷ ${slowerBy}`, ours, peer: null, unit: 'ms', limit: { atMost } })

async function measureKeys(page: Page, debug: CDPSession): Promise<boolean[]> {
  await page.evaluate(watchEvents)
  await debug.send('Emulation.setCPUThrottlingRate', { rate: slowerBy })
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.locator('[data-task] a').nth(3).focus()
  const walked = Math.max(await press(page, 'j'), await press(page, 'ArrowRight'))
  const chosen = await press(page, 'x')
  await press(page, 'Escape')
  const status = [await press(page, '2'), await press(page, '3'), await press(page, '1')]
  for (const one of status) note('one change of status', one, 'ms')
  const lifted = await press(page, 'm')
  const shifted = Math.max(await press(page, 'ArrowRight'), await press(page, 'ArrowDown'))
  const laid = await press(page, 'Enter')
  await press(page, 'Control+k')
  await press(page, 'Escape')
  const opened = await press(page, 'Control+k')
  const letter = Math.max(await press(page, 't'), await press(page, 'h'))
  await press(page, 'Escape')
  await debug.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return [
    within('a step to the next card', walked, 100),
    within('a card chosen', chosen, 100),
    within('a change of status by its key', Math.max(...status), 100),
    within('a card lifted, moved and laid down by keys', Math.max(lifted, shifted, laid), 100),
    within('the palette, from its key', opened, 50),
    within('the palette, a letter', letter, 50),
  ]
}

const browser = await launchChromium()
try {
  const owner = await addPerson(pool, 'Owner')
  const board = await addBoard(owner.id)
  await pool.query('vacuum analyze')
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const debug = await page.context().newCDPSession(page)
  await page.addInitScript((token) => localStorage.setItem('wingmark.token', token), owner.token)
  await page.addInitScript(watchBoard, shownFrom)
  await page.goto(`${server.origin}/workspace/tasks?workspaceId=${board}`)
  await page.locator('[data-task]').nth(shownFrom).waitFor()
  await page.waitForTimeout(3_000)
  const scripts = await page.evaluate(listScripts)
  for (const { name, kilobytes } of process.env['BENCH_FILES'] ? scripts : []) note(name, kilobytes, 'kB')
  const sum = (some: readonly Script[]) => some.reduce((all, { kilobytes }) => all + kilobytes, 0)
  note('script once the page rests', sum(scripts), 'kB')
  const wheeled: number[] = []
  const dragged: number[] = []
  for (let n = 0; n < flights; n++) {
    wheeled.push((await scroll(page, amongCards, 4)).framesPerSecond)
    dragged.push(await framesWhile(page, () => dragOver(page)))
  }
  finish([
    report({
      what: 'script before the board, as it is sent',
      ours: sum(scripts.filter(({ isBefore }) => isBefore)),
      peer: null,
      unit: 'kB',
      limit: { atMost: 200 },
    }),
    frames('wheeled', wheeled),
    frames('dragged over', dragged),
    ...(await measureKeys(page, debug)),
  ])
} finally {
  await browser.close()
  await server.stop()
}
