import { expect, inject, test } from 'vitest'
import { desktop, newPerson } from './browser.ts'
import { newStudio } from './studio.ts'
import { prepareUploads } from './upload-steps.ts'

const { browser, files } = await prepareUploads()

const patience = { timeout: 20_000 }

test('a review made without an account and read without a line goes up once, whole, after sign-in', async () => {
  const { page, context, allows } = await newPerson(browser, desktop)
  allows('net::ERR_INTERNET_DISCONNECTED /', 'console: Offline sync: ')
  await page.goto('/')
  await page.getByRole('button', { name: 'Try it with your own file' }).waitFor()
  await page.getByLabel('Files to try').setInputFiles([files.png, files.pdf])
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
      ['logo', 2, 2],
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
