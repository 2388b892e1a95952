import { expect, inject, test } from 'vitest'
import { desktop, expectAccessible, newPerson } from './browser.ts'
import { newStudio, publishFiles } from './studio.ts'
import { prepareUploads } from './upload-steps.ts'

const [{ browser, files, studio: owner }, other] = await Promise.all([prepareUploads(), newStudio()])

test('a review created without an account and read offline is uploaded once, whole, after sign-in', async () => {
  const { page, context, allows } = await newPerson(browser, desktop)
  allows('net::ERR_INTERNET_DISCONNECTED /', 'console: Offline sync: ')
  await page.goto('/')
  await page.getByRole('button', { name: 'Try it with your own file' }).waitFor()
  // The phone can install it: only the test window, which stores nothing, prevents that.
  const browserItself = await context.newCDPSession(page)
  const { installabilityErrors } = await browserItself.send('Page.getInstallabilityErrors')
  const inTheWay = installabilityErrors.map(({ errorId }) => errorId)
  expect(inTheWay.filter((one) => one !== 'in-incognito')).toEqual([])
  // Headless Chromium cannot install it, but still reads the manifest.
  const { errors, data } = await browserItself.send('Page.getAppManifest')
  expect([errors, JSON.parse(data ?? '{}')]).toMatchObject([
    [],
    { start_url: '/dashboard', display: 'standalone' },
  ])
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

  // The browser draws what the server does elsewhere: any page of a PDF, and SVGs.
  const isRendered = (name: string) =>
    page
      .getByRole('application')
      .getByRole('img', { name })
      .evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth > 0)
  await page.getByRole('button', { name: /^icon\.svg/ }).click()
  await expect.poll(() => isRendered('icon.svg')).toBe(true)
  await page.getByRole('button', { name: /^brochure\.pdf/ }).click()
  await expect.poll(() => isRendered('brochure.pdf, page 1 of 6')).toBe(true)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.poll(() => isRendered('brochure.pdf, page 2 of 6')).toBe(true)
  await page.getByRole('application').click()
  await write('Comment on this place', 'On the second page')
  await list.getByText('On the second page').waitFor()

  // Another program wrote an entry in the specification's form; one of its images is invalid.
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

  const second = await context.newPage()
  await page.evaluate((token) => localStorage.setItem('wingmark.token', token), other.token)
  // Two tabs at once, one of them reloaded on the way.
  await Promise.all([page.goto('/reviews'), second.goto('/reviews')])
  await second.reload()
  const waiting = page.getByRole('region', { name: 'Only on this device' })
  await waiting.getByText('From elsewhere, Image 2').waitFor()
  await waiting.getByRole('button', { name: 'Retry' }).waitFor()
  const listOf = async () => {
    const answer: object = await other.call('GET', '/review/api/v1/user?limit=50')
    const reviews: { name: string; fileCount: number; commentCount: number; _id: string }[] = Reflect.get(
      answer,
      'results',
    )
    return reviews
  }
  await expect
    .poll(async () => (await listOf()).map((one) => [one.name, one.fileCount, one.commentCount]).sort())
    .toEqual([
      ['From elsewhere', 1, 1],
      ['logo', 3, 3],
    ])
  await expect.poll(() => page.evaluate(() => localStorage.getItem('offlineComments_logo'))).toBeNull()
  const logo = (await listOf()).find((one) => one.name === 'logo')
  await page.goto(`${inject('wingmarkUrl')}/reviews/${logo?._id}`)
  await list.getByText('Here', { exact: true }).click()
  await page.getByRole('list', { name: 'Replies' }).getByText('Yes, here').waitFor()

  // Failed items can be discarded, and restored.
  await page.goto('/reviews')
  await waiting.getByRole('button', { name: 'Actions for From elsewhere' }).click()
  await page.getByRole('menuitem', { name: 'Delete from this device' }).click()
  await waiting.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await waiting.getByText('From elsewhere, Image 2').waitFor()
})

test('a review opens again offline, only for people who have opened it; one never opened says so', async () => {
  const { page, context, allows } = await newPerson(browser, desktop, { serviceWorkers: 'allow' })
  allows(
    'net::ERR_INTERNET_DISCONNECTED /',
    'net::ERR_FAILED /',
    '404 /review/api/v1/',
    '404 /comment/api/v1/',
    '409 /comment/api/v1/',
    '401 /',
  )
  const [{ id, files: published }, { link: neverSeen }] = await Promise.all([
    publishFiles(owner, 'Read in a train', [files.png]),
    publishFiles(owner, 'Not yet seen', [files.png]),
  ])
  const words = ['Read me offline', 'Resolve me', 'Change me', 'Mine and mine', 'Delete me', 'Gone meanwhile']
  const ids = new Map<string, string>()
  await Promise.all(
    words.map(async (message) => {
      const body = { file: published[0], type: 'GENERAL', message }
      ids.set(message, (await owner.call('POST', '/comment/api/v1', body)).result._id ?? '')
    }),
  )
  const picture = page.getByRole('application').getByRole('img', { name: 'logo.png' })
  const isShown = () => picture.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth > 0)
  const signInAs = (token: string | null) =>
    page.evaluate((one) => {
      if (one === null) localStorage.removeItem('wingmark.token')
      else localStorage.setItem('wingmark.token', one)
    }, token)

  const workspace = (await owner.call('POST', '/workspace', { name: 'In the train' })).result._id ?? ''
  await owner.call('POST', '/workspace/api/v1/task', { workspace, title: 'Pack the proofs' })
  const note = { workspace, note: 'Bring the colour fan' }
  await owner.call('POST', '/workspace/api/v1/private-note', note)
  const openBoard = async () => {
    await page.goto(`/workspace/notes?workspaceId=${workspace}`)
    await page.getByRole('button', { name: 'Bring the colour fan' }).waitFor()
    await page.goto(`/workspace/tasks?workspaceId=${workspace}`)
    await page.getByRole('link', { name: 'Pack the proofs' }).waitFor()
  }

  await context.addInitScript((token) => {
    // Once: later loads stay signed out.
    if (sessionStorage.getItem('arrived')) return
    sessionStorage.setItem('arrived', 'yes')
    localStorage.setItem('wingmark.token', token)
  }, owner.token)
  await openBoard()
  await page.goto(`/reviews/${id}`)
  await picture.waitFor()
  // The worker starts once the page rests, and caches what was seen before.
  const previewsKept = () =>
    page.evaluate(async () => {
      if (navigator.serviceWorker.controller === null || !(await caches.has('wingmark-previews'))) return 0
      return (await (await caches.open('wingmark-previews')).keys()).length
    })
  await expect.poll(previewsKept, { timeout: 60_000 }).toBeGreaterThan(0)

  // The design shows before the application.
  await page.addInitScript(() => {
    const look = () => {
      if (document.getElementById('first-design')) Reflect.set(window, 'began', true)
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true })
  })
  const hasBegun = () => page.evaluate(() => Reflect.get(window, 'began') === true)

  // Events since opening are newer than the cached answer and stay, also after leaving and coming back.
  const late = { file: published[0], type: 'GENERAL', message: 'Said meanwhile' }
  await owner.call('POST', '/comment/api/v1', late)
  await page.getByText('Said meanwhile').waitFor()
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Reviews', exact: true }).click()
  await picture.waitFor({ state: 'detached' })
  let refused = 0
  page.on('requestfailed', (request) => {
    if (new URL(request.url()).pathname === `/review/api/v1/${id}`) refused += 1
  })
  await page.goBack()
  await expect.poll(() => refused).toBeGreaterThan(1)
  await expect.poll(() => page.getByText('Said meanwhile').count()).toBe(1)

  await page.reload()
  await page.getByText('Read me offline').waitFor()
  await expect.poll(hasBegun).toBe(true)
  await expect.poll(isShown).toBe(true)
  // Chromium 150 takes a page from its worker for an online one.
  await page.getByText(/^(You’re offline\.|Reconnecting…) Last updated /).waitFor()

  // Changes of comments wait in their place.
  const card = (text: string) =>
    page.getByRole('list', { name: 'List of comments' }).getByRole('listitem').filter({ hasText: text })
  const choose = async (text: string, item: string) => {
    await card(text).getByText(text, { exact: true }).click()
    await card(text).getByRole('button', { name: 'More' }).first().click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const change = async (text: string, to: string) => {
    await choose(text, 'Edit')
    const box = page.getByRole('textbox', { name: 'Edit message' })
    await box.fill(to)
    await box.press('Control+Enter')
    await card(to).getByText('Edited on this device. Waiting to be sent.').waitFor()
  }
  await page.getByRole('group', { name: 'Show' }).getByRole('button', { name: /^All/ }).click()
  await card('Resolve me').getByRole('button', { name: 'Resolve', exact: true }).click()
  await card('Resolve me').getByText('Resolved on this device. Waiting to be sent.').waitFor()
  await change('Change me', 'Changed in the train')
  await change('Mine and mine', 'From the train')
  await change('Gone meanwhile', 'Words to keep')
  await choose('Delete me', 'Delete')
  const deleted = page.getByRole('alert').filter({ hasText: 'Comment deleted' })
  await deleted.getByRole('button', { name: 'Dismiss' }).click()
  await card('Delete me').getByText('Deleted on this device. Waiting to be sent.').waitFor()
  await page.reload()
  await card('Changed in the train').getByText('Edited on this device. Waiting to be sent.').waitFor()

  // A board opens too.
  await openBoard()
  await page.getByText(/Last updated /).waitFor()

  // Signed out, or as someone else: none of it shows.
  for (const token of [null, other.token]) {
    await signInAs(token)
    await page.goto(`/reviews/${id}`)
    await page
      .getByRole('main')
      .getByText(/You’re offline|isn’t responding/)
      .first()
      .waitFor()
    await expect.poll(() => page.getByText('Read me offline').count()).toBe(0)
    await expect.poll(hasBegun).toBe(false)
  }

  // Back as its owner it is fresh, and pending items go in order; text without a target is kept.
  await owner.call('DELETE', `/comment/api/v1/${ids.get('Gone meanwhile')}`)
  await owner.call('PATCH', `/comment/api/v1/${ids.get('Mine and mine')}`, { message: 'From the desk' })
  await context.setOffline(false)
  await signInAs(owner.token)
  await page.goto(`/reviews/${id}`)
  await page.getByText('Read me offline').waitFor()
  const stored = async () => {
    const answer: object = await owner.call('GET', `/comment/api/v1/file/${published[0]}`)
    const results: { message: string; status: string }[] = Reflect.get(answer, 'results')
    return results.map(({ message, status }) => `${message}: ${status}`).sort()
  }
  await expect
    .poll(stored)
    .toEqual([
      'Changed in the train: OPEN',
      'From the desk: OPEN',
      'Read me offline: OPEN',
      'Resolve me: RESOLVED',
      'Said meanwhile: OPEN',
    ])
  const mine = card('From the desk')
  await mine.getByText('This comment was also changed elsewhere').waitFor()
  await mine.getByRole('definition').filter({ hasText: 'From the train' }).waitFor()
  await mine.getByRole('button', { name: 'Copy' }).waitFor()
  await mine.getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(stored).toContain('From the train: OPEN')
  const own = page.getByRole('region', { name: 'Not sent' })
  await own.getByText('The comment you edited has been deleted.').waitFor()
  await own.getByText('Words to keep').waitFor()
  await own.getByRole('button', { name: 'Copy' }).waitFor()

  // Once the server deletes the review, only the user's own words remain.
  await owner.call('DELETE', `/review/api/v1/${id}`)
  await page.reload()
  await own.getByText('Words to keep').waitFor()
  await own.getByRole('button', { name: 'Discard' }).click()
  await own.waitFor({ state: 'detached' })
  await expect.poll(previewsKept).toBe(0)
  await context.setOffline(true)
  await page.reload()
  await page
    .getByRole('main')
    .getByText(/You’re offline|isn’t responding/)
    .first()
    .waitFor()
  await expect.poll(() => page.getByText('Read me offline').count()).toBe(0)
  await expect.poll(hasBegun).toBe(false)

  // A review never opened here says so at once, and opens by itself once back online.
  await page.goto(neverSeen)
  // Chromium 150 believes it is online, and the page that the server is down.
  const said = page.getByText(/This review isn’t on this device/i)
  await said.waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await said.waitFor()
  await expectAccessible(page, 'a review that is not on the device')
  await context.setOffline(false)
  await picture.waitFor()
})

test('two people on one device each send their own, and Retry uploads what failed', async () => {
  const [anna, ben] = await Promise.all([newStudio(), newStudio()])
  const { page, allows } = await newPerson(browser, desktop)
  allows('403 /comment/api/v1', 'console: Offline sync: ')
  const annaId: unknown = Reflect.get(
    Object((await anna.call('GET', '/user/api/v1/profile')).result.user),
    '_id',
  )
  await page.goto('/help')
  await page.evaluate((owner) => {
    const images = ['data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==']
    const list = [
      { name: 'Of Anna', images, owner },
      { name: 'Of nobody', images },
    ]
    localStorage.setItem('offlineReviews', JSON.stringify(list))
    const comment = { _id: 'c1', type: 'GENERAL', message: 'By Anna', files: [], mentions: [], replies: [] }
    localStorage.setItem('offlineComments_Of Anna', JSON.stringify([comment]))
  }, annaId)
  const reviewsOf = async (studio: typeof anna) => {
    const answer: object = await studio.call('GET', '/review/api/v1/user?limit=50')
    const reviews: { name: string; commentCount: number }[] = Reflect.get(answer, 'results')
    return reviews.map(({ name, commentCount }) => [name, commentCount])
  }
  const arrive = async (studio: typeof anna) => {
    await page.evaluate((token) => localStorage.setItem('wingmark.token', token), studio.token)
    await page.goto('/reviews')
  }
  const waiting = page.getByRole('region', { name: 'Only on this device' })

  // Unowned reviews upload for the next user to sign in, after a notice; Anna's stay invisible.
  await arrive(ben)
  await page.getByText('Uploading “Of nobody”, created on this device before you signed in.').waitFor()
  await expect.poll(() => reviewsOf(ben)).toEqual([['Of nobody', 0]])
  await waiting.waitFor({ state: 'detached' })
  await expect.poll(() => page.getByText('Of Anna').count()).toBe(0)

  await page.route('**/comment/api/v1', (route) =>
    route.fulfill({
      status: 403,
      json: { success: false, code: 'FORBIDDEN', message: 'Not now.', requestId: 'r' },
    }),
  )
  await arrive(anna)
  await page
    .getByText(
      'Some offline reviews, comments, or replies failed to upload. You can retry from the reviews page.',
    )
    .waitFor()
  await waiting.getByText(/^Of Anna, Comment “By Anna”: You/).waitFor()

  // Signing out asks, since it would stay behind.
  await page.getByRole('button', { name: /Account$/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  const question = page.getByRole('dialog', { name: 'Not everything has been sent' })
  await question.getByRole('button', { name: 'Stay signed in' }).click()
  await page.unroute('**/comment/api/v1')
  await waiting.getByRole('button', { name: 'Retry' }).click()
  await page
    .getByText('Your offline reviews, comments, and replies have been uploaded successfully!')
    .waitFor()
  await expect.poll(() => reviewsOf(anna)).toEqual([['Of Anna', 1]])
  const left = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('offline')))
  await expect.poll(left).toEqual([])
})
