import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { desktop, expectAccessible, expectWholeCharacters, newPerson, type Person, phone } from './browser.ts'
import { enter } from './commented-review.ts'
import { expectSteady, expectToFit, watchSteadiness } from './layout.ts'
import { makeJourneyFiles } from './made-files.ts'
import { sendInEveryState } from './sent-states.ts'
import { newStudio, publishFiles, type Studio } from './studio.ts'

let browser: Browser
let studio: Studio
let review: Awaited<ReturnType<typeof publishFiles>>
let delivery: { id: string; link: string }
let workspace: { id: string; task: string }
let username: string
let sent: Awaited<ReturnType<typeof sendInEveryState>>
beforeAll(async () => {
  browser = await launchChromium()
  studio = await newStudio()
  const { png, pdf } = await makeJourneyFiles()
  review = await publishFiles(studio, 'Every screen', [png, pdf])
  const marker = { page: 1, x: 0.5, y: 0.5 }
  const body = { file: review.files[0], marker, message: 'A comment on every screen' }
  const comment = (await studio.call('POST', '/comment/api/v1', body)).result._id ?? ''
  workspace = await makeWorkspace(comment)
  const folder = await studio.call('POST', '/transfer/api/v1', { type: 'FOLDER', name: 'Sent' })
  const empty = await studio.call('POST', '/transfer/api/v1/delivery', { items: [folder.result._id] })
  delivery = { id: empty.result._id ?? '', link: empty.result.shareUrl ?? '' }
  const { result } = await studio.call('GET', '/user/api/v1/profile')
  const { name, email, ...user } = result.user as unknown as Record<string, string>
  username = user.username ?? ''
  const work = { location: 'Utrecht', designation: 'Designer', company: 'None', experience: 'Made up.' }
  const profile = { ...{ name, email, username, ...work }, skills: ['Motion'] }
  const { result: made } = await studio.call('POST', '/connection/api/v1/profile', profile)
  await studio.call('PATCH', `/connection/api/v1/profile/${made._id}`, { isPublic: true })
  sent = await sendInEveryState(studio, [png, pdf])
})
afterAll(() => browser.close())

/** One line per screen: its user, and its path. */
const screens: Record<'anybody' | 'owner', (() => string)[]> = {
  anybody: [
    () => '/',
    () => '/auth/signin',
    () => '/auth/register',
    () => '/auth/forgot-password',
    () => '/auth/take-back',
    () => '/landing/transfers',
    () => '/landing/review',
    () => '/landing/connection',
    () => '/landing/reviews',
    () => '/pricing',
    () => '/help',
    () => '/help/keys',
    () => '/terms',
    () => '/privacy',
    () => `/connections/${username}`,
    () => `/reviews/device/${onDevice._id}`,
    () => new URL(review.link).pathname + new URL(review.link).search,
    () => new URL(delivery.link).pathname + new URL(delivery.link).search,
    () => sent.one.path,
    () => sent.arriving.path,
    () => sent.locked.path,
    () => sent.ended.path,
    () => sent.usedUp.path,
    () => sent.closed.path,
  ],
  owner: [
    () => '/dashboard',
    () => '/reviews',
    () => '/reviews/deleted',
    () => '/transfers',
    () => '/transfers?tab=sent',
    () => '/transfers?tab=received',
    () => `/transfers/sent/${delivery.id}`,
    () => '/transfers/deleted',
    () => '/messages',
    () => '/connections',
    () => `/connections/${username}`,
    () => '/settings',
    () => '/search?tab=comments&word=comment',
    () => '/tasks',
    () => '/workspaces',
    () => inWorkspace(''),
    () => inWorkspace('/tasks'),
    () => inWorkspace('/tasks', { view: 'list', task: workspace.task }),
    () => inWorkspace('/activities'),
    () => inWorkspace('/notes'),
    () => `/reviews/${review.id}`,
    () => `/editor/${review.id}`,
    () => `/editor/${review.id}/print`,
  ],
}

/** With a task of each kind, a message and a note. */
async function makeWorkspace(comment: string) {
  const made = await studio.call('POST', '/workspace/api/v1', { name: 'Every screen' })
  const id = made.result._id ?? ''
  const post = (path: string, body: object) =>
    studio.call('POST', `/workspace/api/v1/${path}`, { workspace: id, ...body })
  const task = (await post('task', { comment, dueOn: '2031-03-01' })).result._id ?? ''
  await post('task', { title: 'Second typeface', status: 'DONE', parent: task })
  await post('task', { title: 'Order proofs', status: 'IN_PROGRESS' })
  await post('timeline/workspace', { message: 'On every screen' })
  await post('private-note', { note: '- [ ] Ask Bo\nhttps://example.test/prices' })
  return { id, task }
}

function inWorkspace(page: string, more: Record<string, string> = {}): string {
  return `/workspace${page}?${new URLSearchParams({ workspaceId: workspace.id, ...more })}`
}

/** Created without an account; the front page shows it, too. */
const onDevice = {
  _id: '5b1f5f0e-6a3c-4f0e-8d35-0a4f3f0c1b11',
  name: 'Only here',
  images: ['data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'],
  comments: [{ _id: 'c1', type: 'GENERAL', message: 'On the device', files: [], mentions: [], replies: [] }],
}

/** Long texts, in the light on a phone, too. */
const readInTheLight = new Set(['/help', '/terms', '/privacy'])

/** A page counts as ready after so many milliseconds without changes. */
const quiet = 700

test.each([
  ['at a desk, in the light and in the dark', desktop, () => ['light', 'dark'] as const],
  [
    'on a phone, in the dark',
    phone,
    (path: string) => (readInTheLight.has(path) ? (['dark', 'light'] as const) : (['dark'] as const)),
  ],
] as const)('every screen can be used by everybody, %s', async (_where, size, schemesOf) => {
  const anybody = await newPerson(browser, size)
  await anybody.context.addInitScript(({ comments, ...review }) => {
    localStorage.setItem('offlineReviews', JSON.stringify([review]))
    localStorage.setItem(`offlineComments_${review.name}`, JSON.stringify(comments))
  }, onDevice)
  // Answers to locked, expired, used or closed links.
  anybody.allows(...[404, 410, 423].map((status) => `${status} /transfer/api/v1/get-delivery/`))
  const owner = await enter(browser, studio, '/dashboard', size)
  for (const { context } of [anybody, owner]) await watchSteadiness(context)
  const walk = async ({ page }: Person, paths: (() => string)[]) => {
    let seen = 0
    for (const path of paths) {
      for (const [index, colorScheme] of schemesOf(path()).entries()) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        const isOpen = index > 0
        if (!isOpen) {
          await page.goto(path())
          await page.getByRole('heading').first().waitFor()
          await untilQuiet(page)
        }
        await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor()
        await expectAccessible(page, `${path()}, ${colorScheme}`, { colorsOnly: isOpen })
        if (!isOpen) {
          await expectWholeCharacters(page, path())
          await expectSteady(page, path())
          await expectToFit(page, path())
        }
        seen += 1
      }
    }
    return seen
  }
  // In parallel: while one page settles, the other is checked.
  const seen = await Promise.all([walk(anybody, screens.anybody), walk(owner, screens.owner)])
  const wanted = [screens.anybody, screens.owner].map((paths) =>
    paths.reduce((count, path) => count + schemesOf(path()).length, 0),
  )
  expect(seen).toEqual(wanted)
})

const untilQuiet = (page: Page) =>
  page.evaluate(
    (ms) =>
      new Promise<void>((done) => {
        let timer = setTimeout(done, ms)
        const observer = new MutationObserver(() => {
          clearTimeout(timer)
          timer = setTimeout(done, ms)
        })
        observer.observe(document, { childList: true, subtree: true, attributes: true })
      }),
    quiet,
  )
