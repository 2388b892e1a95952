import { personColors } from '@wingmark/contract/person-colors'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { desktop, expectAccessible, newPerson, type Person, shownAfter } from './browser.ts'
import { menuHasFocus, tabTo } from './keyboard.ts'
import { makeJourneyFiles } from './made-files.ts'
import { findInMail } from './mailbox.ts'
import { pixelsOf } from './pixels.ts'
import { newStudio, publishFiles, type Studio } from './studio.ts'

const narrow = { width: 360, height: 740 }
const password = 'correct horse battery'

let browser: Browser
let studio: Studio
let files: Awaited<ReturnType<typeof makeJourneyFiles>>
beforeAll(async () => {
  browser = await launchChromium()
  studio = await newStudio()
  files = await makeJourneyFiles()
})
afterAll(() => browser.close())

const newAddress = () => `${crypto.randomUUID()}@example.com`
const inviteLink = (email: string) => findInMail(email, /(http\S+\/invite\/review\?token=[\w-]+)/)
const design = (page: Page) => page.getByRole('application').getByRole('img', { name: /logo\.png/ })

/** Someone who signed in on this device before. */
async function newMember(screen: typeof desktop, token: string): Promise<Person> {
  const person = await newPerson(browser, screen)
  await person.context.addInitScript((value) => localStorage.setItem('wingmark.token', value), token)
  return person
}

async function newAccount(name: string): Promise<{ email: string; token: string }> {
  const email = newAddress()
  const { result } = await studio.call('POST', '/user/api/v1/register', { name, email, password })
  return { email, token: result.accessToken ?? '' }
}

async function openShare(page: Page, tab?: string): Promise<void> {
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByRole('dialog', { name: /^Share / }).waitFor()
  if (tab) await page.getByRole('tab', { name: tab }).click()
}

async function registerByKeyboard(page: Page, name: string, email: string): Promise<void> {
  await page.getByRole('heading', { name: 'Create your account' }).waitFor()
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(email)
  await tabTo(page, 'Name')
  await page.keyboard.type(name)
  await tabTo(page, 'Password')
  await page.keyboard.type(password)
  await tabTo(page, 'Repeat password')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
}

async function expectFocus(place: Locator): Promise<void> {
  await expect.poll(() => place.evaluate((element) => element === document.activeElement)).toBe(true)
}

/** On a phone the comments are a sheet. */
async function openComments(page: Page): Promise<void> {
  const opener = page.getByRole('button', { name: /^Comments, / })
  if (!(await opener.isVisible())) return
  await opener.click()
  await page.locator('aside[data-sheet="open"]').waitFor()
}

test('someone is invited, joins, becomes a viewer, and is removed', async () => {
  const { id } = await publishFiles(studio, 'Harbour signs', [files.png])
  await studio.call('PATCH', `/review/api/v1/change-visibility/${id}`, { visibility: 'PRIVATE' })
  const email = newAddress()

  const owner = await newMember(desktop, studio.token)
  await owner.page.goto(`/reviews/${id}`)
  await design(owner.page).waitFor()
  await tabTo(owner.page, 'Share')
  await owner.page.keyboard.press('Enter')
  await owner.page.getByRole('dialog', { name: 'Share “Harbour signs”' }).waitFor()
  await expectAccessible(owner.page, 'share, links')
  await tabTo(owner.page, 'Links')
  await owner.page.keyboard.press('ArrowRight')
  await owner.page.getByText('1 member').waitFor()
  await tabTo(owner.page, 'Invite by email')
  await owner.page.keyboard.type('nobody@')
  const invalid = owner.page.getByText('Invalid email address')
  await shownAfter(() => owner.page.keyboard.press('Enter'), invalid)
  await expectAccessible(owner.page, 'share, people, with an error')
  await owner.page.keyboard.press('Control+A')
  const second = newAddress()
  await owner.page.keyboard.type(`${second}; Nina New <${email}>`)
  await owner.page.getByRole('button', { name: `Remove ${second}` }).waitFor()
  await owner.page.keyboard.press('Enter')
  await owner.page.getByRole('region', { name: 'Invited' }).getByText(email).waitFor()
  await owner.page.getByRole('region', { name: 'Invited' }).getByText(second).waitFor()
  await expectAccessible(owner.page, 'share, people')

  const person = await newPerson(browser, desktop)
  // Once they are removed.
  person.allows(
    `404 /live/api/v1/review/${id}`,
    `404 /review/api/v1/${id}`,
    '404 /files/',
    '410 /review/api/v1/get-invitation',
  )
  const invitation = await inviteLink(email)
  for (let n = 0; n < 2; n++) {
    await person.page.goto(invitation)
    await person.page.getByRole('heading', { name: 'You’re invited to a review' }).waitFor()
  }
  await person.page.getByText('Harbour signs').waitFor()
  await expectAccessible(person.page, 'invitation, signed out')
  await tabTo(person.page, 'Create an account')
  await person.page.keyboard.press('Enter')
  await registerByKeyboard(person.page, 'Nina New', email)
  await person.page.getByRole('button', { name: 'Accept' }).waitFor()
  await expectAccessible(person.page, 'invitation, to answer')
  await tabTo(person.page, 'Accept')
  await person.page.keyboard.press('Enter')
  await person.page.waitForURL(`**/reviews/${id}`)
  await design(person.page).waitFor()
  // Its link leads there from now on.
  await person.page.goto(invitation)
  await person.page.waitForURL(`**/reviews/${id}`)
  await design(person.page).waitFor()

  await openComments(person.page)
  await person.page.getByRole('textbox', { name: 'Comment on the whole file' }).fill('The S leans a little.')
  const sent = person.page.waitForResponse((answer) => answer.url().endsWith('/comment/api/v1'))
  await person.page.keyboard.press('Control+Enter')
  await person.page.getByText('The S leans a little.').waitFor()
  // Before they become a viewer.
  expect((await sent).status()).toBe(201)

  // The dialog stayed open: it updates by itself.
  const role = owner.page.getByLabel('Role of Nina New')
  await role.waitFor()
  await owner.page.getByText('2 members').waitFor()
  await expect.poll(() => role.inputValue()).toBe('COMMENTER')
  await role.selectOption({ label: 'Viewer' })
  await person.page.getByText('You’re here as a viewer.').waitFor()
  await person.page.getByRole('textbox', { name: 'Comment on the whole file' }).waitFor({ state: 'detached' })

  await tabTo(owner.page, 'Actions for Nina New')
  await owner.page.keyboard.press('Enter')
  await owner.page.getByRole('menuitem', { name: 'Make owner…' }).waitFor()
  await menuHasFocus(owner.page)
  await owner.page.keyboard.press('r')
  await owner.page.keyboard.press('Enter')
  const question = owner.page.getByRole('group', { name: 'Remove' })
  await question.waitFor()
  await expectAccessible(owner.page, 'share, before somebody is removed')
  await expectFocus(question.getByRole('button', { name: 'Keep Nina New' }))
  await owner.page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await expectFocus(owner.page.getByRole('button', { name: 'Actions for Nina New' }))
  await owner.page.keyboard.press('Enter')
  await owner.page.getByRole('menuitem', { name: 'Remove…' }).click()
  await question.getByRole('button', { name: 'Remove', exact: true }).click()
  await person.page.getByRole('heading', { name: 'You no longer have access' }).waitFor()
  await expectFocus(owner.page.getByRole('heading', { name: '1 member' }))

  await owner.page.getByRole('tab', { name: 'Activity' }).click()
  await owner.page.getByText('Nina New joined as commenter').waitFor()
  await owner.page.getByText('Olga Owner changed Nina New from commenter to viewer').waitFor()
  await owner.page.getByText('Olga Owner removed Nina New').waitFor()
  await expectAccessible(owner.page, 'share, activity')

  await person.page.goto(invitation)
  await person.page.getByRole('heading', { name: 'This invitation is no longer valid.' }).waitFor()
  await expectAccessible(person.page, 'invitation, over')
  await owner.context.close()
  await person.context.close()
})

test('a named link with a key is opened, counted and ended alone', async () => {
  const { id } = await publishFiles(studio, 'Ferry tickets', [files.png])
  const owner = await newMember(narrow, studio.token)
  await owner.page.goto(`/reviews/${id}`)
  await openShare(owner.page)
  await owner.page
    .getByRole('button', { name: /^More options no key · no expiry · downloads allowed$/ })
    .click()
  const more = owner.page.getByRole('region', { name: 'More links' })
  await more.getByRole('button', { name: 'Add link' }).click()
  const nameless = more.getByText('Please enter a name for the link')
  await shownAfter(() => owner.page.keyboard.press('Enter'), nameless)
  await owner.page.keyboard.type('Client')
  await expectAccessible(owner.page, 'share, new link')
  await owner.page.keyboard.press('Enter')
  await more.getByRole('button', { name: 'Set key' }).click()
  await owner.page.keyboard.type('tide table')
  await owner.page.keyboard.press('Enter')
  await more.getByText('Can comment · with a key').waitFor()
  await expectAccessible(owner.page, 'share, settings of a link')
  await more.getByRole('button', { name: 'Copy link “Client”' }).click()
  const link = await owner.page.evaluate(() => navigator.clipboard.readText())

  const visitor = await newPerson(browser, narrow)
  visitor.allows(`423 /review/api/v1/${id}`, `404 /live/api/v1/review/${id}`, `404 /review/api/v1/${id}`)
  await visitor.page.goto(link)
  await visitor.page.getByLabel(/access key/i).fill('tide table')
  await visitor.page.keyboard.press('Enter')
  await design(visitor.page).waitFor()
  await openComments(visitor.page)
  await visitor.page
    .getByRole('textbox', { name: 'Comment on the whole file' })
    .fill('Larger numbers, please.')
  await visitor.page.keyboard.press('Control+Enter')
  await visitor.page.getByLabel(/your name/i).fill('Vito Visitor')
  await visitor.page.keyboard.press('Enter')
  await visitor.page.getByText('Larger numbers, please.').waitFor()

  const record = more.getByRole('button', { name: /^Opened \w+ .*· 1 comment/ })
  await record.click({ timeout: 40_000 })
  await owner.page
    .getByText('Someone without an account opened the review through the link “Client”')
    .waitFor()
  await owner.page.getByRole('link', { name: 'Vito Visitor (guest) commented' }).waitFor()
  await owner.page.getByRole('combobox', { name: 'Show' }).selectOption({ label: 'Everything' })
  await owner.page.getByText('Olga Owner added the link “Client”').waitFor()

  await owner.page.getByRole('tab', { name: 'Links' }).click()
  await owner.page.getByRole('button', { name: /^More options .* · 1 more link$/ }).click()
  await more.getByRole('button', { name: 'Settings of link “Client”' }).click()
  await more.getByRole('button', { name: 'Delete link…' }).click()
  await more.getByRole('button', { name: 'Delete link' }).click()
  await visitor.page.getByRole('heading', { name: 'You no longer have access' }).waitFor()
  await more.getByText('Client', { exact: true }).waitFor({ state: 'detached' })
  await owner.context.close()
  await visitor.context.close()
})

test('someone who came by a link joins, finds the review in their list, and leaves', async () => {
  const { link } = await publishFiles(studio, 'Winter menu', [files.png])
  const { token } = await newAccount('Jo Joiner')
  const person = await newMember(narrow, token)
  const { page } = person
  await page.goto(link)
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByText('You’ve joined. The review is now in your list.').waitFor()
  await page.getByRole('button', { name: 'People' }).click()
  await page.getByText('2 members').waitFor()
  await expectAccessible(page, 'people, for a member')
  await page.keyboard.press('Escape')
  // The dialog removes its history entry.
  await expect.poll(() => page.evaluate(() => window.history.state.layer ?? 0)).toBe(0)
  await page.goto('/reviews')
  const card = page.getByRole('article').filter({ hasText: 'Winter menu' })
  await card.getByText('by Olga Owner').waitFor()
  await expectAccessible(page, 'reviews, one of somebody else')
  await card.getByRole('button', { name: 'Actions for Winter menu' }).click()
  await page.getByRole('menuitem', { name: 'People…' }).click()
  await page.getByRole('button', { name: 'Leave review…' }).click()
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await page.getByText('You’ve left “Winter menu”').waitFor()
  await card.waitFor({ state: 'detached' })
  await person.context.close()
})
test('a link copied from the address bar opens the review, even after access was restricted', async () => {
  const { id } = await publishFiles(studio, 'Kiosk', [files.png])
  const owner = await newMember(desktop, studio.token)
  const { page: tab } = await newMember(desktop, studio.token)
  for (const page of [owner.page, tab]) {
    await page.goto(`/reviews/${id}`)
    await design(page).waitFor()
    expect(page.url()).not.toContain('share=')
  }
  const client = await newPerson(browser, desktop)
  await client.page.goto(tab.url())
  await design(client.page).waitFor()
  client.allows(`404 /live/api/v1/review/${id}`, `404 /review/api/v1/${id}`)

  await openShare(owner.page)
  await owner.page.getByRole('button', { name: /^More options/ }).click()
  await owner.page.getByText('Anyone with the address or a link can view and comment.').waitFor()
  const plain = owner.page.getByRole('region', { name: 'The address alone' })
  await plain.getByRole('button', { name: 'Settings of link “The address alone”' }).click()
  await expectAccessible(owner.page, 'share, plain address open')
  const codes = new Set<string>()
  for (let n = 0; n < 2; n++) {
    const renew = owner.page.getByRole('group', { name: 'New link' })
    await renew.getByRole('button', { name: 'New link' }).click()
    await renew.getByRole('button', { name: 'Replace link' }).click()
    if (n === 0) {
      await owner.page.getByText('The address alone no longer opens it.').waitFor()
      await client.page.getByRole('heading', { name: 'You no longer have access' }).waitFor()
      await plain.getByText('Off: an address copied from the browser only works for members.').waitFor()
    }
    await expect
      .poll(() => {
        const [own, other] = [owner.page, tab].map((page) => new URL(page.url()).searchParams.get('share'))
        return typeof own === 'string' && own === other && !codes.has(own)
      })
      .toBe(true)
    codes.add(new URL(tab.url()).searchParams.get('share') ?? '')
  }
  await expectAccessible(owner.page, 'share, plain address closed')
  await client.page.goto(tab.url())
  await design(client.page).waitFor()

  await plain.getByRole('switch').click()
  await plain.getByRole('button', { name: 'Set key' }).click()
  await owner.page.keyboard.type('tide table')
  await owner.page.keyboard.press('Enter')
  await plain.getByText('Can comment · with a key').waitFor()
  await expect.poll(() => tab.url()).not.toContain('share=')
  const other = await newPerson(browser, desktop)
  other.allows(`423 /review/api/v1/${id}`)
  await other.page.goto(tab.url())
  await other.page.getByLabel(/access key/i).fill('tide table')
  await other.page.keyboard.press('Enter')
  await design(other.page).waitFor()
  expect(other.page.url()).not.toContain('share=')
  await other.page.reload()
  await design(other.page).waitFor()
})

test('two people see each other’s place, pointer, typing and colour; a review changes owner, and both rooms know at once', async () => {
  const { id, link, files: designs } = await publishFiles(studio, 'Autumn catalogue', [files.png])
  const { token } = await newAccount('Hanna Heir')
  const heir = await newMember(desktop, token)
  await heir.page.goto(link)
  heir.allows('net::ERR_INTERNET_DISCONNECTED /')
  await heir.page.getByRole('button', { name: 'Join' }).click()
  await heir.page.getByRole('button', { name: 'People' }).waitFor()

  const owner = await newMember(desktop, studio.token)
  await owner.page.goto(`/reviews/${id}`)
  await seeEachOther(owner.page, heir.page)
  await pinSomethingEach(designs[0], token)
  await expectOwnColors([owner.page, heir.page])
  await loseTheLine(heir.page)
  await openShare(owner.page, 'People')
  await owner.page.getByRole('button', { name: 'Actions for Hanna Heir' }).click()
  await owner.page.getByRole('menuitem', { name: 'Make owner…' }).click()
  await owner.page.getByRole('button', { name: 'Transfer ownership' }).click()
  await owner.page.getByText('Hanna Heir now owns this review. You’re an editor.').waitFor()
  await owner.page.getByRole('button', { name: 'People' }).waitFor()
  await openShare(heir.page, 'Activity')
  await heir.page.getByText('Olga Owner made Hanna Heir the owner').waitFor()
  await owner.context.close()
  await heir.context.close()
})

async function seeEachOther(owner: Page, heir: Page): Promise<void> {
  await owner.getByRole('button', { name: /logo\.png.*Hanna Heir is here/ }).waitFor()
  const pointer = owner.getByRole('application').getByText('Hanna Heir')
  // Pointers are forwarded once others are known to be there.
  await expect
    .poll(async () => {
      await heir.getByRole('heading', { level: 1 }).hover()
      await heir.getByRole('application').hover()
      return pointer.isVisible()
    })
    .toBe(true)
  await heir.getByRole('textbox', { name: 'Comment on the whole file' }).focus()
  const writing = owner.getByText('Hanna Heir is writing…')
  await expect
    .poll(async () => {
      await heir.keyboard.type('Hm ')
      return writing.isVisible()
    })
    .toBe(true)
  await owner.getByRole('button', { name: /2 here: .*Hanna Heir/ }).click()
  await owner.getByRole('menuitem', { name: /Hanna Heir at .*logo\.png/ }).waitFor()
  await expectAccessible(owner, 'who is here')
  await owner.getByRole('menuitemcheckbox', { name: /Show pointers/ }).click()
  await pointer.waitFor({ state: 'detached' })
  await owner.keyboard.press('Escape')
  await talkInOneThread(owner, heir)
}

const ownersPlace = { x: 0.25, y: 0.5 }
const heirsPlace = { x: 0.75, y: 0.5 }

async function pinSomethingEach(file: string | undefined, heir: string): Promise<void> {
  const pin = (message: string, place: typeof ownersPlace, headers = {}) =>
    studio.call('POST', '/comment/api/v1', { file, message, marker: { page: 1, ...place } }, headers)
  await pin('Of the owner', ownersPlace)
  await pin('Of the heir', heirsPlace, { authorization: `Bearer ${heir}` })
}

/** Pin, its number in the list, presence and ring of each have one colour, the same on both screens. */
async function expectOwnColors(pages: readonly Page[]): Promise<void> {
  const seen: string[][] = []
  for (const page of pages) {
    const cards = page.getByRole('list', { name: 'List of comments' }).getByRole('listitem')
    const colors: string[] = []
    for (const [words, initials, place] of [
      ['Of the owner', 'OO', ownersPlace],
      ['Of the heir', 'HH', heirsPlace],
    ] as const) {
      const card = cards.filter({ hasText: words })
      await card.waitFor()
      await expect.poll(() => colorsIn(card)).toHaveLength(1)
      const [color = ''] = await colorsIn(card)
      const here = page.locator('[class*="presence"]').getByText(initials, { exact: true })
      await expect.poll(() => colorsIn(here)).toEqual([color])
      await expect.poll(() => pinAt(page, place)).toEqual([color])
      colors.push(color)
    }
    expect(new Set(colors).size).toBe(2)
    seen.push(colors)
  }
  expect(seen[1]).toEqual(seen[0])
}

/** The numbers of people's colours in something. */
const colorsIn = (place: Locator): Promise<string[]> =>
  place.evaluateAll((roots) => {
    const all = roots.flatMap((root) => [root, ...root.querySelectorAll('[style]')])
    return [
      ...new Set(all.flatMap((one) => /--wm-person-(\d)/.exec(one.getAttribute('style') ?? '')?.[1] ?? [])),
    ]
  })

/** Those of the pin at a place of the design. */
async function pinAt(page: Page, { x, y }: typeof ownersPlace): Promise<string[]> {
  const box = await design(page).boundingBox()
  if (!box) return []
  const [left, top] = [box.x + box.width * x, box.y + box.height * y]
  const pixels = new Set(await pixelsOf(page, { x: left, y: top - 28, width: 28, height: 28 }))
  return [...personColors.entries()].flatMap(([n, color]) => (pixels.has(color) ? [String(n)] : []))
}

/** A reply arrives below the one being written, and takes neither text nor cursor. */
async function talkInOneThread(owner: Page, heir: Page): Promise<void> {
  const whole = heir.getByRole('textbox', { name: 'Comment on the whole file' })
  await whole.fill('Is the logo final?')
  await whole.press('Control+Enter')
  for (const page of [owner, heir]) {
    await page.getByRole('list', { name: 'List of comments' }).getByText('Is the logo final?').click()
    await page.getByRole('textbox', { name: 'Reply' }).focus()
  }
  const writing = owner.locator('[data-thread]').getByText('Hanna Heir is writing…')
  await expect
    .poll(async () => {
      await heir.keyboard.type('So ')
      return writing.isVisible()
    })
    .toBe(true)
  const begun = await heir.getByRole('textbox', { name: 'Reply' }).inputValue()
  await owner.keyboard.type('It is')
  await owner.keyboard.press('Control+Enter')
  await heir.getByRole('list', { name: 'Replies' }).getByText('It is').waitFor()
  await heir.getByRole('list', { name: 'Replies' }).getByText('new', { exact: true }).waitFor()
  await owner.getByRole('list', { name: 'Replies' }).getByText('It is').waitFor()
  await expect
    .poll(() => owner.getByRole('list', { name: 'Replies' }).getByText('new', { exact: true }).count())
    .toBe(0)
  await heir.keyboard.type('good')
  await expect.poll(() => heir.getByRole('textbox', { name: 'Reply' }).inputValue()).toBe(`${begun}good`)
  await owner.getByRole('button', { name: 'Resolve', exact: true }).click()
  await heir
    .getByRole('log')
    .getByText('Olga Owner resolved: Is the logo final?')
    .waitFor({ state: 'attached' })
}

/** People who may have left do not show. */
async function loseTheLine(heir: Page): Promise<void> {
  const here = heir.getByRole('button', { name: /2 here/ })
  await here.waitFor()
  await heir.context().setOffline(true)
  await here.waitFor({ state: 'detached' })
  await heir.context().setOffline(false)
  await here.waitFor()
}

test('the wrong account sees that it is wrong, and switches to the right one, which declines', async () => {
  const { id } = await publishFiles(studio, 'Spring poster', [files.png])
  const invited = await newAccount('Ines Invited')
  await studio.call('PATCH', `/review/api/v1/sent-invitation/${id}`, { email: invited.email, role: 'VIEWER' })
  const other = await newAccount('Otto Other')
  const person = await newPerson(browser, desktop)
  const { page } = person
  await page.goto('/auth/signin')
  await page.getByLabel('Email').fill(other.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /^Good / }).waitFor()

  await page.goto(await inviteLink(invited.email))
  await page.getByText(`you’re signed in as ${other.email}`).waitFor()
  await expectAccessible(page, 'invitation, wrong account')
  await page.getByRole('button', { name: 'Sign out and use another account' }).click()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(invited.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('heading', { name: 'You’ve declined' }).waitFor()
  await person.context.close()
})

test('a colleague is invited to Wingmark, and finds the form with the address filled in', async () => {
  const email = newAddress()
  const owner = await newMember(narrow, studio.token)
  await owner.page.goto('/settings')
  await owner.page.getByLabel('Their email').fill(email)
  await owner.page.getByRole('button', { name: 'Send invitation' }).click()
  await owner.page.getByText(`Invitation sent to ${email}`).waitFor()
  await expectAccessible(owner.page, 'settings, colleague invited')

  const colleague = await newPerson(browser, narrow)
  await colleague.page.goto(await findInMail(email, /(http\S+\/invite\?token=[\w.%-]+)/))
  await colleague.page.getByRole('heading', { name: 'Olga Owner invited you to Wingmark' }).waitFor()
  await expectAccessible(colleague.page, 'invitation to Wingmark')
  await colleague.page.getByRole('link', { name: 'Create an account' }).click()
  await registerByKeyboard(colleague.page, 'Cora Colleague', email)
  await colleague.page.getByRole('heading', { name: /^Good / }).waitFor()
  await owner.context.close()
  await colleague.context.close()
})
