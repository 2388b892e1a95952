import { expect, inject, test } from 'vitest'
import { desktop, newPerson } from './browser.ts'
import { newStudio, publishFiles } from './studio.ts'
import { prepareUploads } from './upload-steps.ts'

const { browser, files, studio: owner } = await prepareUploads()

const patience = { timeout: 20_000 }

test('a review made without an account and read without a line goes up once, whole, after sign-in', async () => {
  const { page, context, allows } = await newPerson(browser, desktop)
  allows('net::ERR_INTERNET_DISCONNECTED /', 'console: Offline sync: ')
  await page.goto('/')
  await page.getByRole('button', { name: 'Try it with your own file' }).waitFor()
  await page.getByLabel('Files to try').setInputFiles([files.png, files.pdf, files.svg])
  await page.waitForURL(/\/reviews\/device\//)
  await page.getByRole('application').getByRole('img', { name: 'logo.png' }).waitFor()
  const list = page.getByRole('list', { name: 'List of comments' })
  const write = async (field: string, words: string) => {
    const box = page.getByRole('textbox', { name: field })
    await box.fill(words)
    await box.press('Control+Enter')
  }
  await write('Comment on the whole file', 'About all of it')
  await list.getByText('About all of it').waitFor()

  await page.getByRole('application').click()
  await write('Comment on this place', 'Here')
  await list.getByText('Here', { exact: true }).click()
  await write('Reply', 'Yes, here')
  await page.getByRole('list', { name: 'Replies' }).getByText('Yes, here').waitFor()

  // What the server draws elsewhere the browser draws here: any page of a PDF, and SVGs.
  const isDrawn = (name: string) =>
    page
      .getByRole('application')
      .getByRole('img', { name })
      .evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth > 0)
  await page.getByRole('button', { name: /^icon\.svg/ }).click()
  await expect.poll(() => isDrawn('icon.svg'), patience).toBe(true)
  await page.getByRole('button', { name: /^brochure\.pdf/ }).click()
  await expect.poll(() => isDrawn('brochure.pdf, page 1 of 14'), patience).toBe(true)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.poll(() => isDrawn('brochure.pdf, page 2 of 14'), patience).toBe(true)
  await page.getByRole('application').click()
  await write('Comment on this place', 'On the second page')
  await list.getByText('On the second page').waitFor()

  // Something else has laid an entry there, as the specification has it; one of its images is none.
  await page.evaluate(() => {
    const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw=='
    const list: object[] = JSON.parse(localStorage.getItem('offlineReviews') ?? '[]')
    const other = { name: 'From elsewhere', images: [pixel, 'data:image/png;base64'] }
    localStorage.setItem('offlineReviews', JSON.stringify([...list, other]))
    const comment = {
      _id: 'c1',
      type: 'GENERAL',
      message: 'In pure form',
      files: [],
      mentions: [],
      replies: [],
    }
    localStorage.setItem('offlineComments_From elsewhere', JSON.stringify([comment]))
  })

  const studio = await newStudio()
  const other = await context.newPage()
  await page.evaluate((token) => localStorage.setItem('wingmark.token', token), studio.token)
  // Two tabs at once, one of them loaded anew on the way.
  await Promise.all([page.goto('/reviews'), other.goto('/reviews')])
  await other.reload()
  const waiting = page.getByRole('region', { name: 'Only on this device' })
  await waiting.getByText('From elsewhere, Image 2').waitFor(patience)
  await waiting.getByRole('button', { name: 'Retry' }).waitFor()
  const listOf = async () => {
    const answer: object = await studio.call('GET', '/review/api/v1/user?limit=50')
    const reviews: { name: string; fileCount: number; commentCount: number; _id: string }[] = Reflect.get(
      answer,
      'results',
    )
    return reviews
  }
  await expect
    .poll(
      async () => (await listOf()).map((one) => [one.name, one.fileCount, one.commentCount]).sort(),
      patience,
    )
    .toEqual([
      ['From elsewhere', 1, 1],
      ['logo', 3, 3],
    ])
  expect(await page.evaluate(() => localStorage.getItem('offlineComments_logo'))).toBeNull()
  const logo = (await listOf()).find((one) => one.name === 'logo')
  await page.goto(`${inject('wingmarkUrl')}/reviews/${logo?._id}`)
  await list.getByText('Here', { exact: true }).click()
  await page.getByRole('list', { name: 'Replies' }).getByText('Yes, here').waitFor()

  // What failed can be thrown away, and had back.
  await page.goto('/reviews')
  await waiting.getByRole('button', { name: 'Actions for From elsewhere' }).click()
  await page.getByRole('menuitem', { name: 'Delete from this device' }).click()
  await waiting.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await waiting.getByText('From elsewhere, Image 2').waitFor()
})

test('a review once opened opens again without a line, for who has opened it and for nobody else', async () => {
  const { page, context, allows } = await newPerson(browser, desktop, { serviceWorkers: 'allow' })
  allows('net::ERR_INTERNET_DISCONNECTED /', 'net::ERR_FAILED /', '404 /review/api/v1/', '401 /')
  const { id, files: published } = await publishFiles(owner, 'Read in a train', [files.png])
  await owner.call('POST', '/comment/api/v1', {
    file: published[0],
    type: 'GENERAL',
    message: 'Read me offline',
  })
  const picture = page.getByRole('application').getByRole('img', { name: 'logo.png' })
  const isShown = () => picture.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth > 0)
  const signInAs = (token: string | null) =>
    page.evaluate((one) => {
      if (one === null) localStorage.removeItem('wingmark.token')
      else localStorage.setItem('wingmark.token', one)
    }, token)

  await page.goto('/help')
  await signInAs(owner.token)
  await page.goto(`/reviews/${id}`)
  await picture.waitFor()
  // The worker comes once the page rests, and takes what was seen before it.
  const previewsKept = () =>
    page.evaluate(async () => {
      if (navigator.serviceWorker.controller === null || !(await caches.has('wingmark-previews'))) return 0
      return (await (await caches.open('wingmark-previews')).keys()).length
    })
  await expect.poll(previewsKept, patience).toBeGreaterThan(0)

  await context.setOffline(true)
  await page.reload()
  await page.getByText('Read me offline').waitFor()
  await expect.poll(isShown, patience).toBe(true)
  await page
    .getByText(/You are offline. This is as it was .* ago|You are offline. This is as it was/)
    .waitFor()

  // Signed out, or somebody else: nothing of it is shown.
  for (const other of [null, (await newStudio()).token]) {
    await signInAs(other)
    await page.goto(`/reviews/${id}`)
    await page
      .getByRole('main')
      .getByText(/connection|does not answer/i)
      .first()
      .waitFor()
    expect(await page.getByText('Read me offline').count()).toBe(0)
  }

  // Back as its owner it is fresh; once it is deleted at the server nothing stays.
  await context.setOffline(false)
  await signInAs(owner.token)
  await page.goto(`/reviews/${id}`)
  await page.getByText('Read me offline').waitFor()
  await owner.call('DELETE', `/review/api/v1/${id}`)
  await page.reload()
  await page.getByRole('main').getByRole('heading').first().waitFor()
  await expect.poll(previewsKept).toBe(0)
  await context.setOffline(true)
  await page.reload()
  await page
    .getByRole('main')
    .getByText(/connection|does not answer/i)
    .first()
    .waitFor()
  expect(await page.getByText('Read me offline').count()).toBe(0)
})
