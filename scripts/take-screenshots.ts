/** Takes the pictures of `docs/images` and the front page from a seeded Wingmark (PUBLIC_URL or PORT); all screens with FOLDER. */
import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { launchChromium } from './launch-chromium.ts'
import { takeStepPictures } from './pictures/step-pictures.ts'

const base = process.env.PUBLIC_URL ?? `http://localhost:${process.env.PORT ?? 3000}`
const everythingTo = process.argv[2]
const folder = resolve(everythingTo ?? join(import.meta.dirname, '../docs/images'))
const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } }
const schemes = ['light', 'dark'] as const
const headerHeight = 56
const demo = { email: 'mara@example.com', password: 'northwind-demo' }

type Shot = { name: string; path: string; isSignedIn: boolean }

async function signIn(): Promise<string> {
  const response = await fetch(`${base}/user/api/v1/login`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(demo),
  })
  const { result } = (await response.json()) as { result?: { accessToken: string } }
  if (!result) throw new Error(`The demo account is not there: run npm run seed against ${base} first.`)
  return result.accessToken
}

async function findReviews(
  token: string,
): Promise<{ _id: string; name: string; share: { shareUrl?: string } }[]> {
  const response = await fetch(`${base}/review/api/v1/user?limit=20`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return ((await response.json()) as { results: [] }).results
}

async function take(
  browser: Browser,
  shot: Shot,
  token: string,
  size: keyof typeof sizes,
  scheme: (typeof schemes)[number],
) {
  const context = await browser.newContext({
    baseURL: base,
    viewport: sizes[size],
    colorScheme: scheme,
    reducedMotion: 'reduce',
    ...(size === 'phone' ? { isMobile: true, hasTouch: true, deviceScaleFactor: 2 } : {}),
  })
  if (shot.isSignedIn) {
    await context.addInitScript((value) => localStorage.setItem('wingmark.token', value), token)
  }
  const page: Page = await context.newPage()
  await page.goto(shot.path)
  await page.locator('h1').first().waitFor()
  await page.waitForTimeout(1_500)
  const hint = page.getByRole('button', { name: 'Dismiss hint' })
  if (await hint.isVisible()) await hint.click()
  await page.mouse.move(0, 0)
  await page.screenshot({ path: join(folder, `${shot.name}-${size}-${scheme}.png`) })
  await context.close()
}

/** Screens without the header: for the front pages, and for chats that preview their link. */
async function cropForFrontPages() {
  const web = join(import.meta.dirname, '../apps/web')
  const below = (picture: string, height: number) =>
    sharp(picture).extract({ left: 0, top: headerHeight, width: sizes.desktop.width, height })
  const room = (scheme: (typeof schemes)[number], height: number) =>
    below(join(folder, `review-desktop-${scheme}.png`), height)
  const height = sizes.desktop.height - headerHeight
  const front = (name: string) => join(web, `src/features/welcome/${name}.webp`)
  for (const scheme of schemes) {
    await room(scheme, height)
      .webp({ quality: 80 })
      .toFile(front(`room-${scheme}`))
    const people = join(folder, `people-desktop-${scheme}.png`)
    await below(people, height)
      .webp({ quality: 80 })
      .toFile(front(`people-${scheme}`))
    rmSync(people)
  }
  const link = { width: 1200, height: 630 }
  await room('light', (sizes.desktop.width * link.height) / link.width)
    .resize(link)
    .jpeg({ quality: 80 })
    .toFile(join(web, 'public/wingmark.jpg'))
}

const token = await signIn()
const reviews = await findReviews(token)
const brand = reviews.find((review) => review.name.includes('brand'))
const guide = reviews.find((review) => review.name.includes('guide'))
const pathOf = (review: (typeof reviews)[number] | undefined) =>
  new URL(review?.share.shareUrl ?? base).pathname + new URL(review?.share.shareUrl ?? base).search
const shots: Shot[] = [
  { name: 'home', path: '/', isSignedIn: false },
  { name: 'sign-in', path: '/auth/signin', isSignedIn: false },
  { name: 'register', path: '/auth/register', isSignedIn: false },
  { name: 'dashboard', path: '/dashboard', isSignedIn: true },
  { name: 'reviews', path: '/reviews', isSignedIn: true },
  { name: 'notifications', path: '/notifications', isSignedIn: true },
  { name: 'search', path: '/search?tab=reviews&word=poster', isSignedIn: true },
  { name: 'people', path: '/connections', isSignedIn: true },
  { name: 'review', path: pathOf(brand), isSignedIn: false },
  { name: 'review-owner', path: `/reviews/${brand?._id}`, isSignedIn: true },
  { name: 'review-pdf', path: pathOf(guide), isSignedIn: false },
  { name: 'not-found', path: '/nothing-here', isSignedIn: false },
]
const needed = new Set([
  'review-desktop-light',
  'review-phone-light',
  'review-desktop-dark',
  'reviews-desktop-light',
  // For the front pages alone.
  'people-desktop-light',
  'people-desktop-dark',
])

mkdirSync(folder, { recursive: true })
const browser = await launchChromium()
for (const shot of shots) {
  for (const size of ['phone', 'desktop'] as const) {
    for (const scheme of schemes) {
      if (everythingTo || needed.has(`${shot.name}-${size}-${scheme}`))
        await take(browser, shot, token, size, scheme)
    }
  }
}
if (!everythingTo) {
  await cropForFrontPages()
  const steps = join(import.meta.dirname, '../apps/web/src/features/welcome/steps')
  mkdirSync(steps, { recursive: true })
  for (const scheme of schemes)
    await takeStepPictures(browser, { base, token, review: `/reviews/${brand?._id}`, scheme, folder: steps })
}
await browser.close()
console.log(`Pictures are in ${folder}`)
