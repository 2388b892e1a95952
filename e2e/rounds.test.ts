import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../apps/server/test/eventually.ts'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { expectAccessible, newPerson, phone } from './browser.ts'
import { enter, newCommentedReview } from './commented-review.ts'
import { tabTo } from './keyboard.ts'
import { makeJourneyFiles } from './made-files.ts'
import type { Studio } from './studio.ts'

let browser: Browser
let files: Awaited<ReturnType<typeof makeJourneyFiles>>
beforeAll(async () => {
  browser = await launchChromium()
  files = await makeJourneyFiles()
})
afterAll(() => browser.close())

const dayMs = 86_400_000
const inThreeDays = () => new Date(Date.now() + 3 * dayMs).toISOString()

async function startRound(studio: Studio, review: string, body: object = {}): Promise<void> {
  await studio.call('POST', `/review/api/v1/round/${review}`, { endsAt: inThreeDays(), ...body })
}

async function addVersion(studio: Studio, id: string, path: string): Promise<void> {
  const form = new FormData()
  form.set('file', await openAsBlob(path), basename(path))
  const { result } = await studio.call('POST', '/file/api/v1', form)
  await studio.call('POST', `/file/api/v1/version/${id}`, { file: result._id })
  await eventually(async () => {
    const file = await studio.call('GET', `/file/api/v1/${id}`)
    expect(file.result.state).toBe('READY')
  }, 60_000)
}

const round = (page: Page, number = 1) => page.getByRole('region', { name: `Round ${number}` })
const decide = (page: Page) => round(page).getByRole('button', { name: 'Decide', exact: true })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Your decision in round 1' })
const choice = (page: Page, name: string) => dialog(page).getByText(name, { exact: true })
const send = (page: Page) => dialog(page).getByRole('button', { name: 'Send decision' })

async function saySelf(page: Page, name: string): Promise<void> {
  await dialog(page).getByLabel('What’s your name?').fill(name)
}

test('an owner starts a round by keys, a guest on a phone decides in three touches, and the owner closes it', async () => {
  const { studio, id, link } = await newCommentedReview([files.png], [])
  const { page } = await enter(browser, studio, `/reviews/${id}`)
  await page.getByRole('application').getByRole('img', { name: /logo/ }).waitFor()
  await page.keyboard.press('s')
  const start = page.getByRole('dialog', { name: 'Start a round' })
  await start.waitFor()
  await expectAccessible(page, 'starting a round')
  await tabTo(page, 'Message')
  await page.keyboard.type('Please look at the mark.')
  await tabTo(page, 'More options')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Add a question')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Is the name spelt right?')
  await expectAccessible(page, 'starting a round with a question')
  await tabTo(page, 'Start round')
  await page.keyboard.press('Enter')
  await round(page).getByText('Please look at the mark.').waitFor()
  await round(page).getByText('0 of 1 approved').waitFor()
  await expectAccessible(page, 'a round that was started')

  const guest = await newPerson(browser, phone)
  await guest.page.goto(link)
  await round(guest.page).getByText('Please look at the mark.').waitFor()
  await expectAccessible(guest.page, 'a round on a phone')
  let touches = 0
  const touch = async (place: Locator) => {
    touches++
    await place.tap()
  }
  await touch(decide(guest.page))
  await expectAccessible(guest.page, 'deciding on a phone')
  await touch(choice(guest.page, 'Approve'))
  // The name is asked for at once: it has the focus.
  await dialog(guest.page).getByLabel('What’s your name?').waitFor()
  await expect
    .poll(() => guest.page.evaluate(() => document.activeElement?.getAttribute('autocomplete')))
    .toBe('name')
  await guest.page.keyboard.type('Ida Berg')
  await expectAccessible(guest.page, 'the name on a phone')
  await touch(send(guest.page))
  await round(guest.page).getByText('You approved').waitFor()
  expect(touches).toBeLessThanOrEqual(3)

  await round(page).getByText('1 of 1 approved').waitFor()
  await round(page).getByRole('button', { name: '1 of 1 approved' }).click()
  const details = page.getByRole('dialog', { name: 'Round 1' })
  await details.getByText('Ida Berg').first().waitFor()
  await details.getByText(/Approved just now/).waitFor()
  await expectAccessible(page, 'a round with a decision')
  const saved = page.waitForEvent('download')
  await details.getByRole('button', { name: 'Summary as PDF' }).click()
  expect((await saved).suggestedFilename()).toMatch(/\.pdf$/)
  await details.getByRole('button', { name: 'Close round…' }).click()
  await page.keyboard.type('Everyone agreed on the phone.')
  await details.getByRole('button', { name: 'Close round', exact: true }).click()
  await details.getByText('Reason: Everyone agreed on the phone.').waitFor()
  await expectAccessible(page, 'a closed round')
  await page.keyboard.press('Escape')
  await round(page).getByText('Approved', { exact: true }).waitFor()
  await decide(guest.page).waitFor({ state: 'detached' })
  await round(guest.page).getByText('Approved', { exact: true }).waitFor()
})

test('a version that comes in between is said before a decision, and nobody decides about it unseen', async () => {
  const {
    studio,
    id,
    link,
    files: [file = ''],
  } = await newCommentedReview([files.png], [])
  await startRound(studio, id)
  const { page } = await newPerson(browser)
  await page.goto(link)
  await decide(page).click()
  await choice(page, 'Approve').click()
  await addVersion(studio, file, files.jpeg)
  await dialog(page).getByText('Version 2 was uploaded while you were reviewing.').waitFor()
  await expectAccessible(page, 'a version that came while deciding')
  await dialog(page).getByRole('button', { name: 'Show version 2' }).click()
  await page
    .getByRole('application')
    .getByRole('img', { name: /jpg|jpeg/ })
    .waitFor()
  await decide(page).click()
  await choice(page, 'Request changes').click()
  await saySelf(page, 'Per Aune')
  await send(page).click()
  await round(page).getByText('You requested changes').waitFor()
})

test('a decision about an older version comes back with its note, and is made again on the newer one', async () => {
  const {
    studio,
    id,
    link,
    files: [file = ''],
  } = await newCommentedReview([files.png], [])
  await startRound(studio, id)
  const { page, allows } = await newPerson(browser)
  allows('409 /round/api/v1/decide/', 'net::ERR_FAILED /live/')
  // They hear nothing of the new version.
  await page.route('**/live/api/v1/**', (route) => route.abort())
  await page.goto(link)
  await decide(page).click()
  await addVersion(studio, file, files.jpeg)
  await dialog(page).getByRole('textbox', { name: 'Note' }).fill('One weight lighter, please.')
  await choice(page, 'Request changes').click()
  await saySelf(page, 'Ingrid Solem')
  await send(page).click()
  const trouble = page
    .getByRole('alert')
    .filter({ hasText: 'Version 2 was uploaded while you were reviewing.' })
  await trouble.getByText('One weight lighter, please.').waitFor()
  await expectAccessible(page, 'a decision that was not recorded')
  await trouble.getByRole('button', { name: 'Show version 2' }).click()
  await page
    .getByRole('application')
    .getByRole('img', { name: /jpg|jpeg/ })
    .waitFor()
  await decide(page).click()
  await expect
    .poll(() => dialog(page).getByRole('textbox', { name: 'Note' }).inputValue())
    .toBe('One weight lighter, please.')
  await choice(page, 'Approve with changes').click()
  await send(page).click()
  await round(page).getByText('You approved with changes').waitFor()
  await trouble.waitFor({ state: 'detached' })
})

test('a decision made offline waits with its comment, and both arrive in order', async () => {
  const { studio, id, link } = await newCommentedReview([files.png], [])
  await startRound(studio, id)
  const { page, context, allows } = await newPerson(browser)
  allows('net::ERR_INTERNET_DISCONNECTED')
  await page.goto(link)
  await decide(page).click()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  await page.getByRole('textbox', { name: 'Comment on the whole file' }).fill('The sun is too orange')
  await context.setOffline(true)
  await decide(page).click()
  await dialog(page).getByText('Send 1 unsent comment with it').waitFor()
  await choice(page, 'Request changes').click()
  await saySelf(page, 'Noor Haddad')
  await send(page).click()
  await round(page).getByText('Your decision waits to be sent').waitFor()
  await expectAccessible(page, 'a decision that waits')
  await context.setOffline(false)
  await round(page).getByText('You requested changes').waitFor()
  const owner = await enter(browser, studio, `/reviews/${id}`)
  await round(owner.page)
    .getByText(/1 asked for changes/)
    .waitFor()
  await owner.page.getByText('The sun is too orange').first().waitFor()
})
