import { execFileSync, spawnSync } from 'node:child_process'
import { readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  attach,
  composer,
  listOfComments,
  namesAttached,
  news,
  send,
  sendUntilStored,
  visitsOf,
  write,
} from './attach-steps.ts'
import { desktop, expectAccessible, phone } from './browser.ts'
import { prepareUploads } from './upload-steps.ts'

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0
const megabyte = 1_048_576
const uploads = await prepareUploads()
const { studio, folder, files } = uploads
const visit = visitsOf(uploads)

test('a picture is asked for once it is drawn, and until then it is said that it is being drawn', async () => {
  const { page, allows, fileId } = await visit()
  allows('net::ERR_INTERNET_DISCONNECTED /')
  let asked = 0
  await page.route('**/files/thumbnail/**', (route) => {
    asked++
    return route.continue()
  })
  const before = asked
  // As it is for what takes long: nothing is heard of it yet.
  await page.route('**/live/api/v1/review/**', () => new Promise(() => {}))
  await page.route('**/comment/api/v1', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    for (const file of body.result.files) file.state = 'PROCESSING'
    return route.fulfill({ response: answer, json: body })
  })
  await attach(page, [files.jpeg])
  await send(page, 'Vera Visitor')
  const link = listOfComments(page).getByRole('link', { name: 'poster.jpg' })
  await link.getByText('Preparing preview…').waitFor()
  await expectAccessible(page, 'an attachment that is being drawn')

  // On a busy server it waits for its turn, however long that is.
  const statesOfFiles = async () => {
    const answer: object = await studio.call('GET', `/comment/api/v1/file/${fileId}`)
    const comments: { files: { state: string }[] }[] = Reflect.get(answer, 'results')
    return comments.flatMap((one) => one.files.map(({ state }) => state))
  }
  await expect.poll(statesOfFiles, { timeout: 120_000 }).toEqual(['READY'])
  expect(asked).toBe(before)
  await page.unrouteAll()
  // Read again once the line is back.
  await page.context().setOffline(true)
  await page.waitForFunction(() => !navigator.onLine)
  await page.context().setOffline(false)
  const picture = link.getByRole('img', { name: 'poster.jpg' })
  await picture.waitFor()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  // Where it is transparent, it is seen on either theme.
  await expect
    .poll(() => picture.evaluate((image) => getComputedStyle(image).backgroundImage))
    .toContain('conic-gradient')
})

test('a picture that cannot be drawn says so, asks for nothing, and opens all the same', async () => {
  const torn = join(folder, 'torn.png')
  await writeFile(torn, (await readFile(files.png)).subarray(0, 400))
  const { page, line } = await visit()
  await attach(page, [torn])
  await send(page, 'Vera Visitor')
  const link = listOfComments(page).getByRole('link', { name: 'torn.png' })
  await link.getByText('No preview').waitFor()
  await expectAccessible(page, 'an attachment without a preview')
  const answer = await fetch(new URL((await link.getAttribute('href')) ?? '', line.url))
  expect(Buffer.from(await answer.arrayBuffer()).equals(await readFile(torn))).toBe(true)
})

test('a chosen file leaves the memory once its comment is discarded for good', async () => {
  const { page } = await visit()
  await page.getByRole('application').click({ position: { x: 400, y: 400 } })
  const here = page.getByRole('group', { name: 'Comment on this place' })
  await here.getByRole('textbox').fill('Never mind')
  // As a screenshot is pasted: the page alone has it.
  await here.getByRole('textbox').evaluate((text) => {
    const file = new File([new Uint8Array(1_000_000)], 'screen.png', { type: 'image/png' })
    const clipboardData = new DataTransfer()
    clipboardData.items.add(file)
    text.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await here.getByText('screen.png').waitFor()
  const isHeld = async () => {
    const session = await page.context().newCDPSession(page)
    await session.send('HeapProfiler.collectGarbage')
    const prototype = await session.send('Runtime.evaluate', { expression: 'File.prototype' })
    const prototypeObjectId = prototype.result.objectId ?? ''
    const { objects } = await session.send('Runtime.queryObjects', { prototypeObjectId })
    const { result } = await session.send('Runtime.callFunctionOn', {
      objectId: objects.objectId ?? '',
      functionDeclaration: 'function () { return this.filter((file) => file.name === "screen.png").length }',
      returnByValue: true,
    })
    await session.detach()
    return result.value
  }
  await expect.poll(isHeld).toBeGreaterThan(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Undo' }).click()
  // Under the pointer the words would stay.
  await page.mouse.move(5, 5)
  await here.getByText('screen.png').waitFor()
  await here.getByRole('textbox').focus()
  await page.keyboard.press('Escape')
  await page.getByText('Comment discarded').waitFor()
  await page.getByText('Comment discarded').waitFor({ state: 'detached' })
  await expect.poll(isHeld).toBe(0)
})

test('an attachment that fails keeps its name and gives its reason', async () => {
  const { page, allows } = await visit()
  allows('415 /file/api/v1/tus')
  await write(page, 'First words')
  await send(page, 'Vera Visitor')
  await listOfComments(page).getByText('First words').waitFor()
  const disguised = join(folder, 'not-a-picture.png')
  await writeFile(disguised, 'words, and no picture')
  await attach(page, [disguised])
  const entry = composer(page).getByRole('list', { name: 'Attached files' }).getByRole('listitem')
  await entry.getByRole('button', { name: 'Upload not-a-picture.png again' }).waitFor()
  const words = () => entry.innerText()
  await expect.poll(words).toMatch(/^not-a-picture\.png\s+\S.*Selected file: not-a-picture\.png/s)
  const reason = (await words()).split('\n').at(1)?.trim() ?? ''
  await news(page, `not-a-picture.png couldn’t be attached. ${reason}`)
  await expectAccessible(page, 'an attachment that failed')
})

test('what cannot be attached says why and stops the selection; large files are asked about', async () => {
  const notes = join(folder, 'notes.txt')
  const film = join(folder, 'film.mp4')
  await writeFile(notes, 'x')
  await writeFile(film, 'x')
  await truncate(film, 101 * megabyte)
  const { page } = await visit()
  await attach(page, [notes])
  const types = 'JPEG, JPG, PNG, GIF, WEBP, SVG, PDF, MP4, MPEG, MPG, MOV, AVI, WEBM and OGG'
  await page.getByText(`Only ${types} files are allowed. Selected file: notes.txt`).waitFor()
  // Nothing else is said beside it.
  await expect.poll(() => page.getByRole('alert').count()).toBe(1)

  await attach(page, [notes, files.jpeg])
  await page.getByText('1 of 2 files can’t be attached. Attach the other one anyway?').waitFor()
  await expect.poll(() => composer(page).getByText('poster.jpg').count()).toBe(0)
  await expectAccessible(page, 'a stopped attachment')
  await page.getByRole('button', { name: 'Attach the other one' }).click()
  await composer(page).getByText('poster.jpg').waitFor()

  await attach(page, [film])
  await page
    .getByText('Large file detected: "film.mp4" (101.00MB). This may take a while to upload.')
    .waitFor()
  await page.getByText('Continue with upload?').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  // What is chosen now comes after it.
  await attach(page, [files.svg])
  await expect.poll(() => namesAttached(page)).toEqual(['poster.jpg', 'icon.svg'])
  const { files: sentAlong } = await sendUntilStored(page, 'Vera Visitor')
  expect(sentAlong.map((one) => one.name)).toEqual(['poster.jpg', 'icon.svg'])
})

test('a video that the browser cannot play is downloaded, byte for byte', async () => {
  const path = join(folder, 'clip.avi')
  const bytes = Buffer.concat([Buffer.from('RIFF\xff\x01\0\0AVI LIST', 'latin1'), Buffer.alloc(500, 7)])
  await writeFile(path, bytes)
  const { page } = await visit()
  await attach(page, [path])
  await send(page, 'Vera Visitor')
  const comment = listOfComments(page)
  // Without a frame the browser is asked for one, and finds out by itself.
  const link = comment.getByRole('link', { name: 'Download clip.avi' })
  await comment
    .getByRole('button', { name: /^Play clip\.avi/ })
    .or(link)
    .waitFor()
  const play = comment.getByRole('button', { name: /^Play clip\.avi/ })
  if (await play.count()) await play.click().catch(() => undefined)
  await link.waitFor()
  await expectAccessible(page, 'a video to download')
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect((await readFile(await download.path())).equals(bytes)).toBe(true)
})

test.runIf(hasFfmpeg).each([
  ['at a desk', desktop, 'webm'],
  ['on a phone', phone, 'mp4'],
])('a video shows its frame and length, and plays where it is, %s', async (_, screen, extension) => {
  const path = join(folder, `walk.${extension}`)
  const source = 'testsrc=size=320x180:rate=25:duration=5'
  execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, '-pix_fmt', 'yuv420p', '-y', path])
  const { page } = await visit(screen)
  await write(page, 'As in this recording')
  await attach(page, [path])
  await send(page, 'Vera Visitor')
  const play = listOfComments(page).getByRole('button', { name: `Play walk.${extension}, 0:05` })
  await play.waitFor()
  await expect
    .poll(() => play.locator('img').evaluate((image) => Reflect.get(image, 'naturalWidth')))
    .toBeGreaterThan(0)
  await expectAccessible(page, 'a video in a comment')
  await play.click()
  const video = listOfComments(page).locator('video')
  const seconds = () => video.evaluate((element) => Number(Reflect.get(element, 'currentTime')))
  await expect.poll(seconds).toBeGreaterThan(0.5)
  await video.evaluate((element) => Reflect.set(element, 'currentTime', 4))
  await expect.poll(seconds).toBeGreaterThan(3.9)
})
