import { screen, waitFor, within } from '@testing-library/dom'
import { askToConnect, blockPerson, endConnection, reportPerson } from '@wingmark/contract/connections'
import { readNotifications } from '@wingmark/contract/notifications'
import { discoverPeople, getPerson } from '@wingmark/contract/people'
import { listMyReviews, listPublicReviewsOfUser } from '@wingmark/contract/reviews'
import { listPlans } from '@wingmark/contract/subscriptions'
import { beforeEach, expect, test } from 'vitest'
import { answer, refuse, sentTo } from './answers.ts'
import { address, button, dialog, field, fill, heading, openScreen, text } from './open-screen.ts'
import { idOf, personOf, plans, requestOf, reviewOf, wholePage } from './samples.ts'

beforeEach(() => {
  answer(getPerson, { result: personOf() })
  answer(listPublicReviewsOfUser, wholePage([reviewOf(30, 'Jazz posters')]))
  answer(listMyReviews, wholePage([]))
  answer(readNotifications, {
    result: { ids: [], changed: 0, readAt: '2026-03-02T09:00:00.000Z', unread: 0 },
  })
})

test('a page shows work, skills and experience, and the reviews both are in', async () => {
  answer(listMyReviews, wholePage([reviewOf(31, 'Shared cover')]))
  await openScreen('/connections/grace')
  await heading('Grace Hopper')
  await screen.findByRole('link', { name: 'Jazz posters' })
  await text('Twelve years of posters.')
  await text('Lettering')
  await heading('Reviews you share')
  await screen.findByRole('link', { name: 'Shared cover' })
  expect(sentTo(listMyReviews).at(-1)?.query.get('with')).toBe(idOf(2))
})

test('a request can carry a note', async () => {
  answer(askToConnect, { result: requestOf({ direction: 'OUTGOING' }) })
  const user = await openScreen('/connections/grace')
  await user.click(await button('Connect with Grace Hopper'))
  await fill(user, await field('A note (optional)'), '  From the fair  ')
  answer(getPerson, { result: personOf({ connection: requestOf({ direction: 'OUTGOING' }) }) })
  await user.click(await button('Send request'))
  await text('Request sent')
  await button('Withdraw request to Grace Hopper')
  expect(sentTo(askToConnect)).toMatchObject([{ body: { note: 'From the fair' } }])
})

test('a connection can be removed', async () => {
  const connection = requestOf({
    status: 'ACCEPTED',
    can: { answer: false, withdraw: false, remove: true },
  })
  answer(getPerson, { result: personOf({ connection }) })
  answer(endConnection, { result: { _id: connection._id } })
  const user = await openScreen('/connections/grace')
  await user.click(await button('Actions for Grace Hopper'))
  const item = await screen.findByRole('menuitem', { name: 'Remove connection' })
  answer(getPerson, { result: personOf() })
  await user.click(item)
  await button('Connect with Grace Hopper')
  expect(sentTo(endConnection)).toMatchObject([{ params: { id: connection._id } }])
})

test('blocking someone leaves their page', async () => {
  answer(blockPerson, { result: { _id: idOf(2) } })
  answer(discoverPeople, wholePage([]))
  const user = await openScreen('/connections/grace')
  await user.click(await button('Actions for Grace Hopper'))
  await user.click(await screen.findByRole('menuitem', { name: 'Block' }))
  await text(/Grace Hopper.* blocked/)
  await waitFor(() => expect(address()).toBe('/connections'))
  expect(sentTo(blockPerson)).toMatchObject([{ params: { userId: idOf(2) } }])
})

test('a report has a reason, and words that may be left out', async () => {
  answer(reportPerson, { result: { _id: idOf(40) } })
  const user = await openScreen('/connections/grace')
  await user.click(await button('Actions for Grace Hopper'))
  await user.click(await screen.findByRole('menuitem', { name: 'Report stolen work…' }))
  const report = await dialog('Report stolen work')
  await fill(user, await field('What happened? (optional)', report), 'My poster')
  await user.click(await button('Send report', report))
  await text('Thank you. The person who runs this server will look at it.')
  expect(sentTo(reportPerson)).toMatchObject([
    { body: { user: idOf(2), reason: 'STOLEN_WORK', note: 'My poster' } },
  ])
})

test('a missing page says the same whether it is hidden or not there', async () => {
  refuse(getPerson, 'NOT_FOUND')
  await openScreen('/connections/nobody')
  await heading('Profile not found')
})

test('a visitor of a page that needs an account starts at home', async () => {
  refuse(getPerson, 'UNAUTHENTICATED')
  await openScreen('/connections/grace', 'visitor')
  await waitFor(() => expect(address()).toBe('/'))
  expect(sessionStorage.getItem('wingmark.wanted-path')).toBe('/connections/grace')
})

test('a visitor of a public page can report it by email', async () => {
  answer(getPerson, {
    result: personOf({ can: { connect: false, message: false, block: false, report: false, edit: false } }),
  })
  answer(listPlans, { result: plans })
  await openScreen('/connections/grace', 'visitor')
  const link = await screen.findByRole('link', { name: 'Report this page' })
  expect(link.getAttribute('href')).toContain('mailto:operator@example.com')
  expect(within(document.body).queryByRole('button', { name: /^Connect/ })).toBeNull()
})
