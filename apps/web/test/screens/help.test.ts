import { screen, waitFor } from '@testing-library/dom'
import { listPlans } from '@wingmark/contract/subscriptions'
import { beforeEach, expect, test } from 'vitest'
import { answer, refuse } from './answers.ts'
import { address, field, fill, heading, openScreen, text } from './open-screen.ts'
import { plans } from './samples.ts'

const link = (name: string | RegExp) => screen.findByRole('link', { name })

beforeEach(() => answer(listPlans, { result: plans }))

test('anyone finds a topic by words of its text, and reads on to the next', async () => {
  const user = await openScreen('/help', 'visitor')
  await heading('Help Center')
  expect(document.title).toContain('Help Center')
  const search = await field('Search Help Center')
  await fill(user, search, 'zzzz')
  await text('No topics match your search.')
  await fill(user, search, 'expiry')
  await text(/^\d+ found$/)
  await user.clear(search)
  await user.click(await link(/^Publish/))
  await heading(/^Publish/)
  const next = await link(/^Next: /)
  const [, title = ''] = /Next: (.*)/.exec(next.textContent) ?? []
  await user.click(next)
  await heading(title)
})

test('the topic of keys lists those of the board and of a review', async () => {
  await openScreen('/help/keys', 'visitor')
  await heading('On a board')
  expect(await screen.findAllByRole('heading', { name: 'In a review' })).not.toEqual([])
})

test('a topic that does not exist says so', async () => {
  await openScreen('/help/nowhere', 'visitor')
  await heading('This page doesn’t exist')
})

test('who runs the server can be asked, where they left an address', async () => {
  await openScreen('/help', 'visitor')
  const contact = await link('Contact the person who runs this server')
  expect(contact.getAttribute('href')).toBe('mailto:operator@example.com')
})

test('help is there without an answer of the server, too', async () => {
  refuse(listPlans, 'UNAVAILABLE')
  const user = await openScreen('/help', 'visitor')
  await user.click(await link('Terms'))
  await heading('Terms & Conditions')
  await user.click(await link('Privacy Policy'))
  await heading('Privacy Policy')
  expect(address()).toBe('/privacy')
  await waitFor(() => expect(document.title).toContain('Privacy'))
})
