import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, expect, inject, onTestFinished } from 'vitest'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { type BadLine, layLine } from './bad-line.ts'
import { desktop, newPerson } from './browser.ts'
import { makeJourneyFiles } from './made-files.ts'
import { offsetsOf, storedAsSent } from './sent-and-stored.ts'
import { newStudio, type Studio } from './studio.ts'

const megabyte = 1_048_576

/** A browser, a user, files to upload and a folder for more; for a whole file of journeys. */
export async function prepareUploads() {
  const folder = await mkdtemp(join(tmpdir(), 'wingmark-uploads-'))
  const browser = await launchChromium()
  afterAll(async () => {
    await browser.close()
    await rm(folder, { recursive: true, force: true })
  })
  return { browser, folder, studio: await newStudio(), files: await makeJourneyFiles() }
}

/** Files have the server's own address, which pages over the proxy may not show. */
export const otherOrigin = [
  'net::ERR_BLOCKED_BY_RESPONSE.NotSameOrigin /files/',
  // Requested again, to find their ground.
  'net::ERR_FAILED /files/',
  'console: Access to image at',
]

export type Visit = { as: Studio; screen: typeof desktop; base: string; at: string }

/** Signed in as a studio, at the dashboard, over a connection that can be slow or cut. */
export async function arriveAt(
  browser: Browser,
  { as, screen = desktop, base = inject('wingmarkUrl'), at = '/dashboard' }: Partial<Visit> & { as: Studio },
) {
  const line = await layLine(base)
  onTestFinished(line.close)
  const person = await newPerson(browser, screen)
  person.allows(...otherOrigin)
  await person.context.addInitScript((token) => {
    // Once: later loads stay signed out.
    if (sessionStorage.getItem('arrived')) return
    sessionStorage.setItem('arrived', 'yes')
    localStorage.setItem('wingmark.token', token)
  }, as.token)
  const offsets = offsetsOf(person.page)
  const go = async (path: string) => {
    await person.page.goto(line.url + path)
    await person.page.getByRole('button', { name: 'Upload file' }).first().waitFor()
  }
  await go(at)
  return { ...person, line, offsets, go }
}

export async function choose(page: Page, paths: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Upload file' }).first().click()
  await page
    .getByRole('dialog')
    .getByLabel('Files to upload')
    .setInputFiles([...paths])
}

/** Waits until a file has reached so many percent. */
export const uploading = (page: Page, from: number) =>
  page.waitForFunction((least) => {
    const percents = [...document.body.innerText.matchAll(/Uploading\.\.\. (\d+)%/g)].map((one) =>
      Number(one[1]),
    )
    return percents.some((percent) => percent >= least)
  }, from)

export async function arrivedHalfWay(line: BadLine): Promise<void> {
  await expect.poll(() => line.arrivedBytes()).toBeGreaterThan(6 * megabyte)
}

/** Names and publishes the upload, and follows to the review; returns its id. */
export async function publish(page: Page, name: string): Promise<string> {
  await page.getByLabel('Name your review').fill(name)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Review Published Successfully!').waitFor()
  await page.waitForURL(/\/reviews\/[0-9a-f-]{36}/)
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

export async function expectStoredIn(
  as: Studio,
  reviewId: string,
  paths: readonly string[],
  base = inject('wingmarkUrl'),
): Promise<void> {
  const { sent, stored } = await storedAsSent(as, base, reviewId, paths)
  expect(stored).toEqual(sent)
}

/** Drops files and folders of this machine on the middle of the page, as a person does. */
export async function drop(page: Page, paths: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const size = page.viewportSize() ?? desktop
  const at = { x: size.width / 2, y: size.height / 2 }
  const data = { items: [], files: [...paths], dragOperationsMask: 1 }
  await session.send('Input.dispatchDragEvent', { type: 'dragEnter', ...at, data })
  await expect
    .poll(async () => {
      await session.send('Input.dispatchDragEvent', { type: 'dragOver', ...at, data })
      return page.getByText(/^Drop your files/).count()
    })
    .toBe(1)
  await session.send('Input.dispatchDragEvent', { type: 'drop', ...at, data })
}

/** Reloads the page during an upload, past the browser's question. */
export async function reloadThoughAsked(page: Page): Promise<void> {
  const asked = page.waitForEvent('dialog')
  const reloaded = page.reload()
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.accept()
  await reloaded
}

/** What this browser has stored of uploads. */
export const keptUploads = (page: Page): Promise<unknown[]> =>
  page.evaluate(async () => {
    const opening = indexedDB.open('wingmark-uploads')
    const database = await new Promise<IDBDatabase>((done) => {
      opening.onsuccess = () => done(opening.result)
    })
    const reading = database.transaction('sessions').objectStore('sessions').getAll()
    const all = await new Promise<unknown[]>((done) => {
      reading.onsuccess = () => done(reading.result)
    })
    database.close()
    return all
  })

export const dialog = (page: Page, name?: string) => page.getByRole('dialog', name ? { name } : {})
export const publishButton = (page: Page) => page.getByRole('button', { name: 'Publish', exact: true })
