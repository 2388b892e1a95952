import type { Page, Request, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { desktop, newPerson } from './browser.ts'
import { newStudio, publishFiles, type Studio } from './studio.ts'
import { prepareUploads } from './upload-steps.ts'

const [{ browser, studio, files }, other] = await Promise.all([prepareUploads(), newStudio()])

const password = 'correct horse battery'
const signedInAgain = async ({ call, email }: Studio) =>
  (await call('PATCH', '/user/api/v1/login', { email, password })).result.accessToken ?? ''

/** What this browser stores of a review: answers that name it or its file, and a preview. */
async function keptOf(page: Page, ids: readonly string[]): Promise<number> {
  return page.evaluate(async (names) => {
    const keys = await new Promise<string[]>((done, fail) => {
      const opening = indexedDB.open('wingmark-kept')
      opening.onerror = () => fail(opening.error)
      opening.onsuccess = () => {
        const database = opening.result
        const reading = database.transaction('answers').objectStore('answers').getAllKeys()
        reading.onerror = () => fail(reading.error)
        reading.onsuccess = () => {
          done(reading.result.map(String))
          database.close()
        }
      }
    })
    const hasPreviews = await caches.has('wingmark-previews')
    const previews = hasPreviews ? await (await caches.open('wingmark-previews')).keys() : []
    return keys.filter((key) => names.some((name) => key.includes(name))).length + previews.length
  }, ids)
}

/** Stores it as the service worker would, which is absent here so that calls can be mocked. */
const keepPreview = (page: Page) =>
  page.evaluate(async () => {
    const shown = document.querySelector<HTMLImageElement>('[role=application] img')?.src ?? ''
    const cache = await caches.open('wingmark-previews')
    await cache.put(`${new URL(shown).pathname}?page=1`, new Response('bytes'))
  })

test('losing access to a review deletes it, its comments and its previews from the device', async () => {
  const { page, context, allows } = await newPerson(browser, desktop)
  const { id, files: published } = await publishFiles(studio, 'Private', [files.png])
  // Opening the address of an unlisted one would store it again.
  await studio.call('PATCH', `/review/api/v1/change-visibility/${id}`, { visibility: 'PRIVATE' })
  const ids = [id, ...published]
  const kept = () => keptOf(page, ids)
  const signIn = (tab: Page, token: string) =>
    tab.evaluate((one) => localStorage.setItem('wingmark.token', one), token)
  const open = async () => {
    await page.goto(`/reviews/${id}`)
    await page.getByRole('application').getByRole('img', { name: 'logo.png' }).waitFor()
    await keepPreview(page)
    // The review with its first comments, and the preview.
    await expect.poll(kept).toBeGreaterThanOrEqual(2)
  }
  await page.goto('/help')
  await signIn(page, await signedInAgain(studio))

  // The server's answers for a review that was opened before.
  const refusals = [
    [403, 'FORBIDDEN'],
    [404, 'NOT_FOUND'],
    [410, 'GONE'],
    [423, 'ACCESS_KEY_REQUIRED'],
  ] as const
  const calls = (url: URL) =>
    ids.some((one) => url.pathname.endsWith(`/api/v1/${one}`) || url.pathname.endsWith(`/file/${one}`))
  for (const [status, code] of refusals) {
    allows(`${status} /`)
    await open()
    const refuse = (route: Route) =>
      route.fulfill({ status, json: { success: false, code, message: 'Not any more.', requestId: 'r' } })
    await page.route(calls, refuse)
    await page.reload()
    await expect.poll(kept).toBe(0)
    await page.unroute(calls)
  }

  // Its session is ended elsewhere; noticed at the next request.
  allows('401 /')
  await open()
  const sessions: object = await studio.call('GET', '/user/api/v1/sessions')
  const all: { _id: string; current: boolean }[] = Reflect.get(sessions, 'results')
  for (const { _id, current } of all)
    if (!current) await studio.call('DELETE', `/user/api/v1/sessions/${_id}`)
  await page.reload()
  await expect.poll(kept).toBe(0)

  // Signed out here.
  await signIn(page, await signedInAgain(studio))
  await open()
  await page.goto('/reviews')
  await page.getByRole('button', { name: /Account$/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('wingmark.token'))).toBeNull()
  await page.waitForURL((url) => url.pathname !== '/reviews')
  await expect.poll(kept).toBe(0)

  // Someone else signs in in another tab, even while an answer is in flight.
  await signIn(page, await signedInAgain(studio))
  await open()
  const tab = await context.newPage()
  await tab.goto('/help')
  const read = Promise.withResolvers<void>()
  const wait = Promise.withResolvers<void>()
  const late = `**/review/api/v1/${id}`
  await page.route(late, async (route) => {
    const response = await route.fetch()
    read.resolve()
    await wait.promise
    await route.fulfill({ response }).catch(() => undefined)
  })
  await page.goto(`/reviews/${id}`)
  await read.promise
  await signIn(tab, other.token)
  await expect.poll(kept).toBe(0)
  const isIt = { predicate: (request: Request) => request.url().endsWith(`/review/api/v1/${id}`) }
  const ended = Promise.race([
    page.waitForEvent('requestfinished', isIt),
    page.waitForEvent('requestfailed', isIt),
  ])
  wait.resolve()
  await ended
  await page.goto('/help')
  await expect.poll(kept).toBe(0)
})
