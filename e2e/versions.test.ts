import { openAsBlob } from 'node:fs'
import { copyFile, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../apps/server/test/eventually.ts'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { expectAccessible, newPerson, phone } from './browser.ts'
import { enter, newCommentedReview } from './commented-review.ts'
import { makeJourneyFiles } from './made-files.ts'
import { findInMail } from './mailbox.ts'
import { newStudio, type Studio } from './studio.ts'
import { drop } from './upload-steps.ts'

let browser: Browser
let files: Awaited<ReturnType<typeof makeJourneyFiles>>
let folder: string
beforeAll(async () => {
  browser = await launchChromium()
  files = await makeJourneyFiles()
  folder = await mkdtemp(join(tmpdir(), 'wingmark-versions-'))
})
afterAll(() => browser.close())

/** The same bytes under another name. */
async function named(name: string, from: string): Promise<string> {
  const path = join(folder, name)
  await copyFile(from, path)
  return path
}

async function upload(studio: Studio, path: string): Promise<string | undefined> {
  const form = new FormData()
  form.set('file', await openAsBlob(path), basename(path))
  return (await studio.call('POST', '/file/api/v1', form)).result._id
}

async function addVersion(studio: Studio, id: string, path: string, note = ''): Promise<void> {
  const file = await upload(studio, path)
  await studio.call('POST', `/file/api/v1/version/${id}`, { file, note })
  await eventually(async () => {
    const file = await studio.call('GET', `/file/api/v1/${id}`)
    expect(file.result.state).toBe('READY')
  }, 60_000)
}

const picker = (page: Page, number: number, count: number) =>
  page.getByRole('button', { name: `Version ${number} of ${count}` })
/** Named as its button. */
const versionList = (page: Page) => page.getByRole('dialog', { name: /^Version \d of \d/ })
const design = (page: Page, name: RegExp) => page.getByRole('application').getByRole('img', { name })
const countFiles = async (studio: Studio, id: string) =>
  (await studio.call('GET', `/review/api/v1/${id}`)).result.files.length

test('a version is dropped on the design, commented on and looked back at; others see it without a jump', async () => {
  const {
    studio,
    id,
    link,
    files: [file = ''],
    comments: [first],
  } = await newCommentedReview([files.png], [{ x: 0.25, y: 0.5 }])
  const guest = await newPerson(browser)
  await guest.page.goto(link)
  await design(guest.page, /logo\.png/).waitFor()

  const { page } = await enter(browser, studio, `/reviews/${id}`)
  await design(page, /logo\.png/).waitFor()
  await drop(page, [await named('poster_final.jpg', files.jpeg)])
  const pairs = page.getByRole('dialog', { name: 'Are these new versions?' })
  await expect.poll(() => pairs.getByLabel('poster_final.jpg becomes').inputValue()).toBe(file)
  await expectAccessible(page, 'the table of pairs')
  await pairs.getByRole('button', { name: 'Upload 1 new version' }).click()
  await page.getByText('Version 2 of logo.jpg added').waitFor()
  await picker(page, 2, 2).waitFor()
  await design(page, /logo\.jpg/).waitFor()

  // The guest stays where they are until they ask.
  await guest.page.getByText('Version 2 is available').waitFor()
  await design(guest.page, /logo\.png/).waitFor()
  await expectAccessible(guest.page, 'a version that arrived')
  await guest.page.getByRole('button', { name: 'Show version 2' }).click()
  await design(guest.page, /logo\.jpg/).waitFor()

  // The comment of version 1 is in the list, but not on the picture.
  const card = page.getByRole('listitem').filter({ hasText: 'Made up comment 1' })
  await card.getByText('Version 1').waitFor()
  await picker(page, 2, 2).click()
  const list = versionList(page)
  await list.getByText('1 open').waitFor()
  await expectAccessible(page, 'the list of versions')
  await list.getByRole('button', { name: /^Version 1/ }).click()
  await page.getByText('Version 1 of 2', { exact: true }).first().waitFor()
  await page.waitForURL(/version=1/)
  await design(page, /logo\.png/).waitFor()
  await expectAccessible(page, 'an earlier version')

  // A comment there is made on it.
  await page
    .getByRole('textbox', { name: 'Comment on version 1 as a whole' })
    .fill('The first one was calmer')
  await page.getByRole('button', { name: 'Comment', exact: true }).last().click()
  await page.getByRole('listitem').filter({ hasText: 'The first one was calmer' }).waitFor()
  await page.getByRole('button', { name: 'Show current version' }).click()
  await design(page, /logo\.jpg/).waitFor()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'The first one was calmer' })
    .getByText('Version 1')
    .waitFor()

  // A link to a comment of version 1 opens version 1, for a guest too.
  await guest.page.goto(`${link}&comment=${first}`)
  await guest.page.getByText('Version 1 of 2', { exact: true }).first().waitFor()
  await design(guest.page, /logo\.png/).waitFor()
})

/** Cards on a page; `words` of null leave a card out. */
async function cards(name: string, top: number, words: readonly (string | null)[]): Promise<string> {
  const drawn = words.map((word, i) =>
    word === null
      ? ''
      : `<g transform="translate(${80 + i * 360}, ${top})"><rect width="300" height="260" rx="${12 + i * 9}" fill="hsl(${40 + i * 95} 60% 82%)"/>
          <circle cx="${60 + i * 40}" cy="80" r="${28 + i * 8}" fill="hsl(${200 + i * 50} 70% 40%)"/>
          <text x="24" y="180" font-family="sans-serif" font-size="34" font-weight="700">${word}</text>
          <text x="24" y="220" font-family="sans-serif" font-size="20">${[...word].reverse().join('')} and more words</text></g>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800"><rect width="100%" height="100%" fill="#fbf7ef"/>
    <text x="80" y="90" font-family="serif" font-size="56">Spring sale in our garden</text>${drawn.join('')}</svg>`
  const path = join(folder, name)
  await sharp(Buffer.from(svg)).png().toFile(path)
  return path
}

test('pins follow onto version 2; one is dragged right, and fixes are confirmed by keys alone', async () => {
  const all = ['Tulips', 'Garden chairs', 'Watering']
  const {
    studio,
    id,
    link,
    files: [file = ''],
    comments: [, , lost],
  } = await newCommentedReview(
    [await cards('shop.png', 300, all)],
    [
      { x: 0.17, y: 0.5 },
      { x: 0.47, y: 0.5 },
      { x: 0.77, y: 0.5 },
    ],
  )
  const { page } = await enter(browser, studio, `/reviews/${id}`)
  await design(page, /shop\.png/).waitFor()
  await addVersion(studio, file, await cards('shop.png', 420, ['Tulips', 'Garden chairs', null]))
  await page.getByRole('button', { name: 'Show version 2' }).click()
  const outcome = /Unchanged|Moved|Changed|Not found/
  const card = (n: number) => page.getByRole('listitem').filter({ hasText: `Made up comment ${n}` })
  for (const n of [1, 2, 3]) await card(n).getByText(outcome).waitFor({ timeout: 60_000 })
  await card(1).getByText('Moved').waitFor()
  await page.getByRole('button', { name: 'Confirm fixes (3)' }).waitFor()
  await expectAccessible(page, 'carried pins')

  // Someone says it elsewhere.
  await studio.call('PATCH', `/comment/api/v1/carry/${lost}`, { version: 2, gone: true })
  await card(3)
    .getByText(/· Gone/)
    .waitFor()
  await page.getByRole('button', { name: '1 not found' }).click()
  const tray = page.getByRole('region', { name: 'Pins not found on this version' })
  await tray.getByRole('img', { name: 'Comment 3 on version 1' }).waitFor()
  await expectAccessible(page, 'the pins not found')
  await tray.getByRole('button', { name: 'Show where it was' }).click()
  await page.getByText('Version 1 of 2', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Show current version' }).click()
  await card(1).getByText('Moved').waitFor()

  // A tap says where a pin is that was not found.
  await page.getByRole('button', { name: '1 not found' }).click()
  await tray.getByRole('button', { name: 'Place on the design' }).click()
  await page.getByText('Click where comment 3 is now').waitFor()
  await expectAccessible(page, 'placing a pin')
  const shop = await design(page, /shop\.png/)
    .first()
    .boundingBox()
  if (!shop) throw new Error('the design is not on screen')
  await page.mouse.click(shop.x + shop.width * 0.8, shop.y + shop.height * 0.3)
  await card(3).getByText('Moved').waitFor()
  await page.getByRole('button', { name: 'Confirm fixes (2)' }).waitFor()
  await page.keyboard.press('Control+z')
  await card(3)
    .getByText(/· Gone/)
    .waitFor()
  await expect.poll(() => standsOn(studio, file, 3)).toMatchObject({ outcome: 'NOT_FOUND', by: 'PERSON' })

  const place = async () => {
    const carried = await standsOn(studio, file, 1)
    return `${carried?.by} ${carried?.marker.x.toFixed(1)}`
  }
  const box = await design(page, /shop\.png/)
    .first()
    .boundingBox()
  if (!box) throw new Error('the design is not on screen')
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const
  const from = (await standsOn(studio, file, 1))?.marker ?? { x: 0, y: 0 }
  const [x, y] = at(from.x, from.y)
  await page.mouse.move(x + 10, y - 10)
  await page.mouse.down()
  await page.mouse.move(x + 60, y - 40, { steps: 4 })
  await page.mouse.move(...at(0.6, 0.2), { steps: 4 })
  await page.mouse.up()
  await page.getByText('Pin placed').first().waitFor()
  await expect.poll(place).toBe('PERSON 0.6')
  await page.keyboard.press('Control+z')
  await expect.poll(place).toBe('MACHINE 0.2')

  await page.getByRole('button', { name: /^Confirm fixes/ }).click()
  const queue = page.getByRole('dialog', { name: 'Confirm fixes' })
  await queue.getByRole('toolbar', { name: 'Decide on this comment' }).waitFor()
  await expectAccessible(page, 'confirming fixes')
  await page.keyboard.press('a')
  await queue.getByText('Made up comment').waitFor()
  await page.keyboard.press('z')
  await expect.poll(() => openIn(studio, file)).toBe(3)
  await page.keyboard.press('a')
  await page.keyboard.press('r')
  await queue.getByText('That was the last one').waitFor()
  await queue.getByText('Fixed (1)').waitFor()
  await queue.getByText('Not yet (1)').waitFor()
  await queue.getByText('Pin placed, still open (1)').waitFor()
  await expectAccessible(page, 'the end of the queue')
  await expect.poll(() => openIn(studio, file)).toBe(2)
  await page.keyboard.press('Escape')
  await queue.waitFor({ state: 'detached' })

  // A guest may look, and decides nothing.
  const guest = await newPerson(browser, phone)
  await guest.page.goto(link)
  await guest.page.getByRole('button', { name: /^Confirm fixes/ }).click()
  await guest.page.getByText('That was the last one').waitFor()
})

test('two people confirm fixes at once and are shown different ones; a finger decides by a swipe', async () => {
  const all = ['Tulips', 'Garden chairs', 'Watering']
  const places = [
    { x: 0.17, y: 0.5 },
    { x: 0.47, y: 0.5 },
    { x: 0.77, y: 0.5 },
  ]
  const {
    studio,
    id,
    files: [file = ''],
  } = await newCommentedReview([await cards('shop.png', 300, all)], places)
  const other = await newStudio()
  const invited = { email: other.email, role: 'EDITOR' }
  await studio.call('PATCH', `/review/api/v1/sent-invitation/${id}`, invited)
  const token = await findInMail(other.email, /\/invite\/review\?token=([\w-]+)/)
  await other.call('PATCH', '/review/api/v1/respond-invitation', { token, response: 'ACCEPT' })
  await addVersion(studio, file, await cards('shop.png', 420, all))
  await expect
    .poll(async () => (await studio.call('GET', `/review/api/v1/fixes/${file}`)).result.state, {
      timeout: 60_000,
    })
    .toBe('READY')

  const open = async (person: Studio, screen?: typeof phone) => {
    const { page, context } = await enter(browser, person, `/reviews/${id}`, screen)
    await page.getByRole('button', { name: 'Confirm fixes (3)' }).waitFor()
    return { page, context, queue: page.getByRole('dialog', { name: 'Confirm fixes' }) }
  }
  const count = ({ queue }: Awaited<ReturnType<typeof open>>) => queue.getByText(/^\d of 3$/).last()
  const [mine, theirs] = [await open(studio), await open(other, phone)]
  await mine.page.getByRole('button', { name: /^2 here/ }).waitFor()
  await mine.page.getByRole('button', { name: /^Confirm fixes/ }).click()
  await expect.poll(() => count(mine).textContent()).toBe('1 of 3')
  await theirs.page.getByRole('button', { name: /^Confirm fixes/ }).tap()
  await expect.poll(() => count(theirs).textContent()).toBe('2 of 3')
  // One of two at the same fix goes on.
  await mine.page.keyboard.press('ArrowRight')
  const both = () => Promise.all([mine, theirs].map((one) => count(one).textContent()))
  await expect.poll(async () => (await both()).toSorted()).toEqual(['2 of 3', '3 of 3'])
  await expectAccessible(theirs.page, 'confirming fixes on a phone')

  const finger = await theirs.context.newCDPSession(theirs.page)
  const box = await theirs.queue.getByRole('article').boundingBox()
  if (!box) throw new Error('no comment is on screen')
  const swipe = async (by: number) => {
    const at = (x: number) => [{ x: 195 + x, y: box.y + 20 }]
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
    for (const x of [by / 4, by / 2, by])
      await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(x) })
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  await swipe(40)
  await swipe(150)
  await expect.poll(() => count(theirs).textContent()).toBe('1 of 3')
  await expect.poll(() => openIn(studio, file)).toBe(2)
  await swipe(-150)
  await theirs.queue.getByText('That was the last one').waitFor()
  await theirs.queue.getByText(/is checking comment/).waitFor()
  await expectAccessible(theirs.page, 'what someone else still checks')

  // The second sees who decided.
  await mine.page.keyboard.press('ArrowLeft')
  await mine.queue.getByText(/^(Accepted|Not yet) by Olga Owner/).waitFor()
  await mine.page.keyboard.press('ArrowRight')
  await mine.page.keyboard.press('a')
  await theirs.queue.getByText('Fixed (2)').waitFor()
  await theirs.queue.getByText('Not yet (1)').waitFor()
})

async function standsOn(studio: Studio, file: string, n: number) {
  const { results } = (await studio.call(
    'GET',
    `/comment/api/v1/file/${file}?onVersion=2`,
  )) as unknown as Listed
  return results.find(({ message }) => message === `Made up comment ${n}`)?.carried
}

type Listed = { results: { message: string; carried?: { by: string; marker: { x: number; y: number } } }[] }

const openIn = async (studio: Studio, file: string) =>
  ((await studio.call('GET', `/comment/api/v1/file/${file}?status=OPEN`)) as unknown as Listed).results.length

test('a draft waits on the version where it was begun', async () => {
  const {
    studio,
    id,
    files: [file = ''],
  } = await newCommentedReview([files.png], [])
  const { page } = await enter(browser, studio, `/reviews/${id}`)
  await design(page, /logo\.png/).waitFor()
  const box = await design(page, /logo\.png/)
    .first()
    .boundingBox()
  if (!box) throw new Error('the design is not on screen')
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await page.getByRole('textbox', { name: 'Comment on this place' }).fill('Half a thought')
  await addVersion(studio, file, files.jpeg)
  await page.getByText('Version 2 is available').waitFor()
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Comment on this place, version 1' }).inputValue())
    .toBe('Half a thought')
  await page.getByRole('button', { name: 'Show version 2' }).click()
  await design(page, /logo\.jpg/).waitFor()
  await expect.poll(() => page.getByRole('textbox', { name: /^Comment on this place/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'Show version 1' }).click()
  await page.getByRole('textbox', { name: 'Comment on this place, version 1' }).waitFor()
  await page.getByRole('button', { name: 'Comment', exact: true }).first().click()
  await expect
    .poll(async () => JSON.stringify(await studio.call('GET', `/comment/api/v1/file/${file}?version=1`)))
    .toContain('Half a thought')
})

test('files that match by name become versions of them; one Undo removes all', async () => {
  const paths = [await named('home.png', files.png), await named('pricing.png', files.jpeg)]
  const { studio, id } = await newCommentedReview(paths, [])
  const { page } = await enter(browser, studio, `/reviews/${id}`)
  await design(page, /home\.png/).waitFor()
  const chosen = [
    await named('home_v2.png', files.jpeg),
    await named('pricing-final.png', files.png),
    await named('team.png', files.gif),
  ]
  await drop(page, chosen)
  const pairs = page.getByRole('dialog', { name: 'Are these new versions?' })
  await pairs.getByRole('button', { name: 'Upload 2 new versions and 1 new file' }).waitFor()
  expect(await countFiles(studio, id)).toBe(2)
  await pairs.getByLabel('team.png becomes').selectOption({ label: 'pricing.png' })
  await pairs.getByRole('button', { name: 'Upload 3 new versions' }).click()
  await page.getByText('3 new versions added').waitFor()
  await picker(page, 2, 2).waitFor()
  expect(await countFiles(studio, id)).toBe(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await picker(page, 2, 2).waitFor({ state: 'detached' })
  await design(page, /home\.png/).waitFor()
})

test('a version is described, made current, removed with its comments, and restored', async () => {
  const {
    studio,
    id,
    files: [file = ''],
  } = await newCommentedReview([files.png], [{ x: 0.5, y: 0.5 }])
  await addVersion(studio, file, files.jpeg, 'Warmer')
  const { page } = await enter(browser, studio, `/reviews/${id}`)
  await design(page, /logo\.jpg/).waitFor()
  const list = versionList(page)
  const act = async (number: number, name: string) => {
    await list.getByRole('button', { name: `Actions for version ${number}` }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await picker(page, 2, 2).click()
  await list.getByText('Warmer').waitFor()
  await act(1, 'Add note')
  await page.getByLabel('Note on version 1').fill('As agreed')
  await page.getByRole('button', { name: 'Save note' }).click()
  await list.getByText('As agreed').waitFor()
  await act(1, 'Make current')
  await page.getByText('Version 1 is now the current version').waitFor()
  await design(page, /logo\.png/).waitFor()
  const versionInAddress = () => new URL(page.url()).searchParams.get('version')
  await expect.poll(versionInAddress).toBeNull()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  // The person who undoes it goes along.
  await design(page, /logo\.jpg/).waitFor()
  await expect.poll(versionInAddress).toBeNull()
  await expect.poll(() => page.getByRole('button', { name: 'Show version 2' }).count()).toBe(0)
  await picker(page, 2, 2).click()
  await act(1, 'Make current')
  await design(page, /logo\.png/).waitFor()

  await picker(page, 1, 2).click()
  await act(1, 'Remove version…')
  const question = page.getByRole('dialog', { name: 'Remove version 1?' })
  await question.getByText('Its 1 comment will be removed with it.').waitFor()
  await expectAccessible(page, 'the question before removing a version')
  await question.getByRole('button', { name: 'Remove version' }).click()
  await page.getByText('Version 1 removed').waitFor()
  await design(page, /logo\.jpg/).waitFor()
  await expect.poll(versionInAddress).toBeNull()
  await expect.poll(() => page.getByText('Made up comment 1').count()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await page.getByText('Made up comment 1').first().waitFor()
  // It is current again, but nobody is taken there.
  await page.getByRole('button', { name: 'Show version 1' }).click()
  await picker(page, 1, 2).waitFor()
})

test('on a phone a file’s menu takes a new version, and one from transfers', async () => {
  const { studio, id } = await newCommentedReview([files.png], [])
  const file = await upload(studio, files.gif)
  await studio.call('POST', '/transfer/api/v1', { file, name: 'archive.gif' })
  const { page } = await enter(browser, studio, `/reviews/${id}`, phone)
  await design(page, /logo\.png/).waitFor()
  await page.getByRole('button', { name: 'Actions for logo.png' }).click()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: 'Upload new version…' }).click()
  await (await choosing).setFiles(files.jpeg)
  await picker(page, 2, 2).waitFor()
  const choosingThird = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /^Actions for logo/ }).click()
  await page.getByRole('menuitem', { name: 'New version, start fresh…' }).click()
  await (await choosingThird).setFiles(files.png)
  await picker(page, 3, 3).click()
  await versionList(page).getByText('current').waitFor()
  await versionList(page).getByText('started fresh').waitFor()
  await expectAccessible(page, 'the list of versions on a phone')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Actions for logo.png' }).click()
  await page.getByRole('menuitem', { name: 'New version from Transfers…' }).click()
  const own = page.getByRole('dialog', { name: 'New version of logo.png' })
  await own.getByRole('button', { name: 'archive.gif' }).waitFor()
  await expectAccessible(page, 'the choice of a version from transfers')
  await own.getByRole('button', { name: 'archive.gif' }).click()
  await page.getByText('Version 4 of logo.gif added').waitFor()
  await own.waitFor({ state: 'detached' })
  await picker(page, 4, 4).waitFor()
})
