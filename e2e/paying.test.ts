import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSellingApp } from '../apps/server/test/selling-app.ts'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { desktop, expectAccessible, newPerson } from './browser.ts'
import { makeJourneyFiles } from './made-files.ts'
import { freePort } from './run-wingmark.ts'
import { newStudio, publishFiles, type Studio } from './studio.ts'

let browser: Browser
let selling: Awaited<ReturnType<typeof startSellingApp>>
beforeAll(async () => {
  ;[browser, selling] = await Promise.all([launchChromium(), freePort().then(startSellingApp)])
})
afterAll(async () => {
  await browser.close()
  await selling.close()
})

const gigabyte = 1_073_741_824

/** The user's browser; the payment provider's pages are a stub with its name. */
async function open(studio: Studio, path: string) {
  const person = await newPerson(browser, desktop, { baseURL: selling.url })
  const { context, page } = person
  await context.addInitScript((token) => {
    if (location.hostname === '127.0.0.1') localStorage.setItem('wingmark.token', token)
  }, studio.token)
  await context.route('https://checkout.example.test/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Pay</title><h1>Pay here</h1>' }),
  )
  await page.goto(path)
  return person
}

test('someone pays, closes the browser there, is a Commander the next day, cannot be charged, pays, and cancels', async () => {
  const { house, tell, query } = selling
  const studio = await newStudio(selling.url)
  const { jpeg, png } = await makeJourneyFiles()
  const review = await publishFiles(studio, 'Kept', [png])
  const first = await open(studio, '/pricing')
  await first.page.getByText('€19.00 a month, taxes included').waitFor()
  await expectAccessible(first.page, 'plans that are sold')
  const buy = async (page: typeof first.page) => {
    await page.getByRole('button', { name: 'Unlock Commander' }).click()
    await page.getByRole('heading', { name: 'Pay here' }).waitFor()
    return page.url()
  }
  const checkout = await buy(first.page)
  // Turned back there, and again with an address that claims payment: neither is a payment.
  await first.page.goto('/pricing')
  await first.page.getByRole('button', { name: 'Unlock Commander' }).waitFor()
  await first.page.goto('/pricing?paid=yes')
  await first.page.getByText('Waiting for your payment to be confirmed…').waitFor()
  const second = await first.context.newPage()
  await second.goto('/pricing')
  expect(await buy(second)).toBe(checkout)
  const { customer, subscription } = house.pay(checkout)
  expect(() => house.pay(checkout)).toThrow('this checkout cannot be paid')
  await first.context.close()
  expect(await tell(customer)).toBe(200)

  const next = await open(studio, '/dashboard')
  const { page } = next
  const popup = page.getByRole('dialog', { name: 'Upgrade to Commander Profile Successful!' })
  await popup.getByText('Building Professional Connections.').waitFor()
  await popup.getByText('15 GB storage').waitFor()
  await expectAccessible(page, 'the plan has begun')
  await popup.getByRole('button', { name: 'Explore Now' }).click()
  await page.waitForURL('**/connections')
  await page.goto('/pricing')
  await page.getByText(/^Commander is paid until/).waitFor()
  await expect.poll(() => popup.count()).toBe(0)

  // The card is refused at renewal, and a week passes; then another card succeeds.
  const knownAs = async (status: string) => {
    const ofPlan = async () => (await studio.call('GET', '/subscription/api/v1/user')).result.status
    await expect.poll(ofPlan).toBe(status)
  }
  house.setStatus(subscription, 'past_due')
  expect(await tell(customer)).toBe(200)
  const due = page.getByText('The last payment for Commander didn’t go through.', { exact: false })
  await knownAs('PAST_DUE')
  await page.reload()
  await due.waitFor()
  await expectAccessible(page, 'a payment is due')
  house.setStatus(subscription, 'active')
  expect(await tell(customer)).toBe(200)
  await knownAs('ACTIVE')
  await page.reload()
  await page.getByText(/^Commander is paid until/).waitFor()
  await due.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Cancel Commander' }).click()
  await page.getByText('Nothing is deleted.', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Cancel plan' }).click()
  await page.getByText(/^Commander ends on/).waitFor()
  expect(house.isEnding(subscription)).toBe(true)

  // More is used than the smaller plan has: existing files stay, and nothing can be added.
  await query('update users set used_bytes = $1', [6 * gigabyte])
  house.setStatus(subscription, 'canceled')
  expect(await tell(customer)).toBe(200)
  await knownAs('ENDED')
  await page.reload()
  await page.getByRole('button', { name: 'Unlock Commander' }).waitFor()
  next.allows('507 /file/api/v1/tus')
  await page.goto(`/reviews/${review.id}`)
  await page.getByRole('application').getByRole('img', { name: 'logo.png' }).waitFor()
  await page.getByRole('button', { name: 'Upload file' }).first().click()
  await page.getByRole('dialog').getByLabel('Files to upload').setInputFiles([jpeg])
  await page.getByText(/You don’t have enough storage for 1 file \(.*\): none is free\./).waitFor()
  await expectAccessible(page, 'a file that has no room')
})
