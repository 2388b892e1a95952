import type { Page } from 'playwright-core'
import { expect, inject, onTestFinished } from 'vitest'
import { layLine } from './bad-line.ts'
import { desktop, newPerson, phone } from './browser.ts'
import { publishFiles } from './studio.ts'
import { otherOrigin, type prepareUploads } from './upload-steps.ts'

type Uploads = Awaited<ReturnType<typeof prepareUploads>>

/** Somebody with the link and without an account, at a design, over a line that can be slow. */
export const visitsOf =
  ({ browser, studio, files }: Uploads) =>
  async (screen = desktop) => {
    const { link, files: published } = await publishFiles(studio, 'Poster', [files.png])
    const line = await layLine(inject('wingmarkUrl'))
    onTestFinished(line.close)
    const person = await newPerson(browser, screen)
    person.allows(...otherOrigin)
    await person.page.goto(link.replace(/^https?:\/\/[^/]+/, line.url))
    await person.page.getByRole('application').getByRole('img', { name: 'logo.png' }).waitFor()
    if (screen === phone) await person.page.getByRole('button', { name: /^Comments, / }).click()
    return { ...person, line, link, fileId: published[0] ?? '' }
  }

export const composer = (page: Page) => page.getByRole('group', { name: 'Comment on the whole file' })

export async function write(page: Page, text: string): Promise<void> {
  await composer(page).getByRole('textbox').fill(text)
}

export async function attach(page: Page, paths: readonly string[]): Promise<void> {
  await composer(page)
    .getByLabel('Files to attach')
    .setInputFiles([...paths])
}

export async function send(page: Page, name?: string): Promise<void> {
  await composer(page).getByRole('button', { name: 'Comment', exact: true }).click()
  if (!name) return
  await page.getByLabel(/your name/i).fill(name)
  await page.keyboard.press('Enter')
}

/** Announcements for people who do not see the composer. */
export const news = (page: Page, sentence: string) =>
  composer(page)
    .getByRole('status')
    .and(page.getByText(sentence, { exact: true }))
    .waitFor()

/** By the buttons that take them out again. */
export const namesAttached = (page: Page) =>
  composer(page)
    .getByRole('list', { name: 'Attached files' })
    .getByRole('button', { name: /^Remove / })
    .evaluateAll((all) => all.map((one) => one.ariaLabel?.replace('Remove ', '')))

export const listOfComments = (page: Page) => page.getByRole('list', { name: 'List of comments' })

/** Waits until the server has the comment: the card is replaced then, and an earlier click could be lost. */
export async function sendUntilStored(page: Page, name?: string): Promise<{ files: { name: string }[] }> {
  const stored = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/comment/api/v1'),
  )
  await send(page, name)
  const answer = await stored
  expect(answer.status()).toBe(201)
  return (await answer.json()).result
}
