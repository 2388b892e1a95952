import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { expectAccessible } from './browser.ts'
import { enter } from './commented-review.ts'
import { fillStorage, makeRoom } from './full-storage.ts'
import { makeNoise } from './sent-and-stored.ts'
import { newStudio, publishFiles, type Studio } from './studio.ts'

let browser: Browser
let folder: string
beforeAll(async () => {
  browser = await launchChromium()
  folder = await mkdtemp(join(tmpdir(), 'wingmark-no-room-'))
})
afterAll(async () => {
  await browser.close()
  await rm(folder, { recursive: true, force: true })
})

const work = {
  ...{ location: 'Utrecht', designation: 'Designer', company: 'None', experience: 'Made up.' },
  skills: ['Motion'],
}

async function nameOf(
  studio: Studio,
): Promise<{ _id: string; name: string; email: string; username: string }> {
  const { result } = await studio.call('GET', '/user/api/v1/profile')
  const { _id = '', name = '', email = '', username = '' } = result.user as unknown as Record<string, string>
  return { _id, name, email, username }
}

test('whatever lacks storage keeps its text, links to the storage, and continues once some is freed', async () => {
  const studio = await newStudio()
  const small = await makeNoise(folder, 'small.png', 1)
  const heavy = await makeNoise(folder, 'heavy-picture.png', 7)
  const review = await publishFiles(studio, 'Nearly full', [small])
  const friend = await newStudio()
  const [mine, theirs] = [await nameOf(studio), await nameOf(friend)]
  await studio.call('POST', '/connection/api/v1/profile', { ...mine, ...work })
  await friend.call('POST', '/connection/api/v1/profile', { ...theirs, ...work })
  const asked = (await studio.call('POST', `/connection/api/v1/user/${theirs._id}`, {})).result._id
  await friend.call('PATCH', `/connection/api/v1/respond/${asked}`, { response: 'ACCEPT' })
  await fillStorage(studio)
  const { page, allows } = await enter(browser, studio, `/reviews/${review.id}`)
  allows('507 /file/api/v1', '507 /transfer/api/v1/copy/', '507 /user/api/v1')
  const noRoom = page.getByRole('link', { name: 'Free up space' }).first()

  const composer = page.getByRole('group', { name: 'Comment on the whole file' })
  await composer.getByRole('textbox').fill('Words beside a file')
  await composer.getByLabel('Files to attach').setInputFiles(heavy)
  await noRoom.waitFor()
  await expect.poll(() => noRoom.getAttribute('href')).toBe('/upgrade-storage')
  await expect.poll(() => composer.getByRole('textbox').inputValue()).toBe('Words beside a file')
  await expectAccessible(page, 'a comment whose file has no room')
  await makeRoom(studio)
  await composer.getByRole('button', { name: 'Upload heavy-picture.png again' }).click()
  await composer.getByRole('button', { name: 'Comment', exact: true }).click()
  await page.getByRole('list', { name: 'List of comments' }).getByText('Words beside a file').waitFor()

  await fillStorage(studio)
  await page.goto(`/messages?with=${theirs._id}`)
  const field = page.getByRole('textbox', { name: /^Message to / })
  await field.fill('Words of a message')
  await page.getByLabel('Files to attach').setInputFiles(heavy)
  await noRoom.waitFor()
  await expect.poll(() => field.inputValue()).toBe('Words of a message')
  await makeRoom(studio)
  await page.getByRole('button', { name: 'Upload heavy-picture.png again' }).click()
  await page.getByRole('button', { name: 'Upload heavy-picture.png again' }).waitFor({ state: 'detached' })
  await field.press('Control+Enter')
  await page
    .getByRole('region', { name: 'Messages' })
    .getByRole('listitem')
    .filter({ hasText: 'Words of a message' })
    .waitFor()

  await fillStorage(studio)
  await page.goto('/settings')
  await page.locator('input[type=file]').first().setInputFiles(heavy)
  await noRoom.waitFor()
  await makeRoom(studio)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Picture saved').waitFor()

  await fillStorage(studio)
  await page.goto('/transfers')
  const duplicate = async () => {
    await page.getByRole('button', { name: 'Actions for heavy.bin' }).first().click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  }
  await duplicate()
  await noRoom.waitFor()
  await makeRoom(studio)
  await duplicate()
  await page.getByText(' duplicated').first().waitFor()
})
