import type { Browser } from 'playwright-core'
import { desktop, newPerson, type Person } from './browser.ts'
import { newStudio, publishFiles, type Studio } from './studio.ts'

export type Place = { x: number; y: number }

/** A review with a comment at each place of its first file. */
export async function newCommentedReview(
  paths: readonly string[],
  places: readonly Place[],
  name = 'Spring campaign',
) {
  const studio = await newStudio()
  const review = await publishFiles(studio, name, paths)
  const comments: string[] = []
  for (const [i, place] of places.entries()) {
    const { result } = await studio.call('POST', '/comment/api/v1', {
      file: review.files[0],
      type: 'MARKED',
      marker: { page: 1, shape: 'POINT', ...place },
      message: `Made up comment ${i + 1}`,
      files: [],
      mentions: [],
    })
    comments.push(result._id ?? '')
  }
  return { studio, comments, ...review }
}

/** Signs the owner in at a page. */
export async function enter(
  browser: Browser,
  studio: Studio,
  path: string,
  screen = desktop,
): Promise<Person> {
  const person = await newPerson(browser, screen)
  await person.context.addInitScript((token) => localStorage.setItem('wingmark.token', token), studio.token)
  await person.page.goto(path)
  return person
}
